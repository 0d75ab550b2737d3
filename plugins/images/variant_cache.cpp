#include "variant_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <streambuf>
#include <system_error>
#include <vector>

#include "descriptor.h"
#include "inkwell/crypto.h"
#include "inkwell/folder.h"
#include "temporary_file.h"

namespace inkwell::images {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr std::size_t kDigestBytes = 16;
constexpr std::size_t kLengthDigits = 4;
constexpr std::int64_t kBlockBytes = 4096;
constexpr std::int64_t kRowBytes = 512;  // of memory

std::size_t readAt(int file, char* into, std::size_t size, std::int64_t offset) {
    std::size_t got = 0;
    while (got < size) {
        const ssize_t one = ::pread(file, into + got, size - got, offset + static_cast<std::int64_t>(got));
        if (one < 0 && errno == EINTR) continue;
        if (one <= 0) break;
        got += static_cast<std::size_t>(one);
    }
    return got;
}

class VariantBuffer : public std::streambuf {
public:
    explicit VariantBuffer(std::shared_ptr<const Variant> variant) : variant_(std::move(variant)) {}

protected:
    int_type underflow() override {
        const std::int64_t left = variant_->sizeBytes() - offset_;
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::int64_t>(left, kPieceBytes));
        const std::size_t got = readAt(variant_->file(), piece_.data(), wanted, offset_);
        if (got == 0) return traits_type::eof();
        offset_ += static_cast<std::int64_t>(got);
        setg(piece_.data(), piece_.data(), piece_.data() + got);
        return traits_type::to_int_type(piece_[0]);
    }

private:
    std::shared_ptr<const Variant> variant_;
    std::int64_t offset_ = 0;
    std::vector<char> piece_ = std::vector<char>(kPieceBytes);
};

class VariantStream : public std::istream {
public:
    explicit VariantStream(std::shared_ptr<const Variant> variant)
        : std::istream(nullptr), buffer_(std::move(variant)) {
        rdbuf(&buffer_);
    }

private:
    VariantBuffer buffer_;
};

// Of the first `size` bytes, and of `more` behind them.
std::string digestOf(int file, std::int64_t size, std::string_view more = "") {
    Digest digest;
    std::vector<char> piece(kPieceBytes);
    for (std::int64_t at = 0; at < size;) {
        const auto wanted = static_cast<std::size_t>(std::min<std::int64_t>(size - at, kPieceBytes));
        const std::size_t got = readAt(file, piece.data(), wanted, at);
        if (got == 0) break;
        digest.add({piece.data(), got});
        at += static_cast<std::int64_t>(got);
    }
    digest.add(more);
    return digest.finish().substr(0, kDigestBytes);
}

bool isWhole(int file, std::int64_t fileBytes) {
    const std::int64_t end = fileBytes - static_cast<std::int64_t>(kDigestBytes);
    std::string stored(kDigestBytes, '\0');
    if (readAt(file, stored.data(), stored.size(), end) != stored.size()) return false;
    return stored == digestOf(file, end);
}

// A file is the picture, its source ("<bucket's id>/<name>"), the length of that in hex, and a digest of all before.
std::optional<Source> sourceIn(int file, std::int64_t fileBytes) {
    const auto tailBytes = static_cast<std::int64_t>(kLengthDigits + kDigestBytes);
    std::string digits(kLengthDigits, '\0');
    if (fileBytes < tailBytes || readAt(file, digits.data(), digits.size(), fileBytes - tailBytes) != digits.size())
        return std::nullopt;
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length, 16);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    std::string text(length, '\0');
    const std::int64_t begin = fileBytes - tailBytes - static_cast<std::int64_t>(length);
    if (begin < 0 || readAt(file, text.data(), length, begin) != length) return std::nullopt;
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return std::nullopt;
    return Source{text.substr(0, slash), text.substr(slash + 1)};
}

int openFile(const fs::path& path, int flags) { return ::open(path.c_str(), flags | O_CLOEXEC); }

std::int64_t sizeOf(int file) {
    struct stat facts {};
    return ::fstat(file, &facts) == 0 ? facts.st_size : 0;
}

bool isKey(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::optional<Format> formatOf(const fs::path& path) {
    const std::string extension = path.extension().string();
    return extension.empty() ? std::nullopt : findFormat(extension.substr(1));
}

/// Removes the file, if it still has that name.
struct NamedFile {
    fs::path path;
    ~NamedFile() {
        if (!path.empty()) ::unlink(path.c_str());
    }
};

}  // namespace

Variant::~Variant() { ::close(file_); }

std::shared_ptr<std::istream> Variant::open(std::shared_ptr<const Variant> variant) {
    return std::make_shared<VariantStream>(std::move(variant));
}

fs::space_info VariantCache::look(const fs::path& folder) {
    std::error_code unknown;  // then nothing
    const fs::space_info space = fs::space(folder, unknown);
    return unknown ? fs::space_info{0, 0, 0} : space;
}

VariantCache::VariantCache(fs::path folder, std::int64_t maxBytes, Log* log, Look look)
    : folder_(std::move(folder)), maxBytes_(maxBytes), log_(log), look_(std::move(look)) {
    fs::create_directories(folder_ / "variants");
    fs::remove_all(folder_ / "unfinished");
    fs::create_directories(folder_ / "unfinished");
    takeOver();
    makeRoom();
}

std::string VariantCache::Entry::label() const {
    const std::string text = source.bucketId + "/" + source.name;
    std::string digits;
    for (int shift = 4 * (static_cast<int>(kLengthDigits) - 1); shift >= 0; shift -= 4)
        digits += "0123456789abcdef"[(text.size() >> shift) & 15];
    return text + digits;
}

std::int64_t VariantCache::Entry::pictureBytes() const {
    return fileBytes - static_cast<std::int64_t>(label().size() + kDigestBytes);
}

// A small picture takes more of the disk, and of memory, than it is long.
std::int64_t VariantCache::Entry::takenBytes() const {
    return (fileBytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes + kRowBytes;
}

fs::path VariantCache::pathOf(const Entry& entry) const {
    return folder_ / "variants" / entry.key.substr(0, 2) / (entry.key + "." + std::string(nameOf(entry.format)));
}

void VariantCache::takeOver() {
    std::vector<std::pair<fs::file_time_type, Entry>> found;
    for (const auto& file : fs::recursive_directory_iterator(folder_ / "variants")) {
        if (!file.is_regular_file()) continue;
        const std::string key = file.path().stem().string();
        const std::optional<Format> format = formatOf(file.path());
        if (!isKey(key) || !format) continue;
        const Descriptor picture(openFile(file.path(), O_RDONLY));
        const std::int64_t fileBytes = picture ? sizeOf(picture.get()) : 0;
        if (std::optional<Source> source = sourceIn(picture.get(), fileBytes)) {
            found.emplace_back(file.last_write_time(), Entry{key, *format, fileBytes, std::move(*source), false});
        } else {
            std::error_code ignored;  // damaged, or of a version that kept them otherwise
            fs::remove(file.path(), ignored);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [time, entry] : found) {
        if (byKey_.contains(entry.key)) continue;
        bytes_ += entry.takenBytes();
        entries_.push_back(std::move(entry));
        byKey_[entries_.back().key] = std::prev(entries_.end());
    }
}

void VariantCache::drop(Entries::iterator entry) {
    std::error_code ignored;
    fs::remove(pathOf(*entry), ignored);
    bytes_ -= entry->takenBytes();
    byKey_.erase(entry->key);
    entries_.erase(entry);
}

void VariantCache::makeRoom() {
    while (bytes_ > maxBytes_ && !entries_.empty()) drop(std::prev(entries_.end()));
}

std::shared_ptr<const Variant> VariantCache::find(const std::string& key) {
    std::lock_guard lock(mutex_);
    const auto found = byKey_.find(key);
    if (found == byKey_.end()) return nullptr;
    const Entries::iterator entry = found->second;
    const int file = openFile(pathOf(*entry), O_RDONLY);
    if (file < 0) {
        drop(entry);
        return nullptr;
    }
    auto variant = std::make_shared<const Variant>(file, entry->format, entry->pictureBytes());
    if (!entry->isChecked && (sizeOf(file) != entry->fileBytes || !isWhole(file, entry->fileBytes))) {
        drop(entry);
        return nullptr;
    }
    entry->isChecked = true;
    entries_.splice(entries_.begin(), entries_, entry);
    ::futimens(file, nullptr);  // so that the next run knows it too
    return variant;
}

fs::path VariantCache::workFolder() const {
    fs::path unfinished = folder_ / "unfinished";
    std::error_code ignored;
    fs::create_directories(unfinished, ignored);  // somebody may have removed it to make room
    if (::access(unfinished.c_str(), W_OK | X_OK) != 0) return fs::temp_directory_path();
    constexpr std::uintmax_t kRoomBytes = 16 << 20U;  // for a few images at once
    const std::uintmax_t room = look_(unfinished).available;
    const bool isBest = room >= kRoomBytes || room >= look_(fs::temp_directory_path()).available;
    return isBest ? unfinished : fs::temp_directory_path();
}

bool VariantCache::hasRoomFor(std::int64_t bytes) const {
    const fs::space_info disk = look_(folder_);
    return disk.available >= reservedBytes(disk) + static_cast<std::uintmax_t>(bytes);
}

std::error_code VariantCache::keep(int file, const std::string& trailer, const Entry& entry,
                                   const fs::path& finished) const {
    std::error_code refusal;
    fs::create_directories(pathOf(entry).parent_path(), refusal);
    if (refusal) return refusal;
    if (finished.empty()) {  // it was made elsewhere, because nothing can be written here or there is no room
        if (::access(folder_.c_str(), W_OK) != 0) return {errno, std::generic_category()};
        return std::make_error_code(std::errc::no_space_on_device);
    }
    const ssize_t written = ::pwrite(file, trailer.data(), trailer.size(), static_cast<off_t>(entry.pictureBytes()));
    if (written < 0) return {errno, std::generic_category()};
    if (written != static_cast<ssize_t>(trailer.size())) return std::make_error_code(std::errc::no_space_on_device);
    fs::rename(finished, pathOf(entry), refusal);
    return refusal;
}

// A line when it begins and one when it is over: each picture would be one otherwise.
void VariantCache::note(const std::error_code& refusal) {
    if (refusal) ++notKept_;
    if (isRefused_ == static_cast<bool>(refusal)) return;
    isRefused_ = static_cast<bool>(refusal);
    if (log_ == nullptr) return;
    const std::string folder = "the folder '" + folder_.string() + "'";
    if (refusal) {
        log_->warn("images are made, but not kept: " + folder + " cannot be written: " + refusal.message());
    } else {
        log_->info("images are kept again: " + folder + " can be written");
    }
}

std::shared_ptr<const Variant> VariantCache::add(const std::string& key, Format format, int finished,
                                                 const Source& source) {
    // Only in the folder of this cache does a file have a name: what a crash leaves there goes at the next start.
    const fs::path folder = workFolder();
    const bool isHere = !source.bucketId.empty() && folder == folder_ / "unfinished" && hasRoomFor(sizeOf(finished));
    const NamedFile named{isHere ? folder / randomToken(24) : fs::path()};
    Descriptor copy = isHere ? createFile(named.path) : createUnnamed(folder);
    // The worker may keep its file open, so what it writes later must be nobody's picture.
    copyFile(finished, copy.get());
    const int file = copy.release();
    auto variant = std::make_shared<const Variant>(file, format, sizeOf(file));
    Entry entry{key, format, 0, source, true};
    std::string trailer = entry.label();
    trailer += digestOf(file, variant->sizeBytes(), trailer);
    entry.fileBytes = variant->sizeBytes() + static_cast<std::int64_t>(trailer.size());
    std::lock_guard lock(mutex_);
    std::error_code refusal;
    const bool isWanted = !source.bucketId.empty() && entry.takenBytes() <= maxBytes_ && !byKey_.contains(key);
    if (isWanted) note(refusal = keep(file, trailer, entry, named.path));
    if (!isWanted || refusal) return variant;
    bytes_ += entry.takenBytes();
    entries_.push_front(std::move(entry));
    byKey_[key] = entries_.begin();
    makeRoom();
    return variant;
}

std::map<std::string, VariantCache::Names> VariantCache::sources() const {
    const std::lock_guard lock(mutex_);
    std::map<std::string, Names> all;
    for (const Entry& entry : entries_) all[entry.source.bucketId].insert(entry.source.name);
    return all;
}

VariantCache::Names VariantCache::sourcesIn(const std::string& bucketId) const {
    const std::lock_guard lock(mutex_);
    Names names;
    for (const Entry& entry : entries_)
        if (entry.source.bucketId == bucketId) names.insert(entry.source.name);
    return names;
}

void VariantCache::remove(const std::string& bucketId, const Names& names) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        const auto next = std::next(entry);
        if (entry->source.bucketId == bucketId && names.contains(entry->source.name)) drop(entry);
        entry = next;
    }
}

std::int64_t VariantCache::bytes() const {
    std::lock_guard lock(mutex_);
    return bytes_;
}

}  // namespace inkwell::images
