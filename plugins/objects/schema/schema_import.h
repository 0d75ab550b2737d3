#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/bucket_transfer.h"

namespace inkwell::objects {

/// The import of the types of some files: what became of each, and problems under the names of their files. For one
/// import, on its thread.
class SchemaImport : public ImportContext {
public:
    enum class Outcome { Created, Updated, Unchanged };

    /// `names` are those of the files, in the order of the items; `bucket` must outlive it.
    SchemaImport(const Bucket& bucket, std::string actor, std::vector<std::string> names)
        : bucket_(bucket), actor_(std::move(actor)), names_(std::move(names)) {}

    const Bucket& bucket() const override { return bucket_; }
    std::string actor() const override { return actor_; }
    std::map<std::string, std::string>& objectIds() override { return objectIds_; }
    bool keepsExisting(std::string_view) const override { return false; }
    void problem(std::string path, std::string message) override;
    void created() override { outcomes_.push_back(Outcome::Created); }
    void updated() override { outcomes_.push_back(Outcome::Updated); }
    void unchanged() override { outcomes_.push_back(Outcome::Unchanged); }
    void later(std::function<void()>) override {}  // no section follows that of the types
    void note(std::string) override {}             // files say nothing that a note is about

    /// In the order of the items, where there are no problems.
    const std::vector<Outcome>& outcomes() const { return outcomes_; }
    const Problems& problems() const { return problems_; }

private:
    const Bucket& bucket_;
    const std::string actor_;
    const std::vector<std::string> names_;
    std::map<std::string, std::string> objectIds_;
    std::vector<Outcome> outcomes_;
    Problems problems_;
};

}  // namespace inkwell::objects
