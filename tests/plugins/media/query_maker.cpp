#include "query_maker.h"

#include "inkwell/text.h"

namespace inkwell::media {

namespace {

constexpr std::int64_t kSomeTimeMs = 1'700'000'000'000;

const std::vector<std::string> kTexts = {"",
                                         "a",
                                         "a ",
                                         "a\n",
                                         "A",
                                         "ab",
                                         "a\x01",
                                         "\x01",
                                         "é",
                                         "e",
                                         "😀",
                                         "10",
                                         "9",
                                         "true",
                                         "null",
                                         "image/png",
                                         "covers",
                                         std::string(188, 'x'),
                                         std::string(190, 'x'),
                                         std::string(190, 'x') + "a",
                                         std::string(190, 'x') + "b",
                                         std::string(300, '\x01')};
const std::vector<std::string> kKeys = {"id",           "name",           "original_name", "size",         "type",
                                        "created",      "folder",         "metadata.k",    "metadata.k",   "metadata.l",
                                        "metadata.k.q", "metadata.k.q.r", "metadata.l.q",  "metadata.none"};

std::string idOf(int number) {
    const std::string digits = std::to_string(number);
    return std::string(24 - digits.size(), '0') + digits;
}

}  // namespace

Json QueryMaker::scalar() {
    static const std::vector<double> kNumbers = {0, 1, -1, 1.5, 10, 1e300, -1e-300, 9007199254740993.0};
    switch (below(8)) {
        case 0:
            return oneIn(2);
        case 1:
        case 2:
            return oneOf(kNumbers);
        case 3:
            return std::int64_t{below(3)};
        case 4:
            return nullptr;
        default:
            return Json(oneOf(kTexts));
    }
}

Json QueryMaker::value(int levels) {
    if (levels == 0 || !oneIn(2)) return scalar();
    if (oneIn(2)) {
        JsonArray array;
        for (int i = below(3); i > 0; --i) array.push_back(value(levels - 1));
        return array;
    }
    JsonObject object;
    for (const char* name : {"q", "r", "q.r"})
        if (oneIn(2)) object[name] = value(levels - 1);
    return object;
}

std::vector<StoredMedia> QueryMaker::media(int count) {
    std::vector<StoredMedia> all;
    for (int i = 0; i < count; ++i) {
        StoredMedia media;
        media.id = idOf(i);
        media.bucketId = kQueriedBucket;
        // Unlike the others for trailing blanks too, as the index of names asks for.
        media.name = std::to_string(i) + "-" + oneOf(kTexts).substr(0, 50) + ".";
        media.originalName = oneOf(kTexts);
        media.sizeBytes = below(4);
        media.contentType = oneIn(2) ? "image/png" : oneOf(kTexts).substr(0, 200);
        if (oneIn(2)) media.folder = oneIn(2) ? "covers" : "a-b";
        media.createdAtMs = kSomeTimeMs + below(5);
        for (const char* key : {"k", "l"})
            if (oneIn(2)) media.metadata[key] = value(3);
        all.push_back(std::move(media));
    }
    return all;
}

std::string QueryMaker::sort() { return oneOf(std::vector<std::string>{"created", "-created", "size", "-size"}); }

Json QueryMaker::operand(const std::string& key) {
    if (oneIn(5)) return scalar();
    if (key == "id") return Json(idOf(below(40)));
    if (key == "size") return Json(below(5));
    if (key == "folder") return Json(oneIn(2) ? "covers" : "a-b");
    if (key == "type") return Json("image/png");
    if (key == "created") {
        const std::string time = isoTime(kSomeTimeMs + below(5));
        return oneIn(3) ? Json(time.substr(0, static_cast<std::size_t>(below(25)))) : Json(time);
    }
    return scalar();
}

JsonObject QueryMaker::operators(const std::string& key, int levels) {
    static const std::vector<std::string> kPatterns = {"a", "^a$", "x{150,}", "^.$", "b|é", "^$", "[0-9]", "T"};
    static const std::vector<std::string> kListed = {"$in", "$nin", "$all"};
    static const std::vector<std::string> kOrdered = {"$gt", "$gte", "$lt", "$lte"};
    switch (below(levels > 0 ? 8 : 7)) {
        case 0:
            return {{oneIn(2) ? "$eq" : "$ne", operand(key)}};
        case 1:
        case 2: {
            JsonArray list;
            for (int i = below(4); i > 0; --i) list.push_back(operand(key));
            return {{oneOf(kListed), list}};
        }
        case 3:
            return {{"$exists", oneIn(2)}};
        case 4:
            return {{"$regex", oneOf(kPatterns)}, {"$options", oneIn(2) ? "i" : "ms"}};
        case 7:
            return {{"$not", operators(key, levels - 1)}};
        default: {
            JsonObject bounds;
            for (int i = 1 + below(2); i > 0; --i) {
                const Json bound = operand(key);
                bounds[oneOf(kOrdered)] = bound.is_string() || bound.is_number() ? bound : Json("a");
            }
            return bounds;
        }
    }
}

JsonObject QueryMaker::query(int levels) {
    static const std::vector<std::string> kGroups = {"$and", "$or", "$nor"};
    JsonObject all;
    for (int i = 1 + below(2); i > 0; --i) {
        if (levels > 0 && oneIn(4)) {
            JsonArray parts;
            for (int part = 1 + below(2); part > 0; --part) parts.push_back(query(levels - 1));
            all[oneOf(kGroups)] = parts;
            continue;
        }
        const std::string& key = oneOf(kKeys);
        Json plain = operand(key);
        all[key] = oneIn(3) ? std::move(plain) : Json(operators(key, levels));
    }
    return all;
}

}  // namespace inkwell::media
