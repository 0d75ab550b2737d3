#include "kernel/http/openapi/kernel_routes.h"

#include "inkwell/text.h"
#include "kernel/http/openapi/openapi.h"

namespace inkwell::kernel {

std::vector<Route> kernelRoutes(const LiveServerInfo& server, const Clock& clock, const CurrentSnapshot& current) {
    Handler status = [&server, &clock](const Request&) {
        return Response::ok({{"name", "inkwell"}, {"version", server.get().version}, {"time", isoTime(clock.nowMs())}});
    };
    const auto made = std::make_shared<OpenApi>(current, server);
    Handler openApi = [made](const Request&) { return Response::ok(*made->get()); };
    Handler health = [](const Request&) { return Response::ok({{"status", "ok"}}); };
    const RouteOptions ofStatus{.description = {.summary = "Name, version and time of the server", .answer = "Status"}};
    const RouteOptions ofOpenApi{
        .description = {.summary = "This document, in OpenAPI 3.1", .answer = "OpenApiDocument"}};
    const RouteOptions ofHealth{.onUploadListener = true,
                                .description = {.summary = "Whether the server lives", .answer = "Health"}};
    Route document{Method::Get, "/v2/openapi.json", Auth::Public, std::move(openApi), ofOpenApi, "kernel", true};
    document.finished = [made] { return made->finished(); };
    return {
        {Method::Get, "/v2/status", Auth::Public, std::move(status), ofStatus, "kernel", true},
        std::move(document),
        {Method::Get, "/health", Auth::Public, health, ofHealth, "kernel", true},
        {Method::Get, "/health/live", Auth::Public, std::move(health), ofHealth, "kernel", true},
    };
}

}  // namespace inkwell::kernel
