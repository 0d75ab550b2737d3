#pragma once

#include <Poco/Net/StreamSocket.h>

#include <streambuf>

namespace inkwell::kernel {

/// The bytes of a connection from the end of a request's head on: first what Poco has read of them already, then, for a
/// body with a Content-Length, the socket itself, because Poco would make a system call for each 4 KB. Read by sgetn
/// only, never past the body's length, which the caller counts. One thread.
class ConnectionSource : public std::streambuf {
public:
    /// `begun` is the request's own stream buffer, of which nothing was read yet; without a `socket` all bytes come
    /// from it. Both must outlive this.
    ConnectionSource(std::streambuf& begun, Poco::Net::StreamSocket* socket) : begun_(begun), socket_(socket) {}

protected:
    /// Returns what is there after at most one wait, so that the caller can check the time; 0 only at the end of the
    /// connection, or of a chunked body. Throws Poco::Exception.
    std::streamsize xsgetn(char* to, std::streamsize count) override;

private:
    std::streambuf& begun_;
    Poco::Net::StreamSocket* const socket_;
    bool filled_ = false;
};

}  // namespace inkwell::kernel
