#include "tests/plugins/objects/query_world.h"

#include "numbered_id.h"

namespace inkwell::objects {

StoredObject QueryMaker::object(int number, int count) {
    StoredObject object;
    object.id = testkit::numberedId(number);
    object.bucketId = kQueriedBucket;
    object.type = oneIn(2) ? "posts" : "pages";
    object.slug = "s" + std::to_string(number);
    object.locale = oneIn(3) ? "en" : "";
    object.status = oneIn(3) ? "draft" : "published";
    object.title = text();
    object.createdAtMs = timeMs();
    object.modifiedAtMs = timeMs();
    if (oneIn(2)) object.publishedAtMs = timeMs();
    if (oneIn(4)) object.publishAtMs = timeMs();
    if (oneIn(4)) object.unpublishAtMs = timeMs();
    if (oneIn(2)) object.createdBy = testkit::numberedId(below(3));
    if (oneIn(2)) object.thumbnail = text();
    object.document["content"] = text();
    for (const char* key : {"k0", "k1", "k2", "p.q", "p"}) {
        if (oneIn(2)) object.metafields().push_back({{"key", key}, {"type", "json"}, {"value", value(3)}});
    }
    for (int i = below(3); i > 0; --i) {
        object.metafields().push_back(
            {{"key", "rel"}, {"type", "object"}, {"value", testkit::numberedId(below(count + 2))}});
    }
    return object;
}

std::vector<StoredObject> QueryMaker::objects(int count) {
    std::vector<StoredObject> all;
    for (int i = 0; i < count; ++i) all.push_back(object(i, count));
    for (int i = 0; i < count; ++i) {
        if (!oneIn(3)) continue;
        StoredObject& live = all[static_cast<std::size_t>(i)];
        StoredObject draft = object(i, count);
        draft.draftId = testkit::numberedId(count + 100 + i);
        draft.status = "draft";
        draft.type = live.type;
        draft.createdAtMs = live.createdAtMs;
        live.isLatest = false;
        all.push_back(std::move(draft));
    }
    return all;
}

std::string QueryMaker::key() {
    static const std::vector<std::string> kKeys = {"id",
                                                   "title",
                                                   "slug",
                                                   "type",
                                                   "locale",
                                                   "status",
                                                   "content",
                                                   "thumbnail",
                                                   "created_at",
                                                   "modified_at",
                                                   "published_at",
                                                   "publish_at",
                                                   "unpublish_at",
                                                   "created_by",
                                                   "modified_by",
                                                   "metadata.k0",
                                                   "metadata.k0",
                                                   "metadata.k1",
                                                   "metadata.k1",
                                                   "metadata.k2",
                                                   "metadata.k2.q",
                                                   "metadata.p",
                                                   "metadata.p.q",
                                                   "metadata.rel",
                                                   "metadata.p.q.r",
                                                   "metadata.rel.id",
                                                   "metadata.rel.title",
                                                   "metadata.rel.status",
                                                   "metadata.rel.created_at",
                                                   "metadata.rel.publish_at",
                                                   "metadata.rel.metadata.k0",
                                                   "metadata.rel.metadata.rel.type",
                                                   "metadata.rel.metadata.rel.metadata.k1",
                                                   "metadata.none"};
    return oneOf(kKeys);
}

Json QueryMaker::operand(const std::string& key) {
    if (key.ends_with("publish_at") && !oneIn(5)) return Json(timeMs());
    if (key.ends_with("_at") && !oneIn(5)) return timeOperand();
    if ((key == "id" || key.ends_with("rel") || key.ends_with(".id") || key.ends_with("_by")) && !oneIn(5)) {
        return Json(testkit::numberedId(below(40)));
    }
    if (key == "type") return oneIn(2) ? "posts" : "pages";
    return scalar();
}

}  // namespace inkwell::objects
