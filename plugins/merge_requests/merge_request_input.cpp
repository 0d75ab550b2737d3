#include "merge_request_input.h"

#include <set>

#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::merge_requests {

namespace {

constexpr std::size_t kMaxShown = 100;  // characters of a wrong id in an answer
constexpr std::size_t kMaxStateLength = 100;

void readObjects(JsonReader& reader, NewMergeRequest& input) {
    if (!reader.has("objects")) return reader.problem("objects", "is required: ids of objects in the source bucket");
    const JsonArray* objects = reader.array("objects");
    if (objects == nullptr) return;
    if (objects->empty()) return reader.problem("objects", "must name at least one object");
    if (objects->size() > kMaxObjects) {
        return reader.problem("objects", "names " + std::to_string(objects->size()) + " objects; at most " +
                                             std::to_string(kMaxObjects) + " can be merged at once");
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < objects->size(); ++i) {
        const Json& one = (*objects)[i];
        const std::string path = "objects[" + std::to_string(i) + "]";
        if (!one.is_string()) {
            input.problems.add(path, "must be an object id, not " + std::string(jsonKindName(one)));
            continue;
        }
        const std::string id(one.get_string());
        if (!isId(id)) {
            input.problems.add(path, (codePoints(id) > kMaxShown ? "this text" : "'" + id + "'") +
                                         " is not an object id (24 lower-case hex digits)");
        } else if (!seen.insert(id).second) {
            input.problems.add(path, "object '" + id + "' is named twice");
        } else {
            input.objectIds.push_back(id);
            input.places.push_back(i);
        }
    }
}

}  // namespace

NewMergeRequest parseNewMergeRequest(const JsonObject& body) {
    NewMergeRequest input;
    JsonReader reader(body, "", input.problems);
    input.title = reader.requiredTitle("title", kMaxTitleLength).value_or("");
    input.sourceSlug = reader.requiredText("source_bucket", kMaxSlugLength).value_or("");
    readObjects(reader, input);
    reader.flag("pretty");
    reader.refuseOthers();
    return input;
}

Completion parseCompletion(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    Completion completion;
    completion.triggerWebhook = reader.boolean("trigger_webhook").value_or(false);
    completion.state = reader.text("state", kMaxStateLength);
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny("the merge request cannot be completed");
    return completion;
}

}  // namespace inkwell::merge_requests
