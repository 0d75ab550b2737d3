#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "image_params.h"
#include "inkwell/http.h"
#include "inkwell/media_library.h"
#include "variant_cache.h"

/// Responses of `image_url`. `tag` is the ETag without its quotes.
namespace inkwell::images {

Response renderNotModified(const ImageParams& params, const std::string& tag);

/// The uploaded bytes; as an attachment if a browser could execute them.
Response renderOriginal(const MediaContent& media, const ImageParams& params, const std::string& tag);

Response renderVariant(std::shared_ptr<const Variant> variant, const MediaContent& media, const ImageParams& params,
                       const std::string& tag);

}  // namespace inkwell::images
