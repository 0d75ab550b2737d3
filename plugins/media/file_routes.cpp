#include "contents/file_conditions.h"
#include "contents/file_type.h"
#include "contents/late_stream.h"
#include "inkwell/error.h"
#include "inkwell/surrogate_keys.h"
#include "inkwell/text.h"
#include "records/media_access.h"
#include "routes.h"

namespace inkwell::media {

namespace {

constexpr int kOk = 200;
constexpr int kPartial = 206;
constexpr int kNotModified = 304;
constexpr int kPreconditionFailed = 412;
constexpr int kOutOfRange = 416;

std::string servedType(const std::string& type) {
    const bool text = type.starts_with("text/") && isHarmlessType(type);
    return text ? type + "; charset=utf-8" : type;
}

std::vector<std::pair<std::string, std::string>> headersOf(const MediaContent& content, const FileState& state,
                                                           bool isFormerName) {
    const bool harmless = isHarmlessType(content.contentType);
    std::vector<std::pair<std::string, std::string>> headers = {
        {"ETag", state.etag},
        {"Cache-Control", isFormerName ? "public, max-age=300" : "public, max-age=31536000, immutable"},
        {"Accept-Ranges", "bytes"},
        {"Content-Disposition", std::string(harmless ? "inline" : "attachment") + "; filename*=UTF-8''" +
                                    percentEncoded(content.originalName)}};
    if (state.modifiedMs) headers.emplace_back("Last-Modified", httpDate(*state.modifiedMs));
    // Whatever opens it all the same, it runs nothing and reaches nothing.
    if (!harmless) headers.emplace_back("Content-Security-Policy", "default-src 'none'; sandbox");
    return headers;
}

ApiError outOfRange(std::int64_t sizeBytes) {
    return ApiError(kOutOfRange, "range_not_satisfiable",
                    "the file has " + std::to_string(sizeBytes) + " bytes; the range lies behind them")
        .withHeader("Content-Range", "bytes */" + std::to_string(sizeBytes));
}

Response serveFile(const Request& request, Services& services, MediaLibrary& media) {
    const std::string& name = request.path("name");
    const std::optional<MediaContent> content = media.open(request.bucket(), name);
    if (!content) throw ApiError::notFound("media file", name);
    const bool isFormerName = content->name != name;
    FileState state{'"' + content->digest + '"', content->createdAtMs, content->sizeBytes};
    if (isFormerName) state.modifiedMs.reset();  // a record keeps its date when its file is replaced
    const FilePart part = choosePart(request, state);
    if (part.status == kOutOfRange) throw outOfRange(content->sizeBytes);
    if (part.status == kPreconditionFailed) {
        throw ApiError(kPreconditionFailed, "precondition_failed", "the file is another than the one asked about");
    }
    Response response;
    response.status = part.status;
    response.headers = headersOf(*content, state, isFormerName);
    if (services.server().tellsCaches) {
        response.headers.emplace_back("Surrogate-Key", surrogateKeysOfFile(request.bucket().id, content->id));
    }
    if (part.status == kPartial) {
        response.headers.emplace_back("Content-Range", "bytes " + std::to_string(part.offset) + "-" +
                                                           std::to_string(part.offset + part.length - 1) + "/" +
                                                           std::to_string(content->sizeBytes));
    }
    if (part.status == kOk || part.status == kPartial) {
        response.stream = StreamBody{servedType(content->contentType), part.length,
                                     openLate([read = content->read, part] { return read(part.offset, part.length); })};
    }
    return response;
}

Response takeFile(const Request& request, MediaIntakeService& intake) {
    requireChangeMedia(request.access());
    const std::string& name = request.path("name");
    if (!intake.fill(request.bucket(), request.access().actor(), name, request.body(), lengthOf(request))) {
        throw ApiError::conflict("media '" + name + "' has its file already; POST .../media/{id}/replace replaces it");
    }
    return Response::message("media '" + name + "' has its file now");
}

}  // namespace

void addFileRoutes(Registrar& registrar, Services& services, MediaLibrary& media, MediaIntakeService& intake) {
    const RouteDescription file{
        .summary = "A file of the media",
        .query = {"media_range"},
        .answer = "MediaFile",
        .others = {
            {kPartial, "MediaFilePart"}, {kNotModified, "NotModified"}, {kPreconditionFailed, ""}, {kOutOfRange, ""}}};
    registrar.get("/v2/media-files/{bucket_slug}/{name}", Auth::Public,
                  [&services, &media](const Request& request) { return serveFile(request, services, media); },
                  {.description = file});
    registrar.put("/v2/buckets/{bucket_slug}/media-files/{name}", Auth::WriteKey,
                  [&intake](const Request& request) { return takeFile(request, intake); },
                  {.body = BodyKind::Stream,
                   .onUploadListener = true,
                   .maxBodyBytes = intake.settings().maxUploadBytes,
                   .description = {.summary = "Give an imported media record its file",
                                   .body = "MediaBytes",
                                   .answer = "Message",
                                   .others = {{507, ""}}}});
}

}  // namespace inkwell::media
