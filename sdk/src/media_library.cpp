#include "inkwell/media_library.h"

namespace inkwell {

std::optional<std::string> findMediaName(MediaLibrary& media, const Bucket& bucket, const std::string& given,
                                         bool hostedClients) {
    const std::size_t slash = hostedClients ? given.rfind('/') : std::string::npos;
    const bool isAddress = slash != std::string::npos;
    const std::string name = isAddress ? given.substr(slash + 1) : given;
    const std::vector<MediaLibrary::Record> found = media.findByName(bucket, std::span(&name, 1));
    if (found.empty() || (isAddress && textOf(found.front().fields, "image_url") != given)) return std::nullopt;
    return name;
}

}  // namespace inkwell
