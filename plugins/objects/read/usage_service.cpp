#include "read/usage_service.h"

#include <algorithm>

#include "read/object_query.h"
#include "read/object_search.h"
#include "read/usage_store.h"
#include "store/object_fields.h"

namespace inkwell::objects {

namespace {

// As many conditions as a query may have (interface/errors-and-limits.md, "Limits").
constexpr std::size_t kMostPaths = 50;
constexpr std::size_t kMostNames = 100;

/// {"$or": [{path: {"$in": texts}}, ...]}
ListQuery queryOf(const std::vector<std::string>& paths, std::span<const std::string> texts) {
    JsonArray any;
    for (const std::string& path : paths) {
        any.push_back(JsonObject{{path, JsonObject{{"$in", JsonArray(texts.begin(), texts.end())}}}});
    }
    return parseObjectQuery(writeJson(JsonObject{{"$or", std::move(any)}}));
}

}  // namespace

ObjectUsage::Page UsageService::findTexts(const Bucket& bucket, std::span<const std::string> texts,
                                          Visibility visibility, std::int64_t limit, std::int64_t skip) {
    texts = texts.first(std::min(texts.size(), kMostNames));
    return services_.database().read([&](Sql& sql) {
        std::vector<std::string> paths = UsageStore(sql).pathsOf(bucket.id, texts);
        if (paths.empty()) return Page{};
        paths.resize(std::min(paths.size(), kMostPaths));
        const ObjectScope scope{bucket.id, visibility};
        const ObjectPage found = searchObjects(sql, services_.find<MetafieldEngine>(), scope,
                                               {limit, skip, "created_at"}, queryOf(paths, texts));
        Page page;
        page.total = found.total;
        for (const StoredObject& object : found.objects) page.uses.push_back(useOf(object, texts));
        return page;
    });
}

ObjectUsage::Use UsageService::useOf(const StoredObject& object, std::span<const std::string> texts) const {
    Use use{object.id, object.title, object.slug, object.type, object.status, {}};
    for (const FieldValue& field : fieldsOf(object, services_.find<MetafieldEngine>())) {
        if (!field.value.is_string() || field.path == "title" || field.path == "content") continue;
        const std::string_view value = field.value.get_string();
        if (std::find(texts.begin(), texts.end(), value) != texts.end()) use.fields.push_back(field.path);
    }
    std::sort(use.fields.begin(), use.fields.end());
    use.fields.erase(std::unique(use.fields.begin(), use.fields.end()), use.fields.end());
    return use;
}

}  // namespace inkwell::objects
