#include "kernel/app/transfer.h"

#include <algorithm>
#include <set>

#include "inkwell/bucket_transfer.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kFormat = "inkwell-bucket/1";
constexpr std::size_t kProblemsShown = 50;

constexpr std::string_view kReadKeyReadsDrafts = "read_key_reads_drafts";

// Members that are no section: of the older form's bucket, and the settings that a new bucket takes.
const std::set<std::string_view> kIgnoredMembers = {
    kReadKeyReadsDrafts, "_id",        "id",      "slug",       "title",       "links",
    "extensions",        "thumbnail",  "created", "created_at", "modified_at", "created_by",
    "modified_by",       "api_access", "cluster"};

std::vector<BucketTransfer*> sectionsOf(Server& server) {
    std::vector<BucketTransfer*> sections = server.plugins().contributions<BucketTransfer>();
    std::stable_sort(sections.begin(), sections.end(),
                     [](const BucketTransfer* a, const BucketTransfer* b) { return a->rank() < b->rank(); });
    return sections;
}

BucketDirectory& directoryOf(Server& server) {
    BucketDirectory* directory = server.plugins().find<BucketDirectory>();
    if (directory == nullptr) throw ApiError::unavailable("no enabled plugin provides buckets", 0);
    return *directory;
}

std::string problemText(const std::vector<Problem>& problems) {
    std::string text;
    for (std::size_t i = 0; i < std::min(problems.size(), kProblemsShown); ++i) {
        text += (i == 0 ? "" : "\n") + problems[i].path + ": " + problems[i].message;
    }
    if (problems.size() > kProblemsShown) {
        text += "\n... and " + std::to_string(problems.size() - kProblemsShown) + " more";
    }
    return text;
}

class Import : public ImportContext {
public:
    Import(std::shared_ptr<const Bucket> bucket, ImportSummary& summary, const ImportProgress& progress)
        : bucket_(std::move(bucket)), summary_(summary), progress_(progress) {}

    void beginSection(const std::string& name, std::size_t total) {
        summary_.sections.emplace_back(name, ImportSummary::Counts{});
        total_ = total;
        done_ = 0;
    }
    const std::vector<Problem>& problems() const { return problems_; }

    const Bucket& bucket() const override { return *bucket_; }
    std::map<std::string, std::string>& objectIds() override { return objectIds_; }
    bool keepsExisting(std::string_view) const override { return false; }
    void problem(std::string path, std::string message) override {
        problems_.push_back({std::move(path), std::move(message)});
    }
    void created() override { count().created++, step(); }
    void updated() override { count().updated++, step(); }
    void unchanged() override { count().unchanged++, step(); }
    void note(std::string text) override { summary_.notes[std::move(text)]++; }

private:
    ImportSummary::Counts& count() { return summary_.sections.back().second; }
    void step() { progress_(summary_.sections.back().first, ++done_, total_); }

    std::shared_ptr<const Bucket> bucket_;
    ImportSummary& summary_;
    const ImportProgress& progress_;
    std::map<std::string, std::string> objectIds_;
    std::vector<Problem> problems_;
    std::size_t total_ = 0;
    std::size_t done_ = 0;
};

const JsonObject& bucketOf(const Json& file) {
    const auto* object = file.if_object();
    const Json* bucket = object != nullptr ? object->if_contains("bucket") : nullptr;
    if (bucket == nullptr || !bucket->is_object()) {
        throw ImportError(std::vector<Problem>{{"bucket", "the file must be a JSON object with an object 'bucket'"}});
    }
    const Json* format = object->if_contains("format");
    if (format != nullptr && textOf(*object, "format") != kFormat) {
        throw ImportError(
            std::vector<Problem>{{"format", "is not a format this server reads; it reads '" + std::string(kFormat) +
                                                "' and the older form without 'format'"}});
    }
    return bucket->get_object();
}

// Of a bucket that is made by the import. One that is there keeps its own, as it does its title.
bool readKeyReadsDrafts(const JsonObject& bucket) {
    const Json* given = bucket.if_contains(kReadKeyReadsDrafts);
    if (given == nullptr) return true;
    if (given->is_bool()) return given->get_bool();
    throw ImportError(std::vector<Problem>{{"bucket." + std::string(kReadKeyReadsDrafts), "must be true or false"}});
}

void checkMembers(const JsonObject& bucket, const std::vector<BucketTransfer*>& sections, Import& import) {
    for (const auto& member : bucket) {
        const std::string_view name = member.key();
        const bool known =
            kIgnoredMembers.count(name) != 0 ||
            std::any_of(sections.begin(), sections.end(), [&](const BucketTransfer* s) { return s->member() == name; });
        if (!known) {
            import.problem("bucket." + std::string(name), "no enabled plugin imports this part of a bucket");
        }
    }
}

void importSections(const JsonObject& bucket, const std::vector<BucketTransfer*>& sections, Import& import) {
    for (BucketTransfer* section : sections) {
        const Json* items = bucket.if_contains(section->member());
        if (items == nullptr || items->is_null()) continue;
        const std::string path = "bucket." + section->member();
        if (!items->is_array()) {
            import.problem(path, "must be an array");
            continue;
        }
        import.beginSection(section->member(), items->get_array().size());
        section->importAll(items->get_array(), path, import);
    }
}

}  // namespace

ImportError::ImportError(const std::vector<Problem>& problems) : std::runtime_error(problemText(problems)) {}

ImportSummary importBucket(Server& server, const Json& file, const std::string& slug, const std::string& ownerId,
                           const ImportProgress& progress) {
    const JsonObject& content = bucketOf(file);
    const bool readsDrafts = readKeyReadsDrafts(content);
    const std::vector<BucketTransfer*> sections = sectionsOf(server);
    BucketDirectory& directory = directoryOf(server);
    return server.database().write([&](Sql&) {
        ImportSummary summary;
        std::shared_ptr<const Bucket> bucket = directory.findBySlug(slug);
        if (!bucket) {
            const std::string title(textOf(content, "title"));
            bucket = directory.create(slug, title.empty() ? slug : title, ownerId, readsDrafts);
            summary.bucketCreated = true;
        }
        Import import(bucket, summary, progress);
        checkMembers(content, sections, import);
        importSections(content, sections, import);
        if (!import.problems().empty()) throw ImportError(import.problems());
        return summary;
    });
}

JsonObject exportBucket(Server& server, const std::string& slug) {
    BucketDirectory& directory = directoryOf(server);
    return server.database().read([&](Sql&) {
        const std::shared_ptr<const Bucket> bucket = directory.findBySlug(slug);
        if (!bucket) throw ApiError::notFound("bucket", slug);
        JsonObject content;
        content["title"] = bucket->title;
        if (!bucket->readKeyReadsDrafts) content[kReadKeyReadsDrafts] = false;
        for (BucketTransfer* section : sectionsOf(server)) content[section->member()] = section->exportAll(*bucket);
        JsonObject file;
        file["format"] = kFormat;
        file["bucket"] = std::move(content);
        return file;
    });
}

}  // namespace inkwell::kernel
