#include "read/object_text.h"

#include <stdexcept>

#include "inkwell/json_text.h"
#include "inkwell/text.h"
#include "read/object_view.h"

namespace inkwell::objects {

namespace {

struct DocumentParts {
    std::string_view content;
    std::string_view options;
    std::string_view metafields;
};

DocumentParts partsOf(std::string_view document) {
    DocumentParts parts;
    for (JsonWalk members(document); members.next();) {
        if (members.key() == "content") parts.content = members.value();
        if (members.key() == "options") parts.options = members.value();
        if (members.key() == "metafields" && members.value().front() == '[') parts.metafields = members.value();
    }
    return parts;
}

std::string optionsOf(std::string_view stored) {
    constexpr std::string_view kUsual = R"({"slug_field":true,"content_editor":true})";
    if (stored == kUsual) return std::string(kUsual);
    JsonObject document;
    if (!stored.empty()) document.emplace("options", parseStoredJson(stored));
    return writeJson(renderOptions(document));
}

/// The members that are asked for.
class Members {
public:
    explicit Members(const Props& props, std::size_t contentSize) : props_(props) {
        constexpr std::size_t kOthersBytes = 768;  // of a usual object
        text_.reserve(kOthersBytes + (wants("content") ? contentSize : 0));
    }

    void json(std::string_view name, std::string_view value) {
        if (begin(name)) text_ += value;
    }
    void text(std::string_view name, std::string_view value) {
        if (begin(name)) addQuoted(text_, value);
    }
    void textOrNull(std::string_view name, std::string_view value) {
        if (!begin(name)) return;
        if (value.empty()) {
            text_ += "null";
        } else {
            addQuoted(text_, value);
        }
    }
    void time(std::string_view name, const std::optional<std::int64_t>& ms) {
        if (begin(name)) text_ += ms ? '"' + isoTime(*ms) + '"' : "null";
    }
    bool wants(std::string_view name) const { return props_.find(name) != nullptr; }

    std::string take() { return std::move(text_); }

private:
    bool begin(std::string_view name) {
        if (!wants(name)) return false;
        if (!text_.empty()) text_ += ',';
        ((text_ += '"') += name) += "\":";
        return true;
    }

    const Props& props_;
    std::string text_;
};

ObjectText::Part partOf(std::string_view document, std::string_view part) {
    if (part.empty()) return {};
    return {static_cast<std::size_t>(part.data() - document.data()), part.size()};
}

ObjectText makeText(const StoredObject& object, std::string text, const Props& props) {
    const DocumentParts document = partsOf(text);
    Members members(props, document.content.size());
    members.text("id", object.id);
    members.text("slug", object.slug);
    members.text("title", object.title);
    members.json("content", document.content.empty() ? "\"\"" : document.content);
    members.text("bucket", object.bucketId);
    members.time("created", object.createdAtMs);
    members.time("created_at", object.createdAtMs);
    members.textOrNull("created_by", object.createdBy);
    members.time("modified_at", object.modifiedAtMs);
    members.textOrNull("modified_by", object.modifiedBy);
    members.time("published_at", object.publishedAtMs);
    members.json("publish_at", object.publishAtMs ? std::to_string(*object.publishAtMs) : "null");
    members.json("unpublish_at", object.unpublishAtMs ? std::to_string(*object.unpublishAtMs) : "null");
    members.text("status", object.status);
    members.text("type", object.type);
    members.textOrNull("locale", object.locale);
    if (members.wants("options")) members.json("options", optionsOf(document.options));
    members.textOrNull("thumbnail", object.thumbnail);
    ObjectText made{object.id, object.type, members.take(), {}, {}};
    if (members.wants("metadata")) made.metafields = partOf(text, document.metafields);
    made.document = std::move(text);
    return made;
}

}  // namespace

ObjectText objectTextOf(const StoredObject& object, const Props& props) {
    try {
        return makeText(object, object.documentText(), props);
    } catch (const std::runtime_error&) {
        // It was written by something else, or is no JSON at all, which this will say.
        return makeText(object, writeJson(parseStoredJson(object.documentText())), props);
    }
}

std::vector<ObjectText> objectTextsOf(std::span<const StoredObject> objects) {
    std::vector<ObjectText> texts;
    texts.reserve(objects.size());
    for (const StoredObject& object : objects) texts.push_back(objectTextOf(object, Props::everything()));
    return texts;
}

}  // namespace inkwell::objects
