#include "view_input.h"

#include <utility>

#include "inkwell/text.h"

namespace inkwell::views {

namespace {

void readQuery(JsonReader& reader, ViewInput& input) {
    const JsonObject* query = reader.object("query");
    if (query == nullptr) return;
    if (writeJson(*query).size() > kMaxQueryBytes) {
        return reader.problem("query", "must have at most " + std::to_string(kMaxQueryBytes) + " bytes");
    }
    input.query = *query;
}

void readColumns(JsonReader& reader, ViewInput& input) {
    const auto columns = reader.textArray("columns", kMaxKeyLength);
    if (!columns) return;
    if (columns->size() > kMaxColumns) {
        return reader.problem("columns", "must name at most " + std::to_string(kMaxColumns) + " columns");
    }
    JsonArray texts;
    for (const std::string& column : *columns) texts.emplace_back(column);
    input.columns = std::move(texts);
}

void readRest(JsonReader& reader, ViewInput& input) {
    input.type = reader.text("type", kMaxKeyLength);
    input.sort = reader.text("sort", kMaxKeyLength);
    readQuery(reader, input);
    readColumns(reader, input);
    input.isShared = reader.boolean("shared");
    reader.refuseOthers();
}

}  // namespace

ViewInput parseNewView(const JsonObject& body) {
    ViewInput input;
    JsonReader reader(body, "", input.problems);
    input.title = reader.requiredTitle("title", kMaxKeyLength);
    readRest(reader, input);
    return input;
}

ViewInput parseViewEdit(const JsonObject& body) {
    ViewInput input;
    JsonReader reader(body, "", input.problems);
    input.title = reader.title("title", kMaxKeyLength);
    readRest(reader, input);
    if (body.empty()) input.problems.add("", "the body names nothing to change");
    return input;
}

void apply(ViewInput input, View& view) {
    if (input.title) view.title = std::move(*input.title);
    if (input.type) view.type = std::move(*input.type);
    if (input.sort) view.sort = std::move(*input.sort);
    if (input.query) view.query = std::move(*input.query);
    if (input.columns) view.columns = std::move(*input.columns);
    if (input.isShared) view.isShared = *input.isShared;
}

}  // namespace inkwell::views
