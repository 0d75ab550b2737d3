#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "image_params.h"
#include "inkwell/http.h"
#include "inkwell/media_library.h"
#include "variant_cache.h"

/// Answers of `image_url`. `tag` is the ETag without its quotes.
namespace inkwell::images {

/// True when an If-None-Match header names the tag, weakly or not, or is "*" (RFC 9110, 13.1.2).
bool matchesTag(std::string_view ifNoneMatch, std::string_view tag);

Response renderNotModified(const ImageParams& params, const std::string& tag);

/// The uploaded bytes; what a browser could run as an attachment.
Response renderOriginal(const MediaContent& media, const ImageParams& params, const std::string& tag);

Response renderVariant(std::shared_ptr<const Variant> variant, const MediaContent& media, const ImageParams& params,
                       const std::string& tag);

}  // namespace inkwell::images
