/* Views: arrays of yours, passed without copying them. Part of swiftfsm.hpp, which includes it. */
#ifndef SWIFTFSM_VIEW_HPP
#define SWIFTFSM_VIEW_HPP

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

namespace swiftfsm {

/*
 * A view of `size` elements that lie one behind the other. It owns nothing: what it shows must live as long as it is
 * used. Converts from everything with data() and size() (std::vector, std::array, std::span, std::string), from arrays,
 * and where the elements are constant, from lists in braces.
 */
template <class Element> class view {
public:
    constexpr view() noexcept = default;
    constexpr view(Element *data, std::size_t size) noexcept : data_(data), size_(size) {}

    template <std::size_t count> constexpr view(Element (&array)[count]) noexcept : data_(array), size_(count) {}

    template <class Container, class Data = decltype(std::declval<Container &>().data()),
              class = decltype(std::declval<Container &>().size()),
              class = std::enable_if_t<std::is_convertible_v<std::remove_pointer_t<Data> (*)[], Element (*)[]>>>
    constexpr view(Container &&container) : data_(container.data()), size_(container.size())
    {}

    /* The list lives until the end of the call that it is an argument of. */
    template <class Other = Element, class = std::enable_if_t<std::is_const_v<Other>>>
    constexpr view(std::initializer_list<std::remove_const_t<Other>> list) noexcept
        : data_(std::data(list)), size_(list.size())
    {}

    constexpr Element *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr Element *begin() const noexcept { return data_; }
    constexpr Element *end() const noexcept { return data_ + size_; }
    constexpr Element &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    Element *data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace swiftfsm

#endif
