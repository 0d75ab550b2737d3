#include <string>
#include <utility>

#include "inkwell/precondition.h"
#include "routes.h"

namespace inkwell::revisions {

namespace {

const std::string kObject = "/v2/buckets/{bucket_slug}/objects/{id}";

std::string required(const Request& request, const char* name) {
    std::string value = request.query(name).value_or("");
    if (!value.empty()) return value;
    throw ApiError::badRequest("the parameter '" + std::string(name) +
                               "' is required: the id of a revision, 'live' or 'draft'");
}

}  // namespace

void addHistoryRoutes(Registrar& registrar, HistoryService& history) {
    const auto compare = [&history](const Request& request) {
        request.requireReadDrafts();
        const std::string from = required(request, "from");
        const std::string to = required(request, "to");
        return Response::ok({{"changes", history.compare(request.bucket(), request.path("id"), from, to)}});
    };
    const auto restore = [&history](const Request& request) {
        const Restoration asked = parseRestoration(request.json());
        VersionedRecord restored =
            history.restore(request.bucket(), request.access(), request.path("id"), asked, preconditionOf(request));
        Response response = Response::ok({{"object", std::move(restored.record)}});
        showVersion(response, restored.version);
        return response;
    };
    registrar.get(kObject + "/compare", Auth::ReadKey, compare,
                  {.description = {.summary = "What differs between two versions of an object, field by field",
                                   .query = {"compare_from", "compare_to"},
                                   .answer = "ObjectComparison",
                                   .others = {{403, ""}}}});
    registrar.post(kObject + "/restore", Auth::WriteKey, restore,
                   {.body = BodyKind::Json,
                    .description = {.summary = "Restore a revision of an object, or some of its fields",
                                    .query = {"if_match"},
                                    .body = "ObjectRestoration",
                                    .answer = "ObjectAnswer"}});
}

}  // namespace inkwell::revisions
