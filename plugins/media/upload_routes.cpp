#include "inkwell/error.h"
#include "inkwell/precondition.h"
#include "records/media_access.h"
#include "routes.h"
#include "uploads/multipart_reader.h"

namespace inkwell::media {

namespace {

constexpr std::int64_t kFormBytes = 4 * 1024 * 1024;  // beside the file: boundaries, part headers, text parts

std::unique_ptr<IncomingContent> receiveFile(const Request& request, UploadService& uploads, MultipartReader& reader,
                                             const MultipartReader::Part& part, const UploadFields& fields) {
    if (!part.filename) {
        throw ApiError::badRequest("the part 'media' must be a file: its Content-Disposition names no filename");
    }
    uploads.check(request.bucket(), fields);
    std::unique_ptr<IncomingContent> content = uploads.begin(*part.filename, part.contentType);
    for (std::string_view bytes = reader.read(); !bytes.empty(); bytes = reader.read()) content->write(bytes);
    return content;
}

// The file is written as it comes, and becomes a record once the rest of the form has come too.
std::unique_ptr<IncomingContent> receive(const Request& request, UploadService& uploads, UploadForm& form) {
    uploads.expect(lengthOf(request));
    MultipartReader reader(request.body(), request.header("Content-Type").value_or(""));
    std::unique_ptr<IncomingContent> content;
    while (const std::optional<MultipartReader::Part> part = reader.next()) {
        form.see(part->name);
        if (part->name != "media") {
            const std::string text = reader.readText(part->name, UploadForm::kMaxTextBytes);
            request.takeRoom(memoryOfJson(text));  // held while the file comes
            form.take(part->name, text);
        } else if (!content) {
            content = receiveFile(request, uploads, reader, *part, form.fields);
        }
    }
    if (!content) {
        form.fields.problems.add("media", "is required: a file part of that name");
        uploads.check(request.bucket(), form.fields);
    }
    return content;
}

UploadForm formOf(const Request& request) {
    return UploadForm(std::string(bearerToken(request.header("Authorization").value_or(""))));
}

Response upload(const Request& request, UploadService& uploads) {
    request.access().requireWriteMedia();
    UploadForm form = formOf(request);
    const std::unique_ptr<IncomingContent> content = receive(request, uploads, form);
    return Response::ok({{"media", uploads.create(request.bucket(), request.access().actor(), *content, form.fields)}});
}

Response replace(const Request& request, UploadService& uploads, MediaService& media) {
    requireChangeMedia(request.access());
    const std::string& id = request.path("id");
    const std::optional<Precondition> ifMatch = preconditionOf(request);
    const auto current = [&] { return media.current(request.bucket(), request.access(), id); };
    // Before the bytes come, and again when they are there.
    writeVersion([&] { requireVersion(ifMatch, "media", id, current().version); }, current);
    UploadForm form = formOf(request);
    const std::unique_ptr<IncomingContent> content = receive(request, uploads, form);
    VersionedRecord replaced = writeVersion(
        [&] { return uploads.replace(request.bucket(), request.access(), id, *content, form, ifMatch); }, current);
    Response response = Response::ok({{"media", std::move(replaced.record)}});
    showVersion(response, replaced.version);
    return response;
}

}  // namespace

void addUploadRoutes(Registrar& registrar, UploadService& uploads, MediaService& media) {
    registrar.post("/v2/buckets/{bucket_slug}/media/{id}/replace", Auth::WriteKey,
                   [&](const Request& request) { return replace(request, uploads, media); },
                   {.body = BodyKind::Stream,
                    .onUploadListener = true,
                    .maxBodyBytes = uploads.settings().maxUploadBytes + kFormBytes,
                    .description = {.summary = "Replace the file of a media record",
                                    .query = {"if_match"},
                                    .body = "MediaUpload",
                                    .answer = "MediaAnswer",
                                    .others = {{507, ""}}}});
    registrar.post(
        "/v2/buckets/{bucket_slug}/media", Auth::WriteKey,
        [&uploads](const Request& request) { return upload(request, uploads); },
        {.body = BodyKind::Stream,
         .onUploadListener = true,
         .maxBodyBytes = uploads.settings().maxUploadBytes + kFormBytes,
         .description = {
             .summary = "Upload a file", .body = "MediaUpload", .answer = "MediaAnswer", .others = {{507, ""}}}});
}

}  // namespace inkwell::media
