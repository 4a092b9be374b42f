/* Values: the arguments of events. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_VALUE_HPP
#define SWIFTFSM_VALUE_HPP

#include "id.hpp"

#include <cstring>
#include <string>
#include <string_view>

namespace swiftfsm {
namespace detail {

template <class Type> inline constexpr bool never = false;

/* The declared type (SFSM_I32 ...) of a C++ type as an argument of an event. */
template <class Type> constexpr sfsm_value_type value_type() noexcept
{
    if constexpr (std::is_enum_v<Type>) {
        return value_type<std::underlying_type_t<Type>>();
    } else if constexpr (std::is_same_v<Type, bool>) {
        return SFSM_BOOL;
    } else if constexpr (std::is_integral_v<Type>) {
        constexpr sfsm_value_type smallest = std::is_signed_v<Type> ? SFSM_I8 : SFSM_U8;
        return smallest + (sizeof(Type) == 1 ? 0 : sizeof(Type) == 2 ? 1 : sizeof(Type) == 4 ? 2 : 3);
    } else if constexpr (std::is_same_v<Type, float>) {
        return SFSM_F32;
    } else if constexpr (std::is_same_v<Type, double>) {
        return SFSM_F64;
    } else if constexpr (std::is_same_v<Type, const char *> || std::is_same_v<Type, std::string_view> ||
                         std::is_same_v<Type, std::string>) {
        return SFSM_STR;
    } else if constexpr (std::is_pointer_v<Type> && !std::is_function_v<std::remove_pointer_t<Type>>) {
        return SFSM_PTR;
    } else {
        static_assert(never<Type>, "swiftfsm: an event carries bool, integers, enumerations, float, double, strings "
                                   "(const char *, std::string_view, std::string) and pointers to objects");
        return SFSM_PTR;
    }
}

/* The name of a type in signatures, "i32". */
inline const char *value_type_name(sfsm_value_type type) noexcept
{
    static constexpr const char *names[] = {"?",   "bool", "i8",  "i16", "i32", "i64", "u8",        "u16",
                                            "u32", "u64",  "f32", "f64", "str", "ptr", "an integer"};
    return names[type >= SFSM_BOOL && type <= SFSM_INTEGER ? type : 0];
}

/* Whether a parameter of the type `to` takes every value of an argument that is declared as `from`. */
constexpr bool takes(sfsm_value_type to, sfsm_value_type from) noexcept
{
    const bool is_signed = to >= SFSM_I8 && to <= SFSM_I64, is_unsigned = to >= SFSM_U8 && to <= SFSM_U64;
    return to == from || (is_signed && from >= SFSM_I8 && from <= to) ||
           (is_unsigned && from >= SFSM_U8 && from <= to) ||
           (is_signed && from >= SFSM_U8 && from < to + (SFSM_U8 - SFSM_I8)) || (to == SFSM_F64 && from == SFSM_F32);
}

template <class Number> Number number_of(const sfsm_value &value) noexcept
{
    switch (value.type) {
    case SFSM_BOOL: return static_cast<Number>(value.as.boolean);
    case SFSM_I8: return static_cast<Number>(value.as.i8);
    case SFSM_I16: return static_cast<Number>(value.as.i16);
    case SFSM_I32: return static_cast<Number>(value.as.i32);
    case SFSM_I64: return static_cast<Number>(value.as.i64);
    case SFSM_U8: return static_cast<Number>(value.as.u8);
    case SFSM_U16: return static_cast<Number>(value.as.u16);
    case SFSM_U32: return static_cast<Number>(value.as.u32);
    case SFSM_U64: return static_cast<Number>(value.as.u64);
    case SFSM_F32: return static_cast<Number>(value.as.f32);
    default: return static_cast<Number>(value.as.f64);
    }
}

/* Throws Error if the value is of a type that `Type` does not take. */
template <class Type> Type argument_of(const sfsm_value &value)
{
    if (!takes(value_type<Type>(), value.type))
        throw Error(SFSM_ARGUMENT_TYPE, std::string("A callback takes an argument as ") +
                                            value_type_name(value_type<Type>()) + ", but its event declares " +
                                            value_type_name(value.type) + ".");
    if constexpr (std::is_same_v<Type, const char *>) {
        return value.as.str;
    } else if constexpr (std::is_same_v<Type, std::string_view> || std::is_same_v<Type, std::string>) {
        return value.as.str != nullptr ? Type(value.as.str) : Type();
    } else if constexpr (std::is_pointer_v<Type>) {
        return static_cast<Type>(value.as.ptr);
    } else if constexpr (std::is_enum_v<Type>) {
        return static_cast<Type>(number_of<std::underlying_type_t<Type>>(value));
    } else if constexpr (std::is_arithmetic_v<Type>) {
        return number_of<Type>(value);
    }
}

/* What is sent as an argument, and what it needs until it was sent. */
template <class Type> class Sent {
public:
    explicit Sent(const Type &value) noexcept : value_(make(value)) {}
    const sfsm_value &value() const noexcept { return value_; }

private:
    static sfsm_value make(const Type &value) noexcept
    {
        if constexpr (std::is_enum_v<Type>) {
            return sfsm_value_of(static_cast<std::underlying_type_t<Type>>(value));
        } else {
            return sfsm_value_of(value);
        }
    }
    sfsm_value value_;
};

/* The library's strings end with a zero, so these are copied, and must not have one inside. */
template <> class Sent<std::string_view> {
public:
    explicit Sent(std::string_view text) : text_(text)
    {
        if (text_.find('\0') != std::string::npos)
            throw Error(SFSM_BAD_VALUE, "A string that is sent must not contain a zero.");
    }
    sfsm_value value() const noexcept { return sfsm_value_of_string(text_.c_str()); }

private:
    std::string text_;
};

template <> class Sent<std::string> {
public:
    explicit Sent(const std::string &text) : text_(text)
    {
        if (text.find('\0') != std::string::npos)
            throw Error(SFSM_BAD_VALUE, "A string that is sent must not contain a zero.");
    }
    sfsm_value value() const noexcept { return sfsm_value_of_string(text_.c_str()); }

private:
    const std::string &text_;
};

template <std::size_t count> class Sent<char[count]> {
public:
    explicit Sent(const char *text) noexcept : text_(text) {}
    sfsm_value value() const noexcept { return sfsm_value_of_string(text_); }

private:
    const char *text_;
};

} // namespace detail

/* Return the text of a value, as the library writes it: "true", "-7", "0.1". Throws Error for pointers and NULL
 * strings. */
inline std::string to_string(const sfsm_value &value)
{
    std::size_t length = 0;
    detail::check(sfsm_value_text(&value, nullptr, 0, &length));
    std::string text(length + 1, '\0');
    detail::check(sfsm_value_text(&value, text.data(), text.size(), &length));
    text.resize(length);
    return text;
}

/* Return the types of the arguments of an event as the library writes them, "i32, str". */
template <class... Types> std::string types_of()
{
    std::string text;
    ((text += (text.empty() ? "" : ", "), text += detail::value_type_name(detail::value_type<Types>())), ...);
    return text;
}

} // namespace swiftfsm

#endif
