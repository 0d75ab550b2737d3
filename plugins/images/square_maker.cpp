#include "square_maker.h"

#include <istream>
#include <iterator>
#include <map>
#include <sstream>

#include "inkwell/crypto.h"

namespace inkwell::images {

namespace {

MediaContent contentOf(const std::string& bytes) {
    MediaContent content;
    content.name = "upload";
    content.digest = toHex(sha256(bytes));
    content.sizeBytes = static_cast<std::int64_t>(bytes.size());
    content.read = [bytes](std::int64_t offset, std::int64_t length) -> std::shared_ptr<std::istream> {
        return std::make_shared<std::istringstream>(
            bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length)));
    };
    return content;
}

}  // namespace

std::string SquareMaker::square(const std::string& bytes, int side) {
    const std::string pixels = std::to_string(side);
    const std::map<std::string, std::string, std::less<>> wanted = {
        {"w", pixels}, {"h", pixels}, {"fit", "crop"}, {"fm", "jpg"}, {"bg", "ffffff"}};
    const ImageParams params = parseImageParams([&](std::string_view name) -> std::optional<std::string> {
        const auto found = wanted.find(name);
        return found == wanted.end() ? std::nullopt : std::optional(found->second);
    });
    const auto stream = Variant::open(images_.get("", contentOf(bytes), params));
    return {std::istreambuf_iterator<char>(*stream), std::istreambuf_iterator<char>()};
}

}  // namespace inkwell::images
