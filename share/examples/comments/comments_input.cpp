#include "comments_input.h"

#include <utility>

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace comments_plugin {

namespace {

// As many as the column {text:10000} holds.
constexpr std::size_t kMaxStoredText = 10'000;

}  // namespace

NewEntry parseNewEntry(const inkwell::JsonObject& body, std::int64_t maxTextLength) {
    inkwell::Problems problems;
    inkwell::JsonReader reader(body, "", problems);
    const std::optional<std::string> author = reader.requiredText("author", inkwell::kMaxKeyLength);
    const std::optional<std::string> text = reader.requiredText("text", static_cast<std::size_t>(maxTextLength));
    reader.refuseOthers();
    problems.throwIfAny("the entry cannot be added");
    return {*author, *text};
}

bool parseApproval(const inkwell::JsonObject& body) {
    inkwell::Problems problems;
    inkwell::JsonReader reader(body, "", problems);
    const std::optional<bool> approved = reader.boolean("approved");
    if (!reader.has("approved")) reader.problem("approved", "is required");
    reader.refuseOthers();
    problems.throwIfAny("the entry cannot be changed");
    return *approved;
}

CommentsEntry parseFileEntry(const inkwell::Json& item, const std::string& path, inkwell::Problems& problems) {
    CommentsEntry entry;
    const inkwell::JsonObject* object = item.if_object();
    if (object == nullptr) {
        problems.add(path, "must be an object, not " + std::string(inkwell::jsonKindName(item)));
        return entry;
    }
    inkwell::JsonReader reader(*object, path, problems);
    entry.id = reader.requiredText("id", inkwell::kMaxKeyLength).value_or("");
    entry.objectId = reader.requiredText("object", inkwell::kMaxKeyLength).value_or("");
    entry.author = reader.requiredText("author", inkwell::kMaxKeyLength).value_or("");
    entry.text = reader.requiredText("text", kMaxStoredText).value_or("");
    entry.isApproved = reader.boolean("approved").value_or(false);
    const std::string createdAt = reader.requiredText("created_at", inkwell::kMaxKeyLength).value_or("");
    reader.refuseOthers();
    if (!entry.id.empty() && !inkwell::isId(entry.id)) reader.problem("id", "must be 24 lower-case hex digits");
    const std::optional<std::int64_t> time = inkwell::parseIsoTime(createdAt);
    if (!time && !createdAt.empty()) reader.problem("created_at", "must be a time such as 2026-01-31T09:30:00.000Z");
    entry.createdAtMs = time.value_or(0);
    return entry;
}

}  // namespace comments_plugin
