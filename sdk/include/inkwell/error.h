#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/export.h"

namespace inkwell {

/// One thing wrong with a request body. `path` is written `metafields[2].value`.
struct Problem {
    std::string path;
    std::string message;
};

/// Collects all problems of a body before refusing it, so that a client can fix everything in one go. One thread, one
/// request.
class INKWELL_API Problems {
public:
    void add(std::string path, std::string message);
    bool empty() const noexcept { return list_.empty(); }
    const std::vector<Problem>& list() const noexcept { return list_; }

    /// Throws ApiError 400 with all problems, if there are any. Its message is `refusal`, what cannot be done, followed
    /// by the first problem and the number of the others.
    void throwIfAny(const std::string& refusal) const;

private:
    std::vector<Problem> list_;
};

/// The one error type for clients: thrown anywhere, caught by the dispatcher. `message` is for the client: a sentence,
/// with ids quoted and nothing internal. What only the operator may know goes into `logText`.
class INKWELL_API ApiError : public std::exception {
public:
    ApiError(int status, std::string code, std::string message, std::vector<Problem> problems = {});

    int status() const noexcept { return status_; }
    const std::string& code() const noexcept { return code_; }
    const std::string& message() const noexcept { return message_; }
    const std::vector<Problem>& problems() const noexcept { return problems_; }
    const char* what() const noexcept override { return message_.c_str(); }

    /// Headers of the response, such as Allow or Retry-After.
    const std::vector<std::pair<std::string, std::string>>& headers() const noexcept { return headers_; }
    ApiError& withHeader(std::string name, std::string value);

    const std::string& logText() const noexcept { return logText_; }
    ApiError& withLogText(std::string text);

    // The statuses of interface/errors-and-limits.md, "Errors".
    static ApiError badRequest(std::string message, std::vector<Problem> problems = {});
    static ApiError unauthorized(std::string message);
    static ApiError forbidden(std::string message);
    /// "object 'x' was not found"; also for what belongs to another bucket.
    static ApiError notFound(const std::string& resource, const std::string& id);
    static ApiError conflict(std::string message);
    static ApiError tooLarge(std::string message);
    static ApiError unsupportedMediaType(std::string message);
    static ApiError tooManyRequests(std::string message, int retryAfterSeconds);
    /// 0 seconds: waiting does not help, and the answer has no Retry-After.
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
