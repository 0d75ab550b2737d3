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

namespace inkwell::kernel {

/// A StreamBody ended, or failed, before its length was sent, or a LiveBody failed: for the log.
class BrokenStream : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What the client asked about the form of its answer.
struct AnswerForm {
    bool isRead = false;  // GET or HEAD: the answer carries an ETag
    bool pretty = false;
    bool gzip = false;
    std::string ifNoneMatch;
};

/// A finished answer: nothing is left to do but to send it.
struct Answer {
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::shared_ptr<const std::string> sharedBody;    // if set, sent in place of body
    std::optional<StreamBody> stream = std::nullopt;  // if set, sent in place of both
    std::optional<LiveBody> live = std::nullopt;      // likewise

    std::string_view text() const noexcept { return sharedBody ? std::string_view(*sharedBody) : body; }
};

/// The body of a successful read, made once for many clients. Not changed after it is shared.
struct FinishedRead {
    std::shared_ptr<const std::string> text;
    std::shared_ptr<const std::string> gzip;  // null until a client asked for it
    std::string digest;                       // the ETag without its quotes
};

/// True when an an Accept-Encoding header allows gzip; q=0 does not. Any thread.
bool acceptsGzip(std::string_view acceptEncoding);

/// JSON text, ETag, 304, compression and the headers that every answer has (where-silent.md, "Reads" and "Answers and
/// errors"). A header that the response brings stays as it is. Throws std::logic_error for a header with a line break
/// in it, which would let a text become a header. Any thread.
Answer renderAnswer(const Response& response, const AnswerForm& form);

/// The body and tag of a successful answer to a read. Any thread.
FinishedRead finishRead(const Json& json, bool pretty);
/// True when `form` asks for the compressed body and that is still to be made.
bool needsPacking(const FinishedRead& read, const AnswerForm& form);
/// Makes the compressed body.
void pack(FinishedRead& read);
/// What renderAnswer makes of a response with `read` for its body, status 200 and no headers. `read` is packed where
/// needsPacking says so. Any thread.
Answer answerRead(const FinishedRead& read, const AnswerForm& form);

/// The whole answer as it goes over the wire, for a connection without a request. Any thread.
std::string wireText(const Answer& answer);

/// Sends `answer`, to HEAD without its body; returns the bytes of the body sent, or left to the waiting room because
/// the client does not take them at once (ConnectionSocket::sendLast). All goes in one piece but a stream, which is
/// sent as it is read, with constant memory, and a live body, which is sent piece by piece until it ends or `mustEnd`
/// says so (asked several times a second). Throws Poco::Exception when the client is gone, BrokenStream when the stream
/// ended early; the connection must close then.
std::int64_t sendAnswer(const Answer& answer, Poco::Net::HTTPServerRequestImpl& request,
                        Poco::Net::HTTPServerResponse& response, const std::function<bool()>& mustEnd);

}  // namespace inkwell::kernel
