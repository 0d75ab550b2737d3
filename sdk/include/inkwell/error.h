#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/api.h"

namespace inkwell {

/// One thing wrong with a request body. `path` is written `metafields[2].value`.
struct Problem {
    std::string path;
    std::string message;
};

/// Collects everything that is wrong before anything is refused, so that a client repairs a body in one go.
/// One thread, one request.
class INKWELL_API Problems {
public:
    void add(std::string path, std::string message);
    bool empty() const noexcept { return list_.empty(); }
    const std::vector<Problem>& list() const noexcept { return list_; }

    /// Throws ApiError 400 with `message` and all problems, if there are any.
    void throwIfAny(const std::string& message) const;

private:
    std::vector<Problem> list_;
};

/// The one error type that crosses every border: thrown anywhere, caught by the dispatcher. `message` is for the
/// client: a sentence, ids quoted, nothing internal. What only the operator may know goes into `logText`.
class INKWELL_API ApiError : public std::exception {
public:
    ApiError(int status, std::string code, std::string message, std::vector<Problem> problems = {});

    int status() const noexcept { return status_; }
    const std::string& code() const noexcept { return code_; }
    const std::string& message() const noexcept { return message_; }
    const std::vector<Problem>& problems() const noexcept { return problems_; }
    const char* what() const noexcept override { return message_.c_str(); }

    /// Header lines that the answer carries, such as Allow or Retry-After.
    const std::vector<std::pair<std::string, std::string>>& headers() const noexcept { return headers_; }
    ApiError& withHeader(std::string name, std::string value);

    const std::string& logText() const noexcept { return logText_; }
    ApiError& withLogText(std::string text);

    // The statuses of where-silent.md, "Answers and errors".
    static ApiError badRequest(std::string message, std::vector<Problem> problems = {});
    static ApiError unauthorized(std::string message);
    static ApiError forbidden(std::string message);
    /// "object 'x' was not found"; also for a thing of another bucket.
    static ApiError notFound(const std::string& resource, const std::string& id);
    static ApiError conflict(std::string message);
    static ApiError tooLarge(std::string message);
    static ApiError unsupportedMediaType(std::string message);
    static ApiError tooManyRequests(std::string message, int retryAfterSeconds);
    static ApiError unavailable(std::string message, int retryAfterSeconds);

private:
    int status_;
    std::string code_;
    std::string message_;
    std::string logText_;
    std::vector<Problem> problems_;
    std::vector<std::pair<std::string, std::string>> headers_;
};

}  // namespace inkwell
