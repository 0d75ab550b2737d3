// interface/reads-and-queries.md, "Values of a metafield".
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Values : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        makeType("pages");
    }
    void make(const std::string& type, const Json& color, const JsonObject& more = {}) {
        JsonObject body = more;
        body["metafields"] = JsonArray{field(color.is_number() ? "number" : "text", "color", color)};
        makeObject(type, "T", body);
    }
    std::string values(const std::string& query) {
        const Reply reply = get("/objects/values?" + query);
        EXPECT_EQ(reply.status, 200) << reply.body;
        std::string all;
        for (const Json& one : reply.array("values")) {
            all += writeJson(one.at("value")) + " " + writeJson(one.at("count")) + ";";
        }
        return all;
    }
};
INKWELL_ON_BOTH_ENGINES(Values);

TEST_P(Values, AreCountedTheMostFrequentFirst) {
    for (const char* color : {"red", "Blue", "red"}) make("posts", color);
    make("pages", "red");
    make("posts", 7);
    EXPECT_EQ(values("field=metadata.color&type=posts&limit=1"), "\"red\" 2;");
    EXPECT_EQ(values("field=metadata.color"), "\"red\" 3;7 1;\"Blue\" 1;");
    EXPECT_EQ(values("field=metadata.size"), "");
}

TEST_P(Values, OfDraftsAreForThoseWhoAskForThem) {
    make("posts", "red");
    make("posts", "secret", {{"status", "draft"}});
    EXPECT_EQ(values("field=metadata.color"), "\"red\" 1;");
    EXPECT_EQ(values("field=metadata.color&status=any"), "\"red\" 1;\"secret\" 1;");
}

TEST_P(Values, AreThoseOfAMetafield) {
    for (const char* query : {"", "?field=title", "?field=metadata."}) {
        EXPECT_EQ(refusalOf(get(std::string("/objects/values") + query)),
                  "400: the parameter 'field' must name a metafield, as in 'metadata.color'");
    }
}

}  // namespace
}  // namespace inkwell::test
