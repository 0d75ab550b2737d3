#include "inkwell/bucket_import.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace inkwell {

namespace {

constexpr std::size_t kMostNotes = 100;

// Members that are no section: of the older form's bucket, and the settings that a bucket takes when it is made.
const std::set<std::string_view> kIgnoredMembers = {"base_url",   "read_key_reads_drafts",
                                                    "_id",        "id",
                                                    "slug",       "title",
                                                    "links",      "extensions",
                                                    "thumbnail",  "created",
                                                    "created_at", "modified_at",
                                                    "created_by", "modified_by",
                                                    "api_access", "cluster"};

}  // namespace

BucketImport::BucketImport(const Bucket& bucket, std::vector<BucketTransfer*> sections, Options options)
    : bucket_(bucket), sections_(inOrderOfRank(std::move(sections))), options_(std::move(options)) {}

std::size_t BucketImport::itemsOf(BucketFileReader& file) const {
    std::size_t total = 0;
    for (const BucketTransfer* section : sections_) {
        const ImportItems* items = file.findItems(section->member());
        if (items != nullptr) total += items->size();
    }
    return total;
}

void BucketImport::run(BucketFileReader& file) {
    checkMembers(file);
    slugInFile_ = textOf(file.values(), "slug");
    baseUrlInFile_ = textOf(file.values(), "base_url");
    for (BucketTransfer* section : sections_) {
        const std::string name = section->member();
        ImportItems* items = file.findItems(name);
        if (items == nullptr) continue;
        summary_.sections.emplace_back(name, ImportSummary::Counts{});
        total_ = items->size();
        done_ = 0;
        section->importAll(*items, "bucket." + name, *this);
    }
    for (const std::function<void()>& work : later_)
        if (problemCount_ == 0) work();
}

void BucketImport::checkMembers(const BucketFileReader& file) {
    for (const std::string& name : file.members()) {
        const bool isSection = std::any_of(sections_.begin(), sections_.end(),
                                           [&](const BucketTransfer* section) { return section->member() == name; });
        if (!isSection && !kIgnoredMembers.contains(name)) {
            problem("bucket." + name, "no enabled plugin imports this part of a bucket");
        } else if (isSection && !file.isItems(name) && !file.isNull(name)) {
            problem("bucket." + name, "must be an array");
        }
    }
}

void BucketImport::problem(std::string path, std::string message) {
    if (problems_.size() < options_.mostProblems) problems_.push_back({std::move(path), std::move(message)});
    ++problemCount_;
}

// Some repeat names of the file.
void BucketImport::note(std::string text) {
    const bool isNew = !summary_.notes.contains(text);
    if (isNew && summary_.notes.size() >= kMostNotes) text = "other remarks";
    ++summary_.notes[std::move(text)];
}

void BucketImport::count(std::int64_t ImportSummary::Counts::*one) {
    auto& [name, counts] = summary_.sections.back();
    ++(counts.*one);
    ++done_;
    if (options_.progress) options_.progress(name, done_, total_);
}

}  // namespace inkwell
