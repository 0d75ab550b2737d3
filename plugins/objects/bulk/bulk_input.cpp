#include "bulk/bulk_input.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "bulk/bulk_run.h"
#include "inkwell/text.h"
#include "read/object_query.h"

namespace inkwell::objects {

namespace {

// Facts that webhooks hear hold their object until the commit.
constexpr std::size_t kMostHeard = 1000;
// Of what is set, for all objects of one transaction: others that write wait for it. With SQLite, two seconds.
constexpr std::size_t kMostSetBytes = 100'000'000;
// In the mode `each`, for all of its transactions.
constexpr std::size_t kMostSetBytesInAll = 1'000'000'000;

constexpr std::array<std::string_view, 7> kSettable = {"title",        "content",   "locale", "publish_at",
                                                       "unpublish_at", "thumbnail", "options"};

std::string listed() {
    std::string all;
    for (const std::string_view name : kSettable) all += "'" + std::string(name) + "', ";
    return all + "'metadata'";
}

void readIds(JsonReader& reader, BulkRequest& request) {
    std::set<std::string> known;
    const std::optional<std::vector<std::string>> given = reader.textArray("ids", kMaxKeyLength);
    if (!given) return;
    if (given->empty() || given->size() > kMostBulkObjects) {
        reader.problem("ids", "must have 1 to " + std::to_string(kMostBulkObjects) + " ids");
        return;
    }
    for (std::size_t i = 0; i < given->size(); ++i) {
        const std::string& id = (*given)[i];
        if (!isId(id)) {
            reader.problem("ids[" + std::to_string(i) + "]", "must be an id: 24 lower-case hex digits");
        } else if (known.insert(id).second) {
            request.ids.push_back(id);
        }
    }
}

struct NamedAction {
    const char* name;
    BulkRequest::Action action;
};
constexpr std::array<NamedAction, 5> kActions = {{{"set", BulkRequest::Action::Set},
                                                  {"publish", BulkRequest::Action::Publish},
                                                  {"unpublish", BulkRequest::Action::Unpublish},
                                                  {"delete", BulkRequest::Action::Delete},
                                                  {"move", BulkRequest::Action::Move}}};

BulkRequest::Action actionOf(const std::string& name) {
    return std::find_if(kActions.begin(), kActions.end(), [&](const auto& one) { return one.name == name; })->action;
}

void readSet(const JsonObject& given, std::int64_t nowMs, BulkRequest& request, Problems& problems) {
    JsonObject own;
    for (const auto& [name, value] : given) {
        if (name == "metadata") {
            if (value.is_object() && !value.get_object().empty()) {
                request.metadata = value.get_object();
            } else {
                problems.add("set.metadata", "must be an object of values by the keys of their metafields");
            }
        } else if (std::find(kSettable.begin(), kSettable.end(), std::string_view(name)) == kSettable.end()) {
            problems.add("set." + std::string(name), "cannot be set for many objects; what can: " + listed());
        } else {
            own[name] = value;
        }
    }
    if (given.empty()) problems.add("set", "must have at least one of " + listed());
    if (own.empty()) return;
    request.set = parseObjectEdit(own, nowMs, "set");
    for (const Problem& one : request.set.problems.list()) problems.add(one.path, one.message);
}

void readBeside(JsonReader& reader, const char* name, BulkRequest& request) {
    const std::optional<std::string> given = reader.text(name, kMaxKeyLength);
    if (!given) return;
    if (!isId(*given)) {
        reader.problem(name, "must be an id: 24 lower-case hex digits");
    } else if (std::find(request.ids.begin(), request.ids.end(), *given) != request.ids.end()) {
        reader.problem(name, "must not be one of 'ids'");
    }
    request.beside = *given;
    request.behind = name == std::string_view("after");
}

void checkMove(const BulkRequest& request, const JsonReader& reader, Problems& problems) {
    const bool moves = request.action == BulkRequest::Action::Move;
    for (const char* name : {"before", "after"})
        if (!moves && reader.has(name)) problems.add(name, "belongs to the action 'move'");
    if (!moves) return;
    if (reader.has("before") && reader.has("after")) problems.add("after", "goes without 'before'");
    if (request.query)
        problems.add("query", "does not go with the action 'move', which takes 'ids' in their new order");
    if (request.each) problems.add("mode", "must be 'all' with the action 'move'");
}

void checkShape(const BulkRequest& request, bool hasIds, bool hasSet, Problems& problems) {
    if (hasIds == request.query.has_value()) problems.add("ids", "either 'ids' or 'query' must be given");
    const bool sets = request.action == BulkRequest::Action::Set;
    if (sets && !hasSet) problems.add("set", "is required by the action 'set'");
    if (!sets && hasSet) problems.add("set", "belongs to the action 'set'");
    if (request.triggerWebhook && !request.each && request.ids.size() > kMostHeard) {
        problems.add("trigger_webhook", "goes with at most " + std::to_string(kMostHeard) +
                                            " objects in the mode 'all'; use the mode 'each'");
    }
}

}  // namespace

const char* nameOf(BulkRequest::Action action) {
    return std::find_if(kActions.begin(), kActions.end(), [&](const auto& one) { return one.action == action; })->name;
}

BulkRequest parseBulk(const JsonObject& body, std::int64_t nowMs) {
    Problems problems;
    JsonReader reader(body, "", problems);
    BulkRequest request;
    readIds(reader, request);
    if (const JsonObject* query = reader.object("query")) request.query = parseObjectQuery(writeJson(*query));
    const auto action = reader.choice("action", {"set", "publish", "unpublish", "delete", "move"});
    if (!reader.has("action"))
        reader.problem("action", "is required: 'set', 'publish', 'unpublish', 'delete' or 'move'");
    request.action = actionOf(action.value_or("set"));
    if (const JsonObject* set = reader.object("set")) {
        readSet(*set, nowMs, request, problems);
        request.setBytes = writeJson(*set).size();
    }
    readBeside(reader, "before", request);
    readBeside(reader, "after", request);
    request.each = reader.choice("mode", {"all", "each"}).value_or("all") == "each";
    request.dryRun = reader.boolean("dry_run").value_or(false);
    request.triggerWebhook = reader.boolean("trigger_webhook").value_or(false);
    reader.flag("pretty");  // obeyed by the kernel
    reader.refuseOthers();
    if (problems.empty()) checkShape(request, reader.has("ids"), reader.has("set"), problems);
    if (problems.empty()) checkMove(request, reader, problems);
    problems.throwIfAny("the objects cannot be changed");
    return request;
}

void requireRoom(const BulkRequest& request, std::size_t objects) {
    const std::size_t together = request.each ? std::min(objects, kBulkAtOnce) : objects;
    const std::string size = "'set' has " + std::to_string(request.setBytes) + " bytes, which ";
    const std::string most = " objects get at once: at most " + std::to_string(kMostSetBytes) + " bytes together are ";
    if (request.setBytes * together > kMostSetBytes) {
        throw ApiError::badRequest(size + std::to_string(together) + most +
                                   (request.each ? "stored at once in the mode 'each'; name fewer objects"
                                                 : "stored in the mode 'all'; use the mode 'each', or name fewer"));
    }
    if (request.setBytes * objects > kMostSetBytesInAll) {
        throw ApiError::badRequest(size + std::to_string(objects) + " objects get: at most " +
                                   std::to_string(kMostSetBytesInAll) +
                                   " bytes together are stored by one request; "
                                   "name fewer objects");
    }
}

}  // namespace inkwell::objects
