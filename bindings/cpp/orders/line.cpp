#include "line.hpp"

#include <charconv>

std::int64_t read_number(const std::string &word, const std::string &what)
{
    std::int64_t number = 0;
    const char *const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, number);
    if (error != std::errc() || rest != end)
        throw WrongLine(what + " needs a whole number, not '" + word + "'");
    return number;
}

namespace {

/* Takes a word from the front of a text; one in quotes may have spaces, \" and \\. */
std::string take_word(std::string_view &text)
{
    std::string word;
    if (text.front() != '"') {
        const std::size_t length = std::min(text.find_first_of(" \t"), text.size());
        word = text.substr(0, length);
        text.remove_prefix(length);
        return word;
    }
    for (text.remove_prefix(1); !text.empty() && text.front() != '"'; text.remove_prefix(1)) {
        if (text.front() == '\\' && text.size() > 1 && (text[1] == '"' || text[1] == '\\'))
            text.remove_prefix(1);
        word += text.front();
    }
    if (text.empty())
        throw WrongLine("a quote is not closed: write \\\" for a quote inside of a word");
    text.remove_prefix(1);
    return word;
}

std::vector<std::string> divide(std::string_view text)
{
    std::vector<std::string> words;
    for (;;) {
        const std::size_t start = text.find_first_not_of(" \t\r");
        if (start == std::string_view::npos)
            return words;
        text.remove_prefix(start);
        words.push_back(take_word(text));
    }
}

} // namespace

std::optional<Line> read_line(const std::string &text)
{
    std::vector<std::string> words = divide(text);
    if (words.empty() || text[0] == '#')
        return std::nullopt;
    Line line;
    if (words[0][0] == '@') {
        line.time = std::chrono::seconds(read_number(words[0].substr(1), "@"));
        return line;
    }
    if (words.size() < 3)
        throw WrongLine("expected KEY ORDER EVENT [ARGUMENT ...]");
    line.key = words[0];
    line.order = read_number(words[1], "the order");
    line.name = words[2];
    line.words.assign(words.begin() + 3, words.end());
    return line;
}

std::vector<sfsm_value> arguments_of(const Line &line, const Table &table, Event event)
{
    const auto id = static_cast<sfsm_id>(event);
    if (line.words.size() != sfsm_table_argument_count(table.handle(), id))
        throw WrongLine("'" + line.name + "' takes (" + table.arguments(event) + "), not " +
                        std::to_string(line.words.size()) + " arguments");
    std::vector<sfsm_value> values;
    for (std::size_t index = 0; index < line.words.size(); ++index) {
        const std::string &word = line.words[index];
        const bool is_text = sfsm_table_argument_type(table.handle(), id, index) == SFSM_STR;
        values.push_back(is_text ? sfsm_value_of(word.c_str())
                                 : sfsm_value_of(read_number(word, "'" + line.name + "'")));
    }
    return values;
}
