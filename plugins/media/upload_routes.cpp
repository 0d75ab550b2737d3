#include "inkwell/error.h"
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
Response upload(const Request& request, UploadService& uploads) {
    request.access().requireWriteMedia();
    MultipartReader reader(request.body(), request.header("Content-Type").value_or(""));
    UploadForm form(std::string(bearerToken(request.header("Authorization").value_or(""))));
    std::unique_ptr<IncomingContent> content;
    while (const std::optional<MultipartReader::Part> part = reader.next()) {
        form.see(part->name);
        if (part->name != "media") {
            form.take(part->name, reader.readText(part->name, UploadForm::kMaxTextBytes));
        } else if (!content) {
            content = receiveFile(request, uploads, reader, *part, form.fields);
        }
    }
    if (!content) {
        form.fields.problems.add("media", "is required: a file part of that name");
        uploads.check(request.bucket(), form.fields);
    }
    return Response::ok({{"media", uploads.create(request.bucket(), request.access().actor(), *content, form.fields)}});
}

}  // namespace

void addUploadRoutes(Registrar& registrar, UploadService& uploads) {
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
