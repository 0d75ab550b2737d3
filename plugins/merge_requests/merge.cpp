#include "merge.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::merge_requests {

namespace {

constexpr std::size_t kProblemsShown = 10;

/// Collects what does not fit; nobody watches its progress.
class MergeImport : public ImportContext {
public:
    explicit MergeImport(const Merge& merge)
        : merge_(merge), members_(merge.objectIds.begin(), merge.objectIds.end()) {}

    const Bucket& bucket() const override { return merge_.target; }
    std::string actor() const override { return merge_.userId; }
    bool isTrusted() const override { return true; }
    std::map<std::string, std::string>& objectIds() override { return objectIds_; }
    bool keepsExisting(std::string_view id) const override { return !members_.contains(id); }
    void problem(std::string path, std::string message) override {
        problems_.push_back({std::move(path), std::move(message)});
    }
    void created() override {}
    void updated() override {}
    void unchanged() override {}
    void note(std::string) override {}
    void later(std::function<void()> work) override { later_.push_back(std::move(work)); }

    void runLater() const {
        for (const std::function<void()>& work : later_) work();
    }
    const std::vector<Problem>& problems() const { return problems_; }

private:
    const Merge& merge_;
    const std::set<std::string, std::less<>> members_;
    std::map<std::string, std::string> objectIds_;
    std::vector<Problem> problems_;
    std::vector<std::function<void()>> later_;
};

// Who changes the target, and when, is the merge's to say. A new object is new; one that exists keeps its creation.
// What becomes published does so now.
void signObjects(JsonArray& objects, const std::string& userId) {
    for (Json& one : objects) {
        JsonObject& object = one.as_object();
        for (const char* member : {"created_at", "created_by", "modified_at", "published_at"})
            object.stable_erase(member);
        object["modified_by"] = userId;
    }
}

std::string nameOf(const JsonObject& item) {
    const std::string_view id = textOf(item, "id");
    if (!id.empty()) return "object " + idWithTitle(id, textOf(item, "title"));
    for (const char* member : {"slug", "name"}) {
        const std::string_view name = textOf(item, member);
        if (!name.empty()) return "'" + std::string(name) + "'";
    }
    return "";
}

// "objects[3].metafields[0].value" is a place in a file that the client never sees: the object's id stands for it.
std::string describe(const Problem& problem, const JsonObject& content) {
    const std::size_t open = problem.path.find('[');
    const std::size_t close = problem.path.find(']');
    if (open == std::string::npos || close == std::string::npos) return problem.path + ": " + problem.message;
    const JsonArray* items = arrayOf(content, problem.path.substr(0, open));
    std::size_t index = 0;
    std::from_chars(problem.path.data() + open + 1, problem.path.data() + close, index);
    if (items == nullptr || index >= items->size()) return problem.path + ": " + problem.message;
    std::string rest = problem.path.substr(close + 1);
    if (rest.starts_with('.')) rest.erase(0, 1);
    std::string text = nameOf((*items)[index].as_object());
    if (!rest.empty()) text += (text.empty() ? "" : ", ") + rest;
    return text + ": " + problem.message;
}

void refuse(const std::vector<Problem>& problems, const JsonObject& content, const Bucket& target) {
    std::string text = "the objects do not fit into bucket '" + target.slug + "': ";
    for (std::size_t i = 0; i < std::min(problems.size(), kProblemsShown); ++i) {
        text += (i == 0 ? "" : "; ") + describe(problems[i], content);
    }
    if (problems.size() > kProblemsShown) {
        text += "; and " + std::to_string(problems.size() - kProblemsShown) + " more problems";
    }
    throw ApiError::conflict(text);
}

}  // namespace

std::string idWithTitle(std::string_view id, std::string_view title) {
    const std::string quoted = "'" + std::string(id) + "'";
    return title.empty() ? quoted : quoted + " (\"" + std::string(title) + "\")";
}

JsonObject exportObjects(Services& services, const Bucket& source, const Bucket& target,
                         std::span<const std::string> objectIds) {
    const std::vector<BucketTransfer*> sections = inOrderOfRank(services.contributions<BucketTransfer>());
    TransferSelection selection;
    selection.into = target.slug;
    selection.objectIds.insert(objectIds.begin(), objectIds.end());
    JsonObject content;
    for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
        content[(*section)->member()] = (*section)->exportSome(source, selection);
    }
    return content;
}

void mergeObjects(Services& services, const Merge& merge, JsonObject content) {
    if (Json* objects = content.if_contains(kObjectsMember)) signObjects(objects->as_array(), merge.userId);
    MergeImport import(merge);
    for (BucketTransfer* section : inOrderOfRank(services.contributions<BucketTransfer>())) {
        section->importAll(content.at(section->member()).as_array(), section->member(), import);
        // What follows would only complain about what is missing because of it.
        if (!import.problems().empty()) refuse(import.problems(), content, merge.target);
    }
    import.runLater();
    if (!import.problems().empty()) refuse(import.problems(), content, merge.target);
}

}  // namespace inkwell::merge_requests
