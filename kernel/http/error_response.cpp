#include "kernel/http/error_response.h"

#include <Poco/Exception.h>

#include <algorithm>

#include "inkwell/database.h"
#include "inkwell/error.h"
#include "inkwell/precondition.h"
#include "inkwell/text.h"
#include "kernel/http/answer_budget.h"
#include "kernel/http/wire/raw_head.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"
#include "kernel/runtime/log_line.h"

namespace inkwell::kernel {

namespace {

constexpr int kRetryAfterSeconds = 2;
constexpr int kBadRequest = 400;
constexpr int kUnauthorized = 401;

// RFC 9110, 11.6.1. Browsers open no window for this scheme.
void addChallenge(std::vector<std::pair<std::string, std::string>>& headers) {
    const bool isThere = std::any_of(headers.begin(), headers.end(),
                                     [](const auto& header) { return asciiLower(header.first) == "www-authenticate"; });
    if (!isThere) headers.emplace_back("WWW-Authenticate", "Bearer");
}

// What is refused may be quoted, and need not be UTF-8 as every answer must.
Response responseOf(const ApiError& error, const std::string& requestId) {
    JsonObject body{{"status", error.status()},
                    {"message", validUtf8(error.message())},
                    {"code", error.code()},
                    {"request_id", requestId}};
    if (error.status() == kBadRequest) {
        JsonArray problems;
        for (const Problem& problem : error.problems()) {
            problems.push_back(JsonObject{{"path", validUtf8(problem.path)}, {"message", validUtf8(problem.message)}});
        }
        body["problems"] = std::move(problems);
    }
    if (const auto* mismatch = dynamic_cast<const VersionMismatch*>(&error)) {
        if (mismatch->current() != nullptr) body["current"] = *mismatch->current();
    }
    Response response{error.status(), std::move(body), error.headers()};
    if (error.status() == kUnauthorized) addChallenge(response.headers);
    return response;
}

Response internalError(const std::string& requestId, const std::string& plugin, const std::string& logText) {
    makeLog(plugin)->error(logText);
    return responseOf(ApiError(500, "internal_error", "internal error; the log has the details under this request id"),
                      requestId);
}

bool isPassing(DatabaseError::Kind kind) {
    return kind == DatabaseError::Kind::Unavailable || kind == DatabaseError::Kind::ConnectionLost ||
           kind == DatabaseError::Kind::Conflict || kind == DatabaseError::Kind::OutcomeUnknown;
}

ApiError outcomeUnknown() {
    ApiError error(
        503, "outcome_unknown",
        "the database was lost while it stored the change, which is stored or not: read before you repeat it, "
        "or send a POST again with its 'Idempotency-Key'");
    error.withHeader("Retry-After", std::to_string(kRetryAfterSeconds));
    return error;
}

ApiError refusalOf(int status, int maxHeadBytes) {
    switch (status) {
        case 408:
            return ApiError(status, "timeout", "the request did not arrive in time");
        case 414:
            return ApiError(status, "address_too_long",
                            "the address is longer than the 51200 bytes allowed; a list can be asked for in parts");
        case 431:
            return ApiError(status, "head_too_large",
                            "the headers of the request are larger than is allowed: " + std::to_string(kMaxHeaders) +
                                " of them, " + std::to_string(kMaxValueBytes) + " bytes in the value of each, and " +
                                std::to_string(maxHeadBytes) + " together with the request line");
        case 503:
            return ApiError::unavailable("the server is busy; try again", 1);
        default:
            return ApiError::badRequest(
                "what came is no HTTP/1.1 request, or its headers are not written as RFC 9110 says; "
                "nothing more is read on this connection");
    }
}

}  // namespace

Response refusalResponse(int status, const std::string& requestId, int maxHeadBytes) {
    return responseOf(refusalOf(status, maxHeadBytes), requestId);
}

Response errorResponse(const std::string& requestId, const std::string& plugin) {
    try {
        throw;
    } catch (const ApiError& error) {
        if (!error.logText().empty()) makeLog(plugin)->warn(exceptionText());
        return responseOf(error, requestId);
    } catch (const AnswerRefused& error) {
        return responseOf(error.refusal(), requestId);
    } catch (const DatabaseError& error) {
        if (!isPassing(error.kind())) return internalError(requestId, plugin, exceptionText());
        makeLog(plugin)->warn(exceptionText());
        if (error.kind() == DatabaseError::Kind::OutcomeUnknown) return responseOf(outcomeUnknown(), requestId);
        return responseOf(
            ApiError::unavailable("the database is not available right now; try again", kRetryAfterSeconds), requestId);
    } catch (const Poco::Exception& error) {
        return internalError(requestId, plugin, error.displayText());
    } catch (...) {
        return internalError(requestId, plugin, exceptionText());
    }
}

}  // namespace inkwell::kernel
