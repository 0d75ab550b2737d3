#include "kernel/http/kernel_routes.h"

#include "inkwell/text.h"

namespace inkwell::kernel {

std::vector<Route> kernelRoutes(const ServerInfo& server, const Clock& clock) {
    Handler status = [&server, &clock](const Request&) {
        return Response::ok({{"name", "inkwell"}, {"version", server.version}, {"time", isoTime(clock.nowMs())}});
    };
    Handler health = [](const Request&) { return Response::ok({{"status", "ok"}}); };
    return {
        {Method::Get, "/v2/status", Auth::Public, std::move(status), {}, "kernel", true},
        {Method::Get, "/health", Auth::Public, health, {.onUploadListener = true}, "kernel", true},
        {Method::Get, "/health/live", Auth::Public, std::move(health), {.onUploadListener = true}, "kernel", true},
    };
}

}  // namespace inkwell::kernel
