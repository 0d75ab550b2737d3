#include "tests/support/query_maker.h"

#include "inkwell/text.h"

namespace inkwell::test {

namespace {

constexpr std::int64_t kSomeTimeMs = 1'700'000'000'000;

const std::vector<std::string> kTexts = {"",
                                         "a",
                                         "a ",
                                         "a\n",
                                         "A",
                                         "b",
                                         "ab",
                                         "a\x01",
                                         "a\x02",
                                         "\x01",
                                         "é",
                                         "e",
                                         "ß",
                                         "😀",
                                         "10",
                                         "9",
                                         "true",
                                         "a-b",
                                         "draft",
                                         "published",
                                         "a.b",
                                         "null",
                                         "posts",
                                         "image/png",
                                         "covers",
                                         "a\x7f",
                                         std::string(187, 'x'),
                                         std::string(188, 'x'),
                                         std::string(189, 'x'),
                                         std::string(190, 'x'),
                                         std::string(190, 'x') + "a",
                                         std::string(190, 'x') + "b",
                                         std::string(300, '\x01')};

}  // namespace

std::string QueryMaker::text() { return oneOf(kTexts); }

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
            return Json(text());
    }
}

Json QueryMaker::whole() {
    static const std::vector<std::string> kWholes = {"{}",
                                                     R"({"q":1})",
                                                     R"({"q":1.0})",
                                                     R"({"q":"1"})",
                                                     R"({"q":null})",
                                                     R"({"q":""})",
                                                     R"({"q":[]})",
                                                     R"({"q":1,"r":2})",
                                                     R"({"r":2,"q":1})",
                                                     R"({"q":[1,{"r":2}]})",
                                                     R"({"r":{"q":"b","r":false}})",
                                                     R"({"q.r":"a"})"};
    return parseJson(oneOf(kWholes));
}

Json QueryMaker::value(int levels) {
    if (levels == 0 || !oneIn(3)) return scalar();
    if (oneIn(4)) return whole();
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

std::int64_t QueryMaker::timeMs() { return kSomeTimeMs + below(5); }

Json QueryMaker::timeOperand() {
    const std::string time = isoTime(timeMs());
    return oneIn(3) ? Json(time.substr(0, static_cast<std::size_t>(below(25)))) : Json(time);
}

JsonObject QueryMaker::operators(const std::string& key, int levels) {
    static const std::vector<std::string> kPatterns = {"a", "^a$", "x{150,}", "^.$", "b|é", "^$", "[0-9]", "T"};
    static const std::vector<std::string> kOrdered = {"$gt", "$gte", "$lt", "$lte"};
    JsonObject all;
    JsonArray list;
    for (int i = below(4); i > 0; --i) list.push_back(operand(key));
    switch (below(levels > 0 ? 10 : 9)) {
        case 0:
            all["$eq"] = oneIn(5) ? whole() : operand(key);
            break;
        case 1:
            all["$ne"] = oneIn(5) ? whole() : operand(key);
            break;
        case 2:
            all["$in"] = list;
            break;
        case 3:
            all["$nin"] = list;
            break;
        case 4:
            all["$all"] = list;
            break;
        case 5:
            all["$exists"] = oneIn(2);
            break;
        case 6:
            all["$regex"] = oneOf(kPatterns);
            break;
        case 9:
            all["$not"] = operators(key, levels - 1);
            break;
        default:
            for (int i = 1 + below(2); i > 0; --i) {
                const Json bound = operand(key);
                all[oneOf(kOrdered)] = bound.is_string() || bound.is_number() ? bound : Json("a");
            }
    }
    if (all.contains("$regex") && oneIn(2)) all["$options"] = oneIn(2) ? "i" : "ms";
    return all;
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
        const std::string asked = key();
        Json plain = oneIn(4) ? whole() : operand(asked);
        all[asked] = oneIn(3) ? std::move(plain) : Json(operators(asked, levels));
    }
    return all;
}

}  // namespace inkwell::test
