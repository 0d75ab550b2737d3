#include "contents/incoming_content.h"

#include <fstream>
#include <stdexcept>

#include "contents/file_name.h"
#include "contents/file_type.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kHeadBytes = 64 * 1024;
constexpr std::size_t kPieceBytes = 256 * 1024;
constexpr std::size_t kPrefixLength =
    24;  // some 120 random bits: addresses of files are public and must not be guessed
constexpr int kSignsPerLease = 5;

// What a store throws becomes what the client hears.
template <class Work>
auto asked(Work&& work) {
    try {
        return work();
    } catch (const MediaStoreError& error) {
        throw error.toApiError();
    }
}

}  // namespace

IncomingContent::IncomingContent(ContentService& contents, std::string originalName, std::string declaredType)
    : contents_(contents),
      name_(storedName(asciiLower(randomToken(kPrefixLength)), originalName)),
      originalName_(std::move(originalName)),
      contentType_(std::move(declaredType)) {}

IncomingContent::~IncomingContent() {
    writer_.reset();
    if (!location_.empty()) contents_.abandon(location_, committed_);
}

void IncomingContent::count(std::int64_t bytes) {
    sizeBytes_ += bytes;
    const std::int64_t limit = contents_.settings().maxUploadBytes;
    if (sizeBytes_ > limit) {
        throw ApiError::tooLarge("the file is larger than the " + std::to_string(limit) + " bytes allowed");
    }
}

void IncomingContent::write(std::string_view bytes) {
    count(static_cast<std::int64_t>(bytes.size()));
    if (writer_) return store(bytes);
    head_ += bytes;
    if (head_.size() >= kHeadBytes) begin();
}

void IncomingContent::take(const std::filesystem::path& file, std::string digest) {
    file_ = file;
    digest_ = std::move(digest);
    std::ifstream bytes(file, std::ios::binary);
    std::string piece(kPieceBytes, '\0');
    while (bytes.read(piece.data(), static_cast<std::streamsize>(piece.size())) || bytes.gcount() > 0) {
        write(std::string_view(piece).substr(0, static_cast<std::size_t>(bytes.gcount())));
        if (adopted_ && !digest_.empty()) {
            return count(static_cast<std::int64_t>(std::filesystem::file_size(file)) - sizeBytes_);
        }
    }
    if (!bytes.eof()) throw std::runtime_error("the file '" + file.string() + "' of an upload cannot be read");
}

void IncomingContent::begin() {
    contentType_ = chooseType(head_, originalName_, contentType_);
    const MediaContentInfo info{contentType_, !isHarmlessType(contentType_), originalName_};
    lastSign_ = SteadyClock::now();
    ContentService::Begun begun = asked([&] { return contents_.begin(name_, info, file_); });
    location_ = std::move(begun.location);
    writer_ = std::move(begun.writer);
    adopted_ = begun.adopted;
    if (!adopted_) room_ = contents_.roomFor(name_);
    if (room_ && !file_.empty()) room_->require(static_cast<std::int64_t>(std::filesystem::file_size(file_)));
    store(head_);
    head_ = {};
}

void IncomingContent::store(std::string_view bytes) {
    if (bytes.empty()) return;
    if (digest_.empty()) hash_.update(bytes);
    if (room_) room_->take(static_cast<std::int64_t>(bytes.size()));
    if (!adopted_) asked([&] { writer_->write(bytes); });
    const SteadyClock::time_point now = SteadyClock::now();
    if (now - lastSign_ < std::chrono::milliseconds(contents_.settings().leaseMs / kSignsPerLease)) return;
    contents_.renew(location_);
    lastSign_ = now;
}

void IncomingContent::finish() {
    if (!writer_) begin();
    if (digest_.empty()) digest_ = hash_.finish();
    if (room_) room_->require(0);
    contents_.renew(location_);  // the sweep must not come between the commit and the record
    committed_ = true;
    asked([&] { writer_->commit(); });
    writer_.reset();
}

void IncomingContent::keep(Sql& sql) const {
    if (ContentStore(sql).keep({location_, digest_, sizeBytes_})) return;
    throw ApiError::unavailable("the upload stood still for too long; send it again", 1);
}

}  // namespace inkwell::media
