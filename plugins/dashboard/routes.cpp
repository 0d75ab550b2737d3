#include "routes.h"

#include <algorithm>
#include <sstream>

#include "assets.h"
#include "delivery.h"
#include "inkwell/error.h"
#include "inkwell/precondition.h"
#include "inkwell/text.h"
#include "openapi.h"
#include "parts.h"

namespace inkwell::dashboard {

namespace {

constexpr int kNotModified = 304;
// Everything comes from this server and goes to it. Pictures are asked for at its own addresses, wherever the media
// store keeps them. Two policies of Trusted Types: stored HTML is shown in sandboxed frames, which the first fills, and
// read for the visual editor into documents that run and load nothing, by the second.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-src 'self' http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for "
    "'script'; "
    "trusted-types inkwell-frame inkwell-parse";

// Of the frame of a sandboxed part: an origin of its own, and nothing but its scripts and the style of the dashboard.
constexpr const char* kFramePolicy =
    "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
constexpr const char* kForEver = "public, max-age=31536000, immutable";

const Asset& find(const std::string& name) {
    const auto found =
        std::find_if(assets().begin(), assets().end(), [&](const Asset& asset) { return asset.name == name; });
    if (found != assets().end()) return *found;
    throw ApiError(
        404, "not_found",
        "there is no file '" + name + "' of the dashboard: it may be of another version; load the page again");
}

Response answer(const Request& request, std::string_view type, const std::string& tag, std::string text,
                const char* policy = kPolicy) {
    Response response;
    response.headers = {{"ETag", tag},
                        {"Content-Security-Policy", policy},
                        {"Referrer-Policy", "no-referrer"},
                        {"Cross-Origin-Opener-Policy", "same-origin"}};
    if (namesTag(request.header("If-None-Match").value_or(""), tag)) {
        response.status = kNotModified;
        return response;
    }
    const auto size = static_cast<std::int64_t>(text.size());
    response.stream = StreamBody{std::string(type), size, std::make_shared<std::istringstream>(std::move(text))};
    return response;
}

// Every address of the application is the same page: the script looks at the address.
Response page(const Request& request, Services& services) {
    const Asset& asset = find("index.html");
    std::string text =
        pageFor(asset, {{"@BASE@", pathOfAddress(services.server().baseUrl)}, {"@PARTS@", describeParts(services)}});
    const std::string tag = entityTagOf(text);
    Response response = answer(request, asset.type, tag, std::move(text));
    response.headers.emplace_back("Cache-Control", "no-cache");
    return response;
}

// The frame has no origin, and a module is only loaded there with the leave of where it comes from.
void addForAll(Response& response) {
    response.headers.emplace_back("Cache-Control", kForEver);
    response.headers.emplace_back("Access-Control-Allow-Origin", "*");
}

Response partFile(const Request& request, Services& services, const PartFile& part) {
    if (!part.isFrame) {
        Response response =
            answer(request, "text/javascript; charset=utf-8", entityTagOf(part.module), std::string(part.module));
        addForAll(response);
        return response;
    }
    const Asset& frame = find("frame.html");
    std::string text = pageFor(frame, {{"@BASE@", pathOfAddress(services.server().baseUrl)}, {"@PART@", part.script}});
    const std::string tag = entityTagOf(text);
    Response response = answer(request, frame.type, tag, std::move(text), kFramePolicy);
    response.headers.emplace_back("Cache-Control", "no-cache");
    return response;
}

Response file(const Request& request, Services& services) {
    if (const std::optional<PartFile> part = findPart(services, request.path("file"))) {
        return partFile(request, services, *part);
    }
    const Asset& asset = find(request.path("file"));
    const Delivery delivery = deliver(asset, request.header("Accept-Encoding"));
    // Each coding has a tag of its own.
    std::string tag = '"' + std::string(asset.digest);
    tag.append(delivery.coding.empty() ? "" : "-").append(delivery.coding).push_back('"');
    Response response = answer(request, asset.type, tag, std::string(delivery.bytes));
    addForAll(response);
    response.headers.emplace_back("Vary", "Accept-Encoding");
    if (response.stream && !delivery.coding.empty()) {
        response.headers.emplace_back("Content-Encoding", std::string(delivery.coding));
    }
    return response;
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services) {
    const RouteDescription ofPage{
        .summary = "The dashboard, as a page", .answer = "DashboardFile", .others = {{kNotModified, "DashboardKept"}}};
    const RouteDescription ofFile{.summary = "A script or the style of the dashboard",
                                  .answer = "DashboardFile",
                                  .others = {{kNotModified, "DashboardKept"}}};
    registrar.openApi(kOpenApi);
    for (const char* path :
         {"/dashboard", "/dashboard/{bucket}", "/dashboard/{bucket}/{screen}", "/dashboard/{bucket}/{screen}/{type}",
          "/dashboard/{bucket}/{screen}/{type}/{id}", "/dashboard/{bucket}/{screen}/{type}/{id}/{page}"}) {
        registrar.get(path, Auth::Public, [&services](const Request& request) { return page(request, services); },
                      {.description = ofPage});
    }
    // No bucket is called "-": below it are pages that belong to none, and the files.
    for (const char* path : {"/dashboard/-/invitation", "/dashboard/-/forgotten-password", "/dashboard/-/new-password",
                             "/dashboard/-/account", "/dashboard/-/server"}) {
        registrar.get(path, Auth::Public, [&services](const Request& request) { return page(request, services); },
                      {.description = ofPage});
    }
    registrar.get("/dashboard/-/{file}", Auth::Public,
                  [&services](const Request& request) { return file(request, services); }, {.description = ofFile});
}

}  // namespace inkwell::dashboard
