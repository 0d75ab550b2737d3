#pragma once

#include <Poco/Net/StreamSocket.h>

namespace inkwell::kernel {

/// Says that no more comes and takes what is still under way, for two seconds at most: closing with bytes unread resets
/// the connection, and the client may lose the answer it was sent (RFC 9112, 9.6). Blocks; throws Poco::Exception.
void linger(Poco::Net::StreamSocket socket);

}  // namespace inkwell::kernel
