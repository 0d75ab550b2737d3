#include "json_syntax.h"

#include <boost/json/basic_parser_impl.hpp>
#include <cstdint>
#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell {

namespace {

/// Takes everything and keeps nothing.
struct Nobody {
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
    using Text = boost::json::string_view;
    using Code = boost::json::error_code;

    bool on_document_begin(Code&) { return true; }
    bool on_document_end(Code&) { return true; }
    bool on_object_begin(Code&) { return true; }
    bool on_object_end(std::size_t, Code&) { return true; }
    bool on_array_begin(Code&) { return true; }
    bool on_array_end(std::size_t, Code&) { return true; }
    bool on_key_part(Text, std::size_t, Code&) { return true; }
    bool on_key(Text, std::size_t, Code&) { return true; }
    bool on_string_part(Text, std::size_t, Code&) { return true; }
    bool on_string(Text, std::size_t, Code&) { return true; }
    bool on_number_part(Text, Code&) { return true; }
    bool on_int64(std::int64_t, Text, Code&) { return true; }
    bool on_uint64(std::uint64_t, Text, Code&) { return true; }
    bool on_double(double, Text, Code&) { return true; }
    bool on_bool(bool, Code&) { return true; }
    bool on_null(Code&) { return true; }
    bool on_comment_part(Text, Code&) { return true; }
    bool on_comment(Text, Code&) { return true; }
};

ApiError notValid(const std::string& why) { return ApiError::badRequest("the file is not valid JSON: " + why); }

boost::json::parse_options upTo(int maxDepth) {
    boost::json::parse_options options;
    options.max_depth = static_cast<std::size_t>(maxDepth);
    return options;
}

}  // namespace

struct JsonSyntax::Impl {
    explicit Impl(int maxDepth) : parser(upTo(maxDepth)) {}
    boost::json::basic_parser<Nobody> parser;
    std::size_t read = 0;
};

JsonSyntax::JsonSyntax(int maxDepth) : impl_(std::make_unique<Impl>(maxDepth)) {}
JsonSyntax::~JsonSyntax() = default;

void JsonSyntax::add(std::string_view part) {
    if (impl_->parser.done()) {
        const std::size_t more = part.find_first_not_of(" \t\r\n");
        if (more == std::string_view::npos) return;
        throw notValid("there is more text after its end at byte " + std::to_string(impl_->read + more));
    }
    boost::json::error_code error;
    const std::size_t read = impl_->parser.write_some(true, part.data(), part.size(), error);
    impl_->read += read;
    if (error) throw notValid(error.message() + " at byte " + std::to_string(impl_->read));
    if (read < part.size()) add(part.substr(read));
}

void JsonSyntax::finish() {
    if (impl_->read == 0) throw notValid("it is empty");
    if (impl_->parser.done()) return;
    boost::json::error_code error;
    impl_->parser.write_some(false, nullptr, 0, error);
    if (error) throw notValid("it ends too early at byte " + std::to_string(impl_->read));
}

}  // namespace inkwell
