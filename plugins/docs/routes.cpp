#include "routes.h"

#include <algorithm>
#include <sstream>

#include "inkwell/error.h"
#include "inkwell/precondition.h"
#include "openapi.h"
#include "page.h"

namespace inkwell::docs {

namespace {

constexpr int kNotModified = 304;
// Everything comes from this server, and nothing leaves it.
constexpr const char* kPolicy =
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

const File& find(const std::string& name) {
    const auto found =
        std::find_if(files().begin(), files().end(), [&](const File& file) { return file.name == name; });
    if (found != files().end()) return *found;
    std::string pages;
    for (const File& file : files()) {
        if (file.isPage) pages.append(pages.empty() ? "'" : "', '").append(file.name);
    }
    throw ApiError(404, "not_found", "there is no page '" + name + "'; there are " + pages + "'");
}

Response serve(const Request& request, Services& services, const std::string& name) {
    const File& file = find(name);
    const std::string text = textFor(file, services.server().baseUrl);
    Response response;
    const std::string tag = entityTagOf(text);
    response.headers = {{"ETag", tag},
                        {"Cache-Control", "no-cache"},
                        {"Content-Security-Policy", kPolicy},
                        {"Referrer-Policy", "no-referrer"}};
    if (namesTag(request.header("If-None-Match").value_or(""), tag)) {
        response.status = kNotModified;
        return response;
    }
    response.stream = StreamBody{std::string(file.type), static_cast<std::int64_t>(text.size()),
                                 std::make_shared<std::istringstream>(text)};
    return response;
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services) {
    const RouteDescription ofGuide{.summary = "The guide and this reference, as a page",
                                   .answer = "DocsFile",
                                   .others = {{kNotModified, "DocsKept"}}};
    const RouteDescription ofFile{.summary = "Another page, or what the pages need",
                                  .answer = "DocsFile",
                                  .others = {{kNotModified, "DocsKept"}}};
    registrar.openApi(kOpenApi);
    for (const char* path : {"/", "/docs"}) {
        registrar.get(path, Auth::Public,
                      [&services](const Request& request) { return serve(request, services, "guide"); },
                      {.description = ofGuide});
    }
    registrar.get("/docs/{page}", Auth::Public,
                  [&services](const Request& request) { return serve(request, services, request.path("page")); },
                  {.description = ofFile});
}

}  // namespace inkwell::docs
