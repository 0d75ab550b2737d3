#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inkwell::media {

/// multipart/form-data as it arrives (RFC 7578, RFC 2046 section 5.1), with the memory of one block whatever the body's
/// size. One thread; the stream must outlive it. Throws ApiError 400 that names what is malformed, and what the stream
/// throws.
class MultipartReader {
public:
    struct Part {
        std::string name;
        std::optional<std::string> filename;
        std::string contentType;  // "" when not told
    };

    /// `contentType` is that of the request: ApiError 415 for another one, 400 without a good boundary.
    MultipartReader(std::istream& body, std::string_view contentType);

    /// The next part, past what was left of the one before; nothing after the last.
    std::optional<Part> next();

    /// The next bytes of the current part, "" at its end. Valid until the next call.
    std::string_view read();
    /// All bytes of the current part; ApiError 400 when they are more than `maxBytes`.
    std::string readText(const std::string& name, std::size_t maxBytes);

private:
    bool fill();
    void need(std::size_t bytes, const char* what);
    void skipPreamble();
    /// Behind a delimiter: true when a part follows, false when it was the last.
    bool readDelimiterEnd();
    std::string_view readLine();
    Part readHeaders();
    std::string_view window() const { return {buffer_.data() + begin_, end_ - begin_}; }

    std::istream& body_;
    std::string delimiter_;  // CRLF, two hyphens and the boundary
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool started_ = false;
    bool inPart_ = false;
    bool finished_ = false;
    std::size_t parts_ = 0;
};

}  // namespace inkwell::media
