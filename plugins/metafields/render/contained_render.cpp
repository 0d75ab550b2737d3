#include "render/contained_render.h"

#include <glib.h>

#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/fault_text.h"

namespace inkwell::metafields {

namespace {

const std::string kNoPath;

bool isUtf8(std::string_view text) {
    const char* bad = nullptr;
    while (g_utf8_validate_len(text.data(), text.size(), &bad) == 0) {
        if (*bad != '\0') return false;  // at which the library ends, but it is a character
        text.remove_prefix(static_cast<std::size_t>(bad - text.data()) + 1);
    }
    return true;
}

// Without recursion: a plugin may nest as it likes.
bool hasOnlyUtf8(const Json& whole) {
    std::vector<const Json*> waiting{&whole};
    while (!waiting.empty()) {
        const Json& json = *waiting.back();
        waiting.pop_back();
        if (const auto* text = json.if_string()) {
            if (!isUtf8(*text)) return false;
        } else if (const JsonArray* array = json.if_array()) {
            for (const Json& one : *array) waiting.push_back(&one);
        } else if (const JsonObject* object = json.if_object()) {
            for (const auto& [key, value] : *object) {
                if (!isUtf8(key)) return false;
                waiting.push_back(&value);
            }
        }
    }
    return true;
}

/// What a type was given to ask has thrown: not the type's fault, and not the type's to catch.
class Failure {
public:
    template <class Work>
    auto noting(const Work& work) {
        try {
            return work();
        } catch (...) {
            if (!first_) first_ = std::current_exception();
            throw;
        }
    }
    void throwIfAny() const {
        if (first_) std::rethrow_exception(first_);
    }

private:
    std::exception_ptr first_;
};

class NotedLookup : public RenderLookup {
public:
    NotedLookup(const RenderLookup& lookup, Failure& failure) : lookup_(lookup), failure_(failure) {}

    Json object(std::string_view id) const override {
        return failure_.noting([&] { return lookup_.object(id); });
    }
    Json media(std::string_view name) const override {
        return failure_.noting([&] { return lookup_.media(name); });
    }
    JsonMemory memory() const override { return lookup_.memory(); }

private:
    const RenderLookup& lookup_;
    Failure& failure_;
};

class NotedReferences : public References {
public:
    NotedReferences(References& found, Failure& failure) : found_(found), failure_(failure) {}

    void object(std::string_view id) override {
        failure_.noting([&] { found_.object(id); });
    }
    void media(std::string_view name) override {
        failure_.noting([&] { found_.media(name); });
    }
    void objectType(std::string_view slug) override {
        failure_.noting([&] { found_.objectType(slug); });
    }

private:
    References& found_;
    Failure& failure_;
};

// Whether it was done. What no plugin is to blame for goes on, or its null would be taken for content and kept.
template <class Work>
bool contained(const TypeSet& types, const MetafieldType& type, const JsonObject& field, const Work& work,
               std::string_view act = "render") {
    Failure failure;
    try {
        work(failure);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const DatabaseError&) {
        throw;
    } catch (...) {
        failure.throwIfAny();
        types.faults().tell(type, act, fieldText(field), faultText());
        return false;
    }
    failure.throwIfAny();
    return true;
}

}  // namespace

Json renderContained(const TypeSet& types, const MetafieldType& type, const JsonObject& field,
                     const RenderLookup& lookup) {
    std::optional<Json> shown;
    const auto render = [&](Failure& failure) {
        shown.emplace(type.render(MetafieldView{field, kNoPath}, NotedLookup(lookup, failure)));
    };
    if (!contained(types, type, field, render)) return nullptr;
    if (!types.isForeign(type) || hasOnlyUtf8(*shown)) return std::move(*shown);
    types.faults().tell(type, "render", fieldText(field), "its text is not valid UTF-8");
    return nullptr;
}

void decorateContained(const TypeSet& types, const MetafieldType& type, JsonObject& field, const RenderLookup& lookup) {
    contained(types, type, field, [&](Failure& failure) { type.decorate(field, NotedLookup(lookup, failure)); });
}

void collectContained(const TypeSet& types, const MetafieldType& type, const JsonObject& field, References& found) {
    const auto collect = [&](Failure& failure) {
        NotedReferences noted(found, failure);
        type.references(MetafieldView{field, kNoPath}, noted);
    };
    contained(types, type, field, collect, "find the references of");
}

}  // namespace inkwell::metafields
