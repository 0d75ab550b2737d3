#include "bucket_file.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <streambuf>
#include <system_error>
#include <utility>
#include <vector>

#include "import_progress.h"
#include "inkwell/bucket_file_writer.h"
#include "inkwell/bucket_filling.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/database_engine.h"
#include "inkwell/error.h"

namespace inkwell::transfer {

namespace {

constexpr std::size_t kPartBytes = 64 * 1024;
constexpr int kRetryAfterSeconds = 30;

/// Rolls a trial back and carries what it found.
struct TrialOver : std::exception {
    explicit TrialOver(ImportSummary given) : summary(std::move(given)) {}
    ImportSummary summary;
};

std::vector<BucketTransfer*> sectionsOf(Services& services) {
    return inOrderOfRank(services.contributions<BucketTransfer>());
}

void requireNone(const BucketImport& import) {
    Problems problems;
    for (const Problem& problem : import.problems()) problems.add(problem.path, problem.message);
    problems.throwIfAny("the file cannot be imported");
}

// By the buffers: the streams would hide that the body is too large.
ApiError notKept(const std::string& folder) {
    return ApiError::unavailable("the server cannot keep the file of the bucket now: its disk may be full",
                                 kRetryAfterSeconds)
        .withLogText("a bucket file could not be written to '" + folder + "'");
}

ApiError tooMuch(std::int64_t items, std::int64_t bytes, std::int64_t most) {
    return ApiError::tooLarge("the file has " + std::to_string(items) + (items == 1 ? " entry and " : " entries and ") +
                              std::to_string(bytes) + " bytes, and an import may have at most " + std::to_string(most) +
                              " and " + std::to_string(most * BucketFile::kBytesOfItem) +
                              ", because all other writers wait for it; divide the file, or have an operator raise "
                              "'transfer.max_import_items' or run 'inkwell import'");
}

void keep(std::streambuf& from, std::ostream& to) {
    std::vector<char> part(kPartBytes);
    while (const std::streamsize size = from.sgetn(part.data(), static_cast<std::streamsize>(part.size())))
        to.write(part.data(), size);
}

}  // namespace

std::shared_ptr<std::fstream> BucketFile::openFile() {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    const std::string path = folder_ + "/" + services_.ids().next() + ".json";
    auto file = std::make_shared<std::fstream>(path, std::ios::in | std::ios::out | std::ios::trunc | std::ios::binary);
    std::filesystem::remove(path, error);
    if (!file->is_open()) throw notKept(folder_);
    return file;
}

StreamBody BucketFile::exportAll(const Bucket& bucket) {
    const std::shared_ptr<std::fstream> file = openFile();
    try {
        services_.database().read(
            [&](Sql&) { writeBucketFile(*file, bucket, services_.server().baseUrl, sectionsOf(services_)); });
    } catch (const std::system_error&) {
        throw notKept(folder_);
    }
    const auto length = static_cast<std::int64_t>(file->tellp());
    file->seekg(0);
    if (!file->good()) throw notKept(folder_);
    return {"application/json", length, file};
}

// First all of it, then the transaction: a client that sends slowly must not keep other writers waiting.
ImportSummary BucketFile::importAll(const std::shared_ptr<const Bucket>& bucket, const Access& access,
                                    std::istream& file, const ImportOptions& how) {
    access.requirePublish();
    const std::shared_ptr<std::fstream> kept = openFile();
    keep(*file.rdbuf(), *kept);
    if (!kept->flush()) throw notKept(folder_);
    const auto bytes = static_cast<std::int64_t>(kept->tellp());
    kept->seekg(0);
    BucketFileReader content(*kept);
    how.takeRoom(content.largestItemMemory());
    if (!hasOneWriter()) return store(*bucket, access, content, how);
    const auto items = static_cast<std::int64_t>(BucketImport(*bucket, sectionsOf(services_), {}).itemsOf(content));
    if (items > maxItems_ || bytes / kBytesOfItem > maxItems_) throw tooMuch(items, bytes, maxItems_);
    const std::unique_lock turn(turn_, std::try_to_lock);
    if (!turn)
        throw ApiError::unavailable("another file is being imported: try again when it is done", kRetryAfterSeconds);
    return store(*bucket, access, content, how);
}

bool BucketFile::hasOneWriter() const { return services_.database().dialect().forUpdate().empty(); }

ImportSummary BucketFile::store(const Bucket& bucket, const Access& access, BucketFileReader& content,
                                const ImportOptions& how) {
    ImportProgress progress(services_, bucket.id, how.requestId);
    const BucketImport::Options options{.actor = access.actor(),
                                        .progress = [&](const auto&, auto, auto) { progress.step(); }};
    ImportSummary summary;
    try {
        summary = services_.database().write([&](Sql&) {
            keepBucket(services_.events(), bucket.id, bucket.slug);  // it may have been deleted while the file came
            BucketImport import(bucket, sectionsOf(services_), options);
            progress.begin(static_cast<std::int64_t>(import.itemsOf(content)));
            import.run(content);
            requireNone(import);
            if (how.isTrial) throw TrialOver(import.summary());
            return import.summary();
        });
    } catch (TrialOver& over) {
        summary = std::move(over.summary);
    }
    progress.end();
    return summary;
}

}  // namespace inkwell::transfer
