#pragma once

#include <string>
#include <string_view>

#include "inkwell/export.h"

namespace Poco {
template <class C>
class AutoPtr;
namespace Net {
class Context;
class StreamSocket;
}  // namespace Net
}  // namespace Poco

namespace inkwell {

/// The TLS context for a plugin's outgoing connections: TLS 1.2 or newer (RFC 8996), and a certificate that is issued
/// for the host's name, even if that is this machine, by an authority of the system or of the PEM file `caFile` ("":
/// only the system's). Callers include <Poco/Net/Context.h> and link Poco::NetSSL. Any thread; the context may be
/// shared by threads. Throws std::runtime_error, "'<setting>' cannot be used: ...", for a `caFile` that cannot be
/// read.
INKWELL_API Poco::AutoPtr<Poco::Net::Context> tlsContext(const std::string& caFile, std::string_view setting);

/// Performs the TLS handshake on a blocking socket that is connected to `host`, a name or an IP address, which must be
/// in the peer's certificate. Blocks as long as the peer likes (use Watchdog). Throws std::runtime_error with a
/// sentence that names the host and, for a certificate that is not accepted, the reason. One thread per socket.
INKWELL_API Poco::Net::StreamSocket secured(const Poco::Net::StreamSocket& socket, const std::string& host,
                                            const Poco::AutoPtr<Poco::Net::Context>& context);

}  // namespace inkwell
