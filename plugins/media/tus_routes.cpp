#include "contents/file_conditions.h"
#include "inkwell/error.h"
#include "routes.h"

namespace inkwell::media {

namespace {

const std::string kUploads = "/v2/buckets/{bucket_slug}/media/tus";
const std::string kUpload = kUploads + "/{upload_id}";

constexpr int kCreated = 201;
constexpr int kNoContent = 204;
constexpr int kMethodNotAllowed = 405;
constexpr int kGone = 410;
constexpr int kPreconditionFailed = 412;
constexpr int kChecksumMismatch = 460;

// Every answer of ours, an error too, says which version we speak.
template <class Work>
Handler tus(Work work) {
    return [work = std::move(work)](const Request& request) {
        try {
            checkTusVersion(request);
            Response response = work(request);
            response.headers.emplace_back("Tus-Resumable", kTusVersion);
            return response;
        } catch (ApiError& error) {
            throw error.withHeader("Tus-Resumable", kTusVersion);
        }
    };
}

Response answer(int status, const StoredUpload& upload) {
    Response response;
    response.status = status;
    response.json = JsonObject{{"upload",
                                {{"id", upload.id},
                                 {"offset", upload.receivedBytes},
                                 {"length", upload.totalBytes},
                                 {"media", upload.mediaId.empty() ? Json() : Json(upload.mediaId)}}}};
    response.headers = {{"Upload-Offset", std::to_string(upload.receivedBytes)},
                        {"Upload-Expires", httpDate(upload.expiresAtMs)},
                        {"Cache-Control", "no-store"}};
    if (!upload.mediaId.empty()) response.headers.emplace_back("Inkwell-Media-Id", upload.mediaId);
    return response;
}

Response create(const Request& request, TusService& uploads) {
    const TusCreation creation = parseTusCreation(request);
    std::optional<TusChecksum> checksum = parseTusChecksum(request);
    StoredUpload upload = uploads.create(request.bucket(), request.access(), creation);
    if (hasTusPiece(request) && !upload.isComplete()) {
        try {
            upload =
                uploads.append(request.bucket(), request.access(), upload.id, 0, std::move(checksum), request.body());
        } catch (...) {
            uploads.giveUp(upload.id);  // the client is not told where it would go on
            throw;
        }
    }
    Response response = answer(kCreated, upload);
    // A path, because two listeners may have taken the request.
    response.headers.emplace_back("Location", "/v2/buckets/" + request.bucket().slug + "/media/tus/" + upload.id);
    return response;
}

Response show(const Request& request, TusService& uploads) {
    const StoredUpload upload = uploads.get(request.bucket(), request.access(), request.path("upload_id"));
    Response response = answer(200, upload);
    response.headers.emplace_back("Upload-Length", std::to_string(upload.totalBytes));
    if (!upload.givenMetadata.empty()) response.headers.emplace_back("Upload-Metadata", upload.givenMetadata);
    return response;
}

Response append(const Request& request, TusService& uploads) {
    if (!hasTusPiece(request)) {
        throw ApiError::unsupportedMediaType("the body must be a piece: send 'Content-Type: " + std::string(kTusType) +
                                             "'");
    }
    const std::int64_t offset = parseTusOffset(request);
    std::optional<TusChecksum> checksum = parseTusChecksum(request);
    return answer(kNoContent, uploads.append(request.bucket(), request.access(), request.path("upload_id"), offset,
                                             std::move(checksum), request.body()));
}

Response remove(const Request& request, TusService& uploads) {
    uploads.remove(request.bucket(), request.access(), request.path("upload_id"));
    Response response;
    response.status = kNoContent;
    return response;
}

// For clients behind a proxy that lets GET and POST through only.
Response postInstead(const Request& request, TusService& uploads) {
    const std::string method = request.header("X-HTTP-Method-Override").value_or("");
    if (method == "PATCH") return append(request, uploads);
    if (method == "DELETE") return remove(request, uploads);
    if (method == "HEAD") return show(request, uploads);
    throw ApiError(kMethodNotAllowed, "method_not_allowed",
                   "a POST to an upload needs the header 'X-HTTP-Method-Override' with PATCH, DELETE or HEAD")
        .withHeader("Allow", "GET, HEAD, PATCH, DELETE, OPTIONS");
}

Response describe(std::int64_t maxBytes) {
    Response response;
    response.status = kNoContent;
    response.headers = {{"Tus-Resumable", kTusVersion},
                        {"Tus-Version", kTusVersion},
                        {"Tus-Max-Size", std::to_string(maxBytes)},
                        {"Tus-Extension", "creation,creation-with-upload,termination,expiration,checksum"},
                        {"Tus-Checksum-Algorithm", kTusAlgorithms}};
    return response;
}

RouteDescription describedAs(const char* summary, std::vector<const char*> parameters, const char* body,
                             std::vector<std::pair<int, const char*>> answers) {
    answers.insert(answers.end(), {{kGone, ""}, {kPreconditionFailed, ""}});
    return {summary, std::move(parameters), body, "", std::move(answers)};
}

}  // namespace

void addTusRoutes(Registrar& registrar, TusService& uploads, std::int64_t maxBytes) {
    const auto piece = [maxBytes](RouteDescription description) {
        description.others.insert(description.others.end(), {{kChecksumMismatch, ""}, {kNoRoom, ""}});
        return RouteOptions{.body = BodyKind::Stream,
                            .onUploadListener = true,
                            .maxBodyBytes = maxBytes,
                            .description = std::move(description)};
    };
    const RouteOptions asked{
        .onUploadListener = true,
        .description = {.summary = "What is understood of tus", .others = {{kNoContent, "TusAbilities"}}}};
    const RouteOptions shown{
        .onUploadListener = true,
        .description = describedAs("How much of an upload has come", {"tus_version"}, "", {{200, "TusUpload"}})};
    const RouteOptions removed{
        .onUploadListener = true,
        .description = describedAs("Give an upload up", {"tus_version"}, "", {{kNoContent, "TusRemoved"}})};
    const Handler described = [maxBytes](const Request&) { return describe(maxBytes); };
    registrar.options(kUploads, Auth::Public, described, asked);
    registrar.options(kUpload, Auth::Public, described, asked);
    registrar.post(
        kUploads, Auth::WriteKey, tus([&uploads](const Request& request) { return create(request, uploads); }),
        piece(describedAs("Begin an upload in pieces", {"tus_version", "tus_length", "tus_metadata", "tus_checksum"},
                          "TusFirstPiece", {{kCreated, "TusCreated"}})));
    registrar.get(kUpload, Auth::WriteKey, tus([&uploads](const Request& request) { return show(request, uploads); }),
                  shown);
    registrar.patch(kUpload, Auth::WriteKey,
                    tus([&uploads](const Request& request) { return append(request, uploads); }),
                    piece(describedAs("Send a piece", {"tus_version", "tus_offset", "tus_checksum"}, "TusPiece",
                                      {{kNoContent, "TusTaken"}})));
    registrar.post(
        kUpload, Auth::WriteKey, tus([&uploads](const Request& request) { return postInstead(request, uploads); }),
        piece(describedAs("Send a piece, give up or look, by POST",
                          {"tus_version", "tus_method", "tus_offset_of_piece", "tus_checksum"}, "TusFirstPiece",
                          {{200, "TusUpload"}, {kNoContent, "TusTaken"}, {kMethodNotAllowed, ""}})));
    registrar.del(kUpload, Auth::WriteKey, tus([&uploads](const Request& request) { return remove(request, uploads); }),
                  removed);
}

}  // namespace inkwell::media
