#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inkwell::media {

/// Reads multipart/form-data as it arrives (RFC 7578, RFC 2046 section 5.1) in the memory of one block, however large
/// the body. One thread; the stream must outlive the reader. Throws ApiError 400 that names what is malformed, and what
/// the stream throws.
class MultipartReader {
public:
    struct Part {
        std::string name;
        std::optional<std::string> filename;  // of `filename*`, else of `filename`; decoded, perhaps no UTF-8
        std::string contentType;              // "" when not given
    };

    /// `contentType` is the request's. Throws ApiError 415 for another type, 400 for a missing or bad boundary.
    MultipartReader(std::istream& body, std::string_view contentType);

    /// Skips the rest of the current part and returns the next one; nothing after the last.
    std::optional<Part> next();

    /// The next bytes of the current part; "" at its end. Valid until the next call.
    std::string_view read();
    /// All bytes of the current part. Throws ApiError 400 when they exceed `maxBytes`.
    std::string readText(const std::string& name, std::size_t maxBytes);

private:
    bool fill();
    void need(std::size_t bytes, const char* what);
    void skipPreamble();
    /// After a delimiter: true when a part follows, false after the last.
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
