#include "schema/schema_input.h"

#include <algorithm>
#include <string>

namespace inkwell::objects {

namespace {

constexpr std::size_t kMostFiles = 1000;  // which are compared, checked and stored while nobody else can write

}  // namespace

SchemaInput parseSchema(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    SchemaInput input;
    input.isTrial = reader.flag("dry_run").value_or(false);
    input.mayDestroy = reader.flag("allow_destructive").value_or(false);
    reader.flag("pretty");  // obeyed by the kernel
    const Json* files = reader.any("files");
    const JsonObject* named = files == nullptr ? nullptr : files->if_object();
    if (named == nullptr) {
        reader.problem("files", "is required: an object of object types by their names, {\"posts.json\": {...}}");
    } else if (named->empty()) {
        reader.problem("files", "is empty: that would delete every object type");
    } else if (named->size() > kMostFiles) {
        reader.problem("files", "has more than " + std::to_string(kMostFiles) + " entries");
    } else {
        for (const auto& [name, content] : *named) input.files.push_back({std::string(name), content});
    }
    std::sort(input.files.begin(), input.files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    reader.refuseOthers();
    problems.throwIfAny("the object types cannot be applied");
    return input;
}

}  // namespace inkwell::objects
