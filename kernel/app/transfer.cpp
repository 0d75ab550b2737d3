#include "kernel/app/transfer.h"

#include <functional>
#include <memory>
#include <sstream>
#include <string_view>

#include "inkwell/bucket_filling.h"
#include "inkwell/bucket_transfer.h"
#include "kernel/app/server_services.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kProblemsShown = 50;
constexpr int kConflict = 409;

constexpr std::string_view kReadKeyReadsDrafts = "read_key_reads_drafts";

std::vector<BucketTransfer*> sectionsOf(Server& server) {
    return inOrderOfRank(server.plugins().contributions<BucketTransfer>());
}

std::string problemText(const std::vector<Problem>& problems, std::size_t count) {
    std::string text;
    for (const Problem& problem : problems) text += (text.empty() ? "" : "\n") + problem.path + ": " + problem.message;
    if (count > problems.size()) text += "\n... and " + std::to_string(count - problems.size()) + " more";
    return text;
}

// What is wrong with the file as such is refused as a request would be.
std::unique_ptr<BucketFileReader> openFile(std::istream& file) {
    try {
        return std::make_unique<BucketFileReader>(file);
    } catch (const ApiError& error) {
        if (error.problems().empty()) throw;
        throw ImportError(error.problems(), error.problems().size());
    }
}

// Of a bucket that is made by the import. One that is there keeps its own, as it does its title.
bool readKeyReadsDrafts(const JsonObject& values) {
    const Json* given = values.if_contains(kReadKeyReadsDrafts);
    if (given == nullptr) return true;
    if (given->is_bool()) return given->get_bool();
    throw ImportError({{"bucket." + std::string(kReadKeyReadsDrafts), "must be true or false"}}, 1);
}

// Another import may make it between the look and the making; what it has stored by then is there to be found.
std::shared_ptr<const Bucket> findOrCreate(BucketDirectory& directory, const std::string& slug,
                                           const std::function<std::shared_ptr<const Bucket>()>& create,
                                           bool& isCreated) {
    if (std::shared_ptr<const Bucket> found = directory.findBySlug(slug)) return found;
    try {
        std::shared_ptr<const Bucket> created = create();
        isCreated = true;
        return created;
    } catch (const ApiError& error) {
        if (error.status() != kConflict) throw;
        if (std::shared_ptr<const Bucket> found = directory.findBySlug(slug)) return found;
        throw;
    }
}

}  // namespace

ImportError::ImportError(const std::vector<Problem>& problems, std::size_t count)
    : std::runtime_error(problemText(problems, count)) {}

BucketImported importBucket(Server& server, std::istream& file, const std::string& slug, const std::string& ownerId,
                            const ImportProgress& progress) {
    const std::unique_ptr<BucketFileReader> content = openFile(file);
    const bool readsDrafts = readKeyReadsDrafts(content->values());
    BucketDirectory& directory = serviceOf<BucketDirectory>(server, "provides buckets");
    return server.database().write([&](Sql&) {
        BucketImported done;
        const std::string title(textOf(content->values(), "title"));
        const std::shared_ptr<const Bucket> bucket = findOrCreate(
            directory, slug, [&] { return directory.create(slug, title.empty() ? slug : title, ownerId, readsDrafts); },
            done.bucketCreated);
        keepBucket(server.events(), bucket->id, bucket->slug);
        BucketImport import(*bucket, sectionsOf(server), {.mostProblems = kProblemsShown, .progress = progress});
        import.run(*content);
        if (import.problemCount() > 0) throw ImportError(import.problems(), import.problemCount());
        static_cast<ImportSummary&>(done) = import.summary();
        return done;
    });
}

BucketImported importBucket(Server& server, const Json& file, const std::string& slug, const std::string& ownerId,
                            const ImportProgress& progress) {
    std::istringstream text(writeJson(file));
    return importBucket(server, text, slug, ownerId, progress);
}

void exportBucket(Server& server, const std::string& slug, std::ostream& file, BucketFileForm form) {
    server.database().read([&](Sql&) {
        const std::shared_ptr<const Bucket> bucket = bucketCalled(server, slug);
        writeBucketFile(file, *bucket, server.info().baseUrl, sectionsOf(server), form);
    });
}

}  // namespace inkwell::kernel
