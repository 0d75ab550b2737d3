#include "bucket_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string_view>

#include "import_progress.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"

namespace inkwell::transfer {

namespace {

constexpr std::string_view kFormat = "inkwell-bucket/1";
constexpr std::size_t kProblemsShown = 100;

// Members that are no section: of the older form's bucket, and the settings that a bucket keeps.
const std::set<std::string_view> kIgnoredMembers = {"read_key_reads_drafts",
                                                    "_id",
                                                    "id",
                                                    "slug",
                                                    "title",
                                                    "links",
                                                    "extensions",
                                                    "thumbnail",
                                                    "created",
                                                    "created_at",
                                                    "modified_at",
                                                    "created_by",
                                                    "modified_by",
                                                    "api_access",
                                                    "cluster"};

/// Rolls a trial back and carries what it found.
struct TrialOver : std::exception {
    explicit TrialOver(ImportSummary given) : summary(std::move(given)) {}
    ImportSummary summary;
};

class Import : public ImportContext {
public:
    Import(const Bucket& bucket, std::string actor, ImportProgress& progress)
        : bucket_(bucket), actor_(std::move(actor)), progress_(progress) {}

    void beginSection(const std::string& name) { summary.sections.emplace_back(name, ImportSummary::Counts{}); }

    const Bucket& bucket() const override { return bucket_; }
    std::string actor() const override { return actor_; }
    std::map<std::string, std::string>& objectIds() override { return objectIds_; }
    bool keepsExisting(std::string_view) const override { return false; }
    void problem(std::string path, std::string message) override {
        if (problems.list().size() < kProblemsShown) problems.add(std::move(path), std::move(message));
    }
    void created() override { count(&ImportSummary::Counts::created); }
    void updated() override { count(&ImportSummary::Counts::updated); }
    void unchanged() override { count(&ImportSummary::Counts::unchanged); }
    void note(std::string text) override { ++summary.notes[std::move(text)]; }

    ImportSummary summary;
    Problems problems;

private:
    void count(std::int64_t ImportSummary::Counts::*one) {
        ++(summary.sections.back().second.*one);
        progress_.step();
    }

    const Bucket& bucket_;
    std::string actor_;
    ImportProgress& progress_;
    std::map<std::string, std::string> objectIds_;
};

std::vector<BucketTransfer*> sectionsOf(Services& services) {
    std::vector<BucketTransfer*> sections = services.contributions<BucketTransfer>();
    std::stable_sort(sections.begin(), sections.end(),
                     [](const BucketTransfer* a, const BucketTransfer* b) { return a->rank() < b->rank(); });
    return sections;
}

const JsonObject& contentOf(const Json& file) {
    Problems problems;
    const auto* object = file.if_object();
    const Json* bucket = object != nullptr ? object->if_contains("bucket") : nullptr;
    if (bucket == nullptr || !bucket->is_object()) {
        problems.add("bucket", "the file must be a JSON object with an object 'bucket'");
    } else if (object->contains("format") && textOf(*object, "format") != kFormat) {
        problems.add("format", "is not a format this server reads; it reads '" + std::string(kFormat) +
                                   "' and the older form without 'format'");
    }
    problems.throwIfAny("the file cannot be imported");
    return bucket->get_object();
}

void checkMembers(const JsonObject& content, const std::vector<BucketTransfer*>& sections, Import& import) {
    for (const auto& member : content) {
        const std::string_view name = member.key();
        const bool isSection =
            std::any_of(sections.begin(), sections.end(), [&](const BucketTransfer* s) { return s->member() == name; });
        if (!isSection && !kIgnoredMembers.contains(name)) {
            import.problem("bucket." + std::string(name), "no enabled plugin imports this part of a bucket");
        }
    }
}

void importSections(const JsonObject& content, const std::vector<BucketTransfer*>& sections, Import& import) {
    for (BucketTransfer* section : sections) {
        const Json* items = content.if_contains(section->member());
        if (items == nullptr || items->is_null()) continue;
        const std::string path = "bucket." + section->member();
        if (!items->is_array()) {
            import.problem(path, "must be an array");
            continue;
        }
        import.beginSection(section->member());
        section->importAll(items->get_array(), path, import);
    }
}

std::int64_t itemsOf(const JsonObject& content, const std::vector<BucketTransfer*>& sections) {
    std::int64_t total = 0;
    for (const BucketTransfer* section : sections) {
        const JsonArray* items = arrayOf(content, section->member());
        if (items != nullptr) total += static_cast<std::int64_t>(items->size());
    }
    return total;
}

// Item by item: the text of a whole section would be in memory beside its values.
void writeSection(std::ostream& out, const JsonArray& items) {
    out << '[';
    for (std::size_t i = 0; i < items.size(); ++i) out << (i == 0 ? "" : ",") << writeJson(items[i]);
    out << ']';
}

}  // namespace

StreamBody BucketFile::exportAll(const Bucket& bucket) {
    std::filesystem::create_directories(folder_);
    const std::string path = folder_ + "/" + services_.ids().next() + ".json";
    const auto file =
        std::make_shared<std::fstream>(path, std::ios::in | std::ios::out | std::ios::trunc | std::ios::binary);
    std::filesystem::remove(path);
    services_.database().read([&](Sql&) {
        *file << R"({"format":)" << writeJson(Json(kFormat)) << R"(,"bucket":{"title":)"
              << writeJson(Json(bucket.title));
        if (!bucket.readKeyReadsDrafts) *file << R"(,"read_key_reads_drafts":false)";
        for (BucketTransfer* section : sectionsOf(services_)) {
            *file << "," << writeJson(Json(section->member())) << ":";
            writeSection(*file, section->exportAll(bucket));
        }
        *file << "}}";
    });
    const auto length = static_cast<std::int64_t>(file->tellp());
    file->seekg(0);
    if (!file->good()) throw std::runtime_error("an export could not be written to '" + folder_ + "'");
    return {"application/json", length, file};
}

ImportSummary BucketFile::importAll(const std::shared_ptr<const Bucket>& bucket, const Access& access, const Json& file,
                                    bool isTrial, const std::string& requestId) {
    const JsonObject& content = contentOf(file);
    const std::vector<BucketTransfer*> sections = sectionsOf(services_);
    ImportProgress progress(services_, bucket->id, requestId);
    ImportSummary summary;
    try {
        summary = services_.database().write([&](Sql&) {
            progress.begin(itemsOf(content, sections));
            Import import(*bucket, access.actor(), progress);
            checkMembers(content, sections, import);
            importSections(content, sections, import);
            import.problems.throwIfAny("the file cannot be imported");
            if (isTrial) throw TrialOver(std::move(import.summary));
            return std::move(import.summary);
        });
    } catch (TrialOver& over) {
        summary = std::move(over.summary);
    }
    progress.end();
    return summary;
}

}  // namespace inkwell::transfer
