#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>

#include <istream>
#include <memory>

#include "inkwell/http.h"
#include "kernel/http/body_source.h"
#include "kernel/http/connection_source.h"

namespace inkwell::kernel {

/// What must be done with a body's unread rest, so that it never becomes the connection's next request.
enum class Leftover { Nothing, Discard, Close };

/// The body of one request. Nothing is read, and no "100 Continue" sent, before the dispatcher asks for it, which is
/// after the gate. One thread; lives as long as the request.
class BodyReader {
public:
    BodyReader(Poco::Net::HTTPServerRequestImpl& request, Poco::Net::HTTPServerResponse& response);

    /// Throws ApiError 400 when the head is broken or its headers contradict each other about where the body ends:
    /// taking either side would let a second request be smuggled in.
    void checkFraming() const;

    /// The strict JSON body. ApiError: 415 for another content type, 413 over `maxBytes` (told by Content-Length before
    /// anything is read), 400 for an empty one unless `optional`, which makes it {}.
    Json readJson(std::int64_t maxBytes, bool optional);
    /// The raw body, for BodyKind::Stream; 413 over `maxBytes` (0: no limit), told by Content-Length before anything is
    /// read, else when it is passed. Throws ApiError out of the stream's operations when the sender fails.
    std::istream& stream(std::int64_t maxBytes);

    /// Whether reading it may have to wait for the client; short bodies are there with their heads (Connection).
    bool isAwaited() const;

    Leftover leftover() const noexcept;
    /// Bytes that are still to come when that is Leftover::Discard.
    std::int64_t remaining() const noexcept { return source_ ? source_->remaining() : length_; }

private:
    enum class Framing { None, Length, Chunked, Broken };
    static Framing framingOf(const Poco::Net::HTTPServerRequestImpl& request);
    BodySource& source(std::int64_t maxBytes = BodySource::kUnlimited);
    std::string readAll(std::int64_t maxBytes);

    Poco::Net::HTTPServerRequestImpl& request_;
    Poco::Net::HTTPServerResponse& response_;
    Framing framing_;
    std::int64_t length_;
    std::unique_ptr<ConnectionSource> connection_;  // under source_
    std::unique_ptr<BodySource> source_;
    std::unique_ptr<std::istream> stream_;
};

}  // namespace inkwell::kernel
