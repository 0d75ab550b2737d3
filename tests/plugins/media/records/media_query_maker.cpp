#include "tests/plugins/media/records/media_query_maker.h"

#include "numbered_id.h"

namespace inkwell::media {

std::vector<StoredMedia> QueryMaker::media(int count) {
    std::vector<StoredMedia> all;
    for (int i = 0; i < count; ++i) {
        StoredMedia media;
        media.id = testkit::numberedId(i);
        media.bucketId = kQueriedBucket;
        // Unlike the others for trailing blanks too, as the index of names asks for.
        media.name = std::to_string(i) + "-" + text().substr(0, 50) + ".";
        media.originalName = text();
        media.sizeBytes = below(4);
        media.contentType = oneIn(2) ? "image/png" : text().substr(0, 200);
        if (oneIn(2)) media.folder = oneIn(2) ? "covers" : "a-b";
        media.createdAtMs = timeMs();
        for (const char* key : {"k", "l"})
            if (oneIn(2)) media.metadata[key] = value(3);
        all.push_back(std::move(media));
    }
    return all;
}

std::string QueryMaker::sort() {
    return oneOf(std::vector<std::string>{"created", "-created", "size", "-size", "original_name", "-original_name",
                                          "type", "-type"});
}

std::string QueryMaker::key() {
    static const std::vector<std::string> kKeys = {
        "id",         "name",       "original_name", "size",         "type",           "created",      "folder",
        "metadata.k", "metadata.k", "metadata.l",    "metadata.k.q", "metadata.k.q.r", "metadata.l.q", "metadata.none"};
    return oneOf(kKeys);
}

Json QueryMaker::operand(const std::string& key) {
    if (oneIn(5)) return scalar();
    if (key == "id") return Json(testkit::numberedId(below(40)));
    if (key == "size") return Json(below(5));
    if (key == "folder") return Json(oneIn(2) ? "covers" : "a-b");
    if (key == "type") return Json("image/png");
    if (key == "created") return timeOperand();
    return scalar();
}

}  // namespace inkwell::media
