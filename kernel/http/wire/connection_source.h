#pragma once

#include <Poco/Net/StreamSocket.h>

#include <streambuf>

namespace inkwell::kernel {

/// The bytes of a connection from the end of a request's head on: first what Poco has read of them already, then the
/// socket itself, because Poco would make a system call for each 4 KB. Read by sgetn only, never past the body's
/// length, if it has one, which the caller counts. One thread.
class ConnectionSource : public std::streambuf {
public:
    /// `begun` is a stream buffer of Poco's over the request's session, of which nothing was read yet, and which leaves
    /// chunks as they are. Both must outlive this.
    ConnectionSource(std::streambuf& begun, Poco::Net::StreamSocket& socket) : begun_(begun), socket_(socket) {}

protected:
    /// Returns what is there after at most one wait, so that the caller can check the time; 0 only at the end of the
    /// connection. Throws Poco::Exception.
    std::streamsize xsgetn(char* to, std::streamsize count) override;

private:
    std::streambuf& begun_;
    Poco::Net::StreamSocket& socket_;
    bool filled_ = false;
};

}  // namespace inkwell::kernel
