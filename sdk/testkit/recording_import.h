#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/bucket_transfer.h"

namespace inkwell::testkit {

/// Records what an import section reports. For one import, on its thread; the bucket must outlive it.
class RecordingImport : public ImportContext {
public:
    /// An import; with `members`, a merge of these objects, which leaves all other existing objects unchanged.
    explicit RecordingImport(const Bucket& bucket, std::optional<std::set<std::string, std::less<>>> members = {})
        : bucket_(bucket), members_(std::move(members)) {}

    const Bucket& bucket() const override { return bucket_; }
    std::map<std::string, std::string>& objectIds() override { return ids_; }
    bool keepsExisting(std::string_view id) const override { return members_ && !members_->contains(id); }
    void problem(std::string path, std::string message) override { problems.push_back(path + ": " + message); }
    void created() override { done += 'c'; }
    void updated() override { done += 'u'; }
    void unchanged() override { done += '='; }
    void note(std::string text) override { ++notes[text]; }
    void later(std::function<void()> work) override { late.push_back(std::move(work)); }

    /// How many items were created ('c'), updated ('u') or unchanged ('=').
    std::ptrdiff_t count(char what) const { return std::count(done.begin(), done.end(), what); }

    std::string done;                   // one of these letters for each item, in order
    std::vector<std::string> problems;  // "path: message"
    std::map<std::string, int> notes;
    std::vector<std::function<void()>> late;  // whoever runs several sections calls them afterwards

private:
    const Bucket& bucket_;
    const std::optional<std::set<std::string, std::less<>>> members_;
    std::map<std::string, std::string> ids_;
};

}  // namespace inkwell::testkit
