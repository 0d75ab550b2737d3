#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/http.h"
#include "kernel/http/answer_budget.h"

namespace inkwell::kernel {

/// A StreamBody ended, or failed, before its length was sent, or a LiveBody failed: for the log.
class BrokenStream : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The form of response that the client asked for.
struct AnswerForm {
    bool isRead = false;  // GET or HEAD: the response carries an ETag
    bool pretty = false;
    bool gzip = false;
    std::string ifNoneMatch = {};
    std::string sharedControl = {};  // the Cache-Control of a public read that caches between may keep; "" for others
    AnswerShare* share = nullptr;    // if set, is told of the memory of text and compressed form, before it is taken
};

/// A finished response, ready to be sent.
struct Answer {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::shared_ptr<const std::string> sharedBody;    // if set, sent in place of body
    std::optional<StreamBody> stream = std::nullopt;  // if set, sent in place of both
    std::optional<LiveBody> live = std::nullopt;      // if set, sent in place of all three

    std::string_view text() const noexcept { return sharedBody ? std::string_view(*sharedBody) : body; }
};

/// The body of a successful read, made once for many clients. Immutable once shared.
struct FinishedRead {
    std::shared_ptr<const std::string> text;
    std::shared_ptr<const std::string> gzip;  // null until a client asked for it
    std::string tag;                          // the ETag without its quotes: version, if there is one, and digest
    std::string keys = {};                    // surrogateKeysOf; "" while caches between keep nothing
};

/// True if Accept-Encoding permits gzip; q=0 forbids it. Any thread.
bool acceptsGzip(std::string_view acceptEncoding);

/// Adds JSON text, ETag, 304, compression and the headers of every response (interface/reads-and-queries.md,
/// "Caching"). A header that `response` already has stays as it is. Throws std::logic_error for a header with a line
/// break, through which text could become a header. Any thread.
Answer renderAnswer(const Response& response, const AnswerForm& form);

/// Takes the header of showVersion (inkwell/precondition.h) out of `headers`. Returns what stands in front of the
/// digest in the ETag: "7-", or "". Any thread.
std::string takeVersion(std::vector<std::pair<std::string, std::string>>& headers);

/// The body and tag of a successful response to a read, in no more memory than they need. `version` is what takeVersion
/// returned. Any thread.
FinishedRead finishRead(const Response& response, const AnswerForm& form, std::string_view version = {});
/// True if `form` asks for the compressed body and that does not exist yet.
bool needsPacking(const FinishedRead& read, const AnswerForm& form);
/// Makes the compressed body, in no more memory than it needs.
void pack(FinishedRead& read, const AnswerForm& form);
/// As renderAnswer of a response with the body `read`, status 200 and no headers, but that a public read carries its
/// keys and may be kept by caches between. If needsPacking says so, `read` must
/// be packed first. Any thread.
Answer answerRead(const FinishedRead& read, const AnswerForm& form);

/// Reads a short stream into memory, so that no thread waits for its reader. Throws BrokenStream when it ends early,
/// ApiError 503 when reading fails, and what the stream throws.
void gatherShortStream(Answer& answer);

/// Waits for the first byte of a stream, while the client can still be told that there is none. Throws as above.
void awaitStream(Answer& answer);

/// The whole response as it is sent over the wire, for a connection without a request. Any thread.
std::string wireText(const Answer& answer);

/// Sends `answer`, to HEAD without its body. Returns how many bytes of the body were sent, or left to the waiting room
/// because the client did not take them at once (ConnectionSocket::sendLast). A stream is sent as it is read, in
/// constant memory; a live body piece by piece until it ends or `mustEnd` returns true (asked several times a second);
/// all else in one piece. Throws Poco::Exception when the client is gone, BrokenStream when the stream ended early; the
/// connection must close then.
std::int64_t sendAnswer(const Answer& answer, Poco::Net::HTTPServerRequestImpl& request,
                        Poco::Net::HTTPServerResponse& response, const std::function<bool()>& mustEnd);

}  // namespace inkwell::kernel
