#include "routes.h"

#include <span>

#include "image_view.h"
#include "inkwell/client_network.h"
#include "inkwell/error.h"
#include "inkwell/precondition.h"
#include "inkwell/surrogate_keys.h"
#include "openapi.h"

namespace inkwell::images {

namespace {

MediaLibrary& libraryOf(Services& services) {
    auto* library = services.find<MediaLibrary>();
    if (library == nullptr) throw ApiError(404, "not_found", "there are no images: media are disabled");
    return *library;
}

MediaContent getMedia(const Request& request, MediaLibrary& library) {
    std::optional<MediaContent> media = library.open(request.bucket(), request.path("name"));
    if (!media) throw ApiError::notFound("media", request.path("name"));
    return std::move(*media);
}

// The point is one of the whole picture.
void takeFocalPoint(const Request& request, MediaLibrary& library, const std::string& name, ImageParams& params) {
    if (!params.byRecord || params.rect || params.trim) return;
    const auto records = library.findByName(request.bucket(), std::span(&name, 1));
    const Json* const point = records.empty() ? nullptr : records.front().fields.if_contains("focal_point");
    if (point == nullptr) return;
    params.crop = {0, 0, false, true};
    params.focalX = point->at("x").to_number<double>();
    params.focalY = point->at("y").to_number<double>();
}

Response answer(const Request& request, ImageService& images, const MediaContent& media, const ImageParams& params) {
    const bool isOriginal = !isChangeable(media.contentType) || canonicalParams(params).empty();
    const std::string tag = isOriginal ? media.digest : ImageService::keyOf(media, params);
    if (namesTag(request.header("If-None-Match").value_or(""), '"' + tag + '"')) return renderNotModified(params, tag);
    if (isOriginal) return renderOriginal(media, params, tag);
    return renderVariant(images.get(request.bucket().id, media, params, clientNetwork(request.clientAddress())), media,
                         params, tag);
}

Response serveImage(const Request& request, Services& services, ImageService& images) {
    MediaLibrary& library = libraryOf(services);
    const MediaContent media = getMedia(request, library);
    ImageParams params = parseImageParams([&](std::string_view name) { return request.query(name); });
    takeFocalPoint(request, library, media.name, params);
    params.byRecord = params.byRecord || media.name != request.path("name");
    if (params.autoFormat && !params.format) {
        // These may be animations, which AVIF files are not written as.
        const bool mayMove = media.contentType == "image/gif" || media.contentType == "image/webp";
        params.format = negotiate(request.header("Accept").value_or(""), images.writesAvif() && !mayMove);
    }
    Response response = answer(request, images, media, params);
    if (services.server().tellsCaches) {
        response.headers.emplace_back("Surrogate-Key", surrogateKeysOfFile(request.bucket().id, media.id));
    }
    return response;
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, ImageService& images) {
    const RouteDescription image{
        .summary = "An image of the media, changed as the parameters ask",
        .query = {"image_w",       "image_h",     "image_dpr",  "image_fit",  "image_ar",       "image_crop",
                  "image_fp_x",    "image_fp_y",  "image_rect", "image_trim", "image_orient",   "image_rot",
                  "image_flip",    "image_pad",   "image_bg",   "image_sat",  "image_bri",      "image_con",
                  "image_blur",    "image_sharp", "image_fm",   "image_q",    "image_lossless", "image_auto",
                  "image_palette", "image_dl"},
        .answer = "Image",
        .others = {{304, "NotModified"}, {422, ""}}};
    registrar.openApi(kOpenApi);
    registrar.get("/v2/images/{bucket_slug}/{name}", Auth::Public,
                  [&services, &images](const Request& request) { return serveImage(request, services, images); },
                  {.costly = true, .description = image});
}

}  // namespace inkwell::images
