#include "routes.h"

#include <memory>
#include <utility>

#include "inkwell/error.h"
#include "openapi.h"

namespace inkwell::transfer {

namespace {

Response exportBucket(const Request& request, BucketFile& file) {
    Response response;
    response.headers = {{"Cache-Control", "no-store"},
                        {"Content-Disposition", "attachment; filename=\"" + request.bucket().slug + ".json\""}};
    response.stream = file.exportAll(request.bucket());
    return response;
}

JsonObject countsOf(const ImportSummary::Counts& counts) {
    return {{"created", counts.created}, {"updated", counts.updated}, {"unchanged", counts.unchanged}};
}

Response importBucket(const Request& request, BucketFile& file) {
    const bool isTrial = request.flag("dry_run", false);
    const auto bucket = std::make_shared<const Bucket>(request.bucket());
    const ImportSummary summary =
        file.importAll(bucket, request.access(), request.body(),
                       {.isTrial = isTrial, .requestId = request.id(), .takeRoom = [&](std::size_t bytes) {
                            request.takeRoom(bytes);
                        }});
    JsonObject sections;
    for (const auto& [name, counts] : summary.sections) sections[name] = countsOf(counts);
    JsonArray notes;
    for (const auto& [note, times] : summary.notes) notes.push_back({{"note", note}, {"times", times}});
    return Response::ok({{"dry_run", isTrial}, {"sections", std::move(sections)}, {"notes", std::move(notes)}});
}

}  // namespace

void addRoutes(Registrar& registrar, BucketFile& file, std::int64_t maxImportBytes) {
    registrar.openApi(kOpenApi);
    registrar.get("/v2/buckets/{bucket_slug}/export", Auth::BucketAdmin,
                  [&file](const Request& request) { return exportBucket(request, file); },
                  {.costly = true,
                   .description = {.summary = "The content of the bucket as one file", .answer = "TransferExport"}});
    registrar.post("/v2/buckets/{bucket_slug}/import", Auth::BucketAdmin,
                   [&file](const Request& request) { return importBucket(request, file); },
                   {.body = BodyKind::Stream,
                    .maxBodyBytes = maxImportBytes,
                    .costly = true,
                    .description = {.summary = "Take up the content of a file",
                                    .query = {"transfer_dry_run"},
                                    .body = "TransferFile",
                                    .answer = "TransferSummary"}});
}

}  // namespace inkwell::transfer
