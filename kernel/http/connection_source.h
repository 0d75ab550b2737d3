#pragma once

#include <Poco/Net/StreamSocket.h>

#include <streambuf>

namespace inkwell::kernel {

/// The bytes of a connection from the end of a request's head on, for a body with a Content-Length: first what Poco has
/// read of it already, then the socket itself. Poco alone asks the system for each 4 KB. Read by sgetn only, never past
/// the body's length, which the caller counts. One thread.
class ConnectionSource : public std::streambuf {
public:
    /// `begun` is the request's own stream buffer, of which nothing was read yet; both must outlive this.
    ConnectionSource(std::streambuf& begun, Poco::Net::StreamSocket& socket) : begun_(begun), socket_(socket) {}

protected:
    /// Fewer than `count` only at the end of the connection. Throws Poco::Exception.
    std::streamsize xsgetn(char* to, std::streamsize count) override;

private:
    std::streamsize takeBegun(char* to, std::streamsize count);

    std::streambuf& begun_;
    Poco::Net::StreamSocket& socket_;
    bool filled_ = false;
    bool emptied_ = false;
};

}  // namespace inkwell::kernel
