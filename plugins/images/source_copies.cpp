#include "source_copies.h"

#include <utility>
#include <vector>

#include "inkwell/error.h"
#include "temporary_file.h"

namespace inkwell::images {

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr int kRetryAfterSeconds = 5;

Descriptor copyOf(const MediaContent& media, const std::filesystem::path& folder) {
    const std::shared_ptr<std::istream> in = media.read(0, media.sizeBytes);
    Descriptor file = createUnnamed(folder);
    std::vector<char> piece(kPieceBytes);
    std::int64_t copied = 0;
    while (in->read(piece.data(), static_cast<std::streamsize>(piece.size())), in->gcount() > 0) {
        writeAll(file.get(), {piece.data(), static_cast<std::size_t>(in->gcount())},
                 "a media file could not be copied for processing");
        copied += in->gcount();
    }
    if (copied == media.sizeBytes) return file;
    throw ApiError::unavailable("the file could not be read to its end; try again", kRetryAfterSeconds)
        .withLogText("the media store gave " + std::to_string(copied) + " of the " + std::to_string(media.sizeBytes) +
                     " bytes of '" + media.name + "'");
}

}  // namespace

Descriptor SourceCopies::get(const MediaContent& media) {
    std::shared_ptr<Copy> copy;
    std::shared_ptr<Copy> before;  // closed outside of the lock
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(byDigest_, [](const auto& one) { return one.second.expired(); });
        copy = byDigest_[media.digest].lock();
        if (!copy) byDigest_[media.digest] = copy = std::make_shared<Copy>();
        before = std::exchange(last_, copy);
    }
    const std::lock_guard lock(copy->mutex);
    if (!copy->file) copy->file = copyOf(media, folder_());
    return openAgain(copy->file.get());
}

void SourceCopies::forget() {
    std::shared_ptr<Copy> before;
    const std::lock_guard lock(mutex_);
    before = std::move(last_);
}

}  // namespace inkwell::images
