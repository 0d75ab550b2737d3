#include "kernel/http/response_check.h"

#include <stdexcept>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

constexpr int kFirstStatus = 200;
constexpr int kLastStatus = 599;

void checkHeader(const std::string& name, const std::string& value) {
    const std::string lower = asciiLower(name);
    if (!isToken(name)) throw std::logic_error("a header of an answer has the name '" + lower + "'");
    if (value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
        throw std::logic_error("the header '" + lower + "' of an answer holds a line break");
    }
    if (lower == "content-length" || lower == "transfer-encoding") {
        throw std::logic_error("the header '" + lower + "' of an answer is the server's own");
    }
}

}  // namespace

void checkResponse(const Response& response) {
    if (response.status < kFirstStatus || response.status > kLastStatus) {
        throw std::logic_error("an answer has the status " + std::to_string(response.status));
    }
    for (const auto& [name, value] : response.headers) checkHeader(name, value);
    if (response.stream) {
        checkHeader("Content-Type", response.stream->contentType);
        if (!response.stream->bytes || response.stream->length < 0) {
            throw std::logic_error("an answer is a stream without bytes or of negative length");
        }
    }
    if (response.live) {
        checkHeader("Content-Type", response.live->contentType);
        if (!response.live->next) throw std::logic_error("an answer is a live body without a function");
    }
}

}  // namespace inkwell::kernel
