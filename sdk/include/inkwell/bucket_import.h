#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/bucket_file_reader.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/export.h"

namespace inkwell {

/// What an import did, or would do.
struct ImportSummary {
    struct Counts {
        std::int64_t created = 0;
        std::int64_t updated = 0;
        std::int64_t unchanged = 0;
    };
    std::vector<std::pair<std::string, Counts>> sections;  // in the order of the import
    std::map<std::string, std::int64_t> notes;             // remark -> how often; some hundred at most
};

/// One import of a bucket file, by the sections that plugins contribute: that of the command line and that over HTTP
/// (interface/import-and-export.md, "Importing"). For one import, on its thread; the arguments must outlive it.
class INKWELL_API BucketImport : private ImportContext {
public:
    struct Options {
        std::string actor = "system";    // Access::actor() of who imports
        std::size_t mostProblems = 100;  // that are kept
        /// `done` of the section's `total` items have had their turn.
        std::function<void(const std::string& section, std::size_t done, std::size_t total)> progress = nullptr;
    };
    BucketImport(const Bucket& bucket, std::vector<BucketTransfer*> sections, Options options);

    /// Of all sections in the file.
    std::size_t itemsOf(BucketFileReader& file) const;
    /// Inside Database::write, which must be left by an exception where there are problems afterwards.
    void run(BucketFileReader& file);

    const ImportSummary& summary() const noexcept { return summary_; }
    /// The first of them, in the order in which they were found, and how many there are.
    const std::vector<Problem>& problems() const noexcept { return problems_; }
    std::size_t problemCount() const noexcept { return problemCount_; }

private:
    const Bucket& bucket() const override { return bucket_; }
    std::string actor() const override { return options_.actor; }
    std::string slugInFile() const override { return slugInFile_; }
    std::string baseUrlInFile() const override { return baseUrlInFile_; }
    std::map<std::string, std::string>& objectIds() override { return objectIds_; }
    bool keepsExisting(std::string_view) const override { return false; }
    void problem(std::string path, std::string message) override;
    void created() override { count(&ImportSummary::Counts::created); }
    void updated() override { count(&ImportSummary::Counts::updated); }
    void unchanged() override { count(&ImportSummary::Counts::unchanged); }
    void note(std::string text) override;
    void later(std::function<void()> work) override { later_.push_back(std::move(work)); }

    void checkMembers(const BucketFileReader& file);
    void count(std::int64_t ImportSummary::Counts::*one);

    const Bucket& bucket_;
    const std::vector<BucketTransfer*> sections_;
    const Options options_;
    std::string slugInFile_;
    std::string baseUrlInFile_;
    ImportSummary summary_;
    std::map<std::string, std::string> objectIds_;
    std::vector<std::function<void()>> later_;
    std::vector<Problem> problems_;
    std::size_t problemCount_ = 0;
    std::size_t done_ = 0;
    std::size_t total_ = 0;
};

}  // namespace inkwell
