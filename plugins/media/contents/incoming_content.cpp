#include "contents/incoming_content.h"

#include "contents/file_name.h"
#include "contents/file_type.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kHeadBytes = 64 * 1024;
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

void IncomingContent::write(std::string_view bytes) {
    sizeBytes_ += static_cast<std::int64_t>(bytes.size());
    const std::int64_t limit = contents_.settings().maxUploadBytes;
    if (sizeBytes_ > limit) {
        throw ApiError::tooLarge("the file is larger than the " + std::to_string(limit) + " bytes allowed");
    }
    if (writer_) return store(bytes);
    head_ += bytes;
    if (head_.size() >= kHeadBytes) begin();
}

void IncomingContent::begin() {
    contentType_ = chooseType(head_, originalName_, contentType_);
    const MediaContentInfo info{contentType_, !isHarmlessType(contentType_)};
    lastSign_ = SteadyClock::now();
    ContentService::Begun begun = asked([&] { return contents_.begin(name_, info); });
    location_ = std::move(begun.location);
    writer_ = std::move(begun.writer);
    store(head_);
    head_ = {};
}

void IncomingContent::store(std::string_view bytes) {
    if (bytes.empty()) return;
    hash_.update(bytes);
    asked([&] { writer_->write(bytes); });
    const SteadyClock::time_point now = SteadyClock::now();
    if (now - lastSign_ < std::chrono::milliseconds(contents_.settings().leaseMs / kSignsPerLease)) return;
    contents_.renew(location_);
    lastSign_ = now;
}

void IncomingContent::finish() {
    if (!writer_) begin();
    digest_ = hash_.finish();
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
