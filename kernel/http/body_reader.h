#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/HTTPStream.h>

#include <cstddef>
#include <functional>
#include <istream>
#include <memory>
#include <optional>

#include "inkwell/http.h"
#include "kernel/http/body_source.h"
#include "kernel/http/wire/connection_source.h"

namespace inkwell::kernel {

/// What to do with the unread rest of a body, so that it is never taken for the connection's next request.
enum class Leftover { Nothing, Discard, Close };

/// The body of one request. Nothing is read, and no "100 Continue" sent, before the dispatcher asks for it, after the
/// gatekeeper. One thread; lives as long as the request.
class BodyReader {
public:
    /// `arrived` is how many bytes had come behind the head when the request began.
    BodyReader(Poco::Net::HTTPServerRequestImpl& request, Poco::Net::HTTPServerResponse& response, std::size_t arrived);

    /// Parses the body as strict JSON. Throws ApiError: 415 for another content type, 413 over `maxBytes` (unread if
    /// Content-Length says so), 400 for an empty body; if `optional`, that returns {}. Before a body is parsed `admit`
    /// is told how many bytes of memory that may take; what it throws refuses the body.
    Json readJson(std::int64_t maxBytes, bool optional, const std::function<void(std::size_t)>& admit);
    /// The raw body, for BodyKind::Stream. ApiError 413 over `maxBytes` (0: no limit): at once if Content-Length says
    /// so, else when the limit is passed. The stream's operations throw ApiError when the sender fails.
    std::istream& stream(std::int64_t maxBytes);

    /// From now on `ask` is called while the body is read: with its last bytes, and before once a second at most. What
    /// it throws reaches whoever reads, and ends the connection.
    void keepAsking(std::function<void()> ask);

    /// What is read from now on counts in `digest`, which must outlive this.
    void watch(BodyDigest& digest) noexcept;
    /// Takes the rest of the body, so that all of it has been watched. Throws as stream() does.
    void readToEnd(std::int64_t maxBytes);

    /// Whether some of the body had still to come when the request began, so that reading may wait for the client.
    bool isAwaited() const noexcept { return isAwaited_; }

    Leftover leftover() const noexcept;
    /// Bytes still to come when leftover() is Discard.
    std::int64_t remaining() const noexcept { return source_ ? source_->remaining() : length_; }

private:
    enum class Framing { None, Length, Chunked };
    static Framing framingOf(const Poco::Net::HTTPServerRequestImpl& request);
    BodySource& source(std::int64_t maxBytes = BodySource::kUnlimited);
    std::string readAll(std::int64_t maxBytes);

    Poco::Net::HTTPServerRequestImpl& request_;
    Poco::Net::HTTPServerResponse& response_;
    Framing framing_;
    std::int64_t length_;
    bool isAwaited_;
    BodyDigest* watcher_ = nullptr;
    std::optional<Poco::Net::HTTPStreamBuf> undecoded_;  // under connection_
    std::unique_ptr<ConnectionSource> connection_;       // under source_
    std::unique_ptr<BodySource> source_;
    std::unique_ptr<std::istream> stream_;
};

}  // namespace inkwell::kernel
