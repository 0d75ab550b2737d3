#pragma once

#include <string>
#include <utility>
#include <vector>

#include "inkwell/export.h"
#include "inkwell/http.h"

namespace inkwell {

/// The routes of this server, for a plugin that speaks another protocol than they do (decision 0033). From the kernel
/// itself: a plugin lists it under `uses`, and finds it while a server serves. Any thread.
class INKWELL_API ServerRoutes {
public:
    static constexpr const char* kServiceId = "inkwell.server-routes/1";
    virtual ~ServerRoutes() = default;

    struct Call {
        Method method = Method::Get;
        std::string path;                                             // percent-encoded, without parameters
        std::vector<std::pair<std::string, std::string>> query = {};  // decoded
        std::vector<std::pair<std::string, std::string>> headers = {};
        Json body = nullptr;     // of a route that takes JSON
        std::string bytes = {};  // of a route that takes a stream, whose Content-Type is among the headers
    };

    /// Carries out a request of the client of `from`, on the same thread: route, gatekeeper, limits, handler. Of `from`
    /// it takes id, address and the header Authorization alone. A refusal is returned as the response that a client
    /// would get, with its status and body. The JSON is in memory of its own; ETag has the version alone, if there is
    /// one. Throws std::logic_error for a route that answers with bytes.
    virtual Response call(const Request& from, Call call) = 0;
};

}  // namespace inkwell
