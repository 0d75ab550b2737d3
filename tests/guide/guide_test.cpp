// Every request of the guide is sent to a server with the demo bucket, and every answer that it shows is compared with
// what comes.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "inkwell/text.h"
#include "tests/guide/document_server.h"
#include "tests/support/http_client.h"
#include "tests/support/sanitized.h"

namespace inkwell::test {
namespace {

class Guide : public testing::TestWithParam<Engine> {
protected:
    /// What a read shows of a new article with this one metafield, besides the type's own.
    Json metadataOf(const Json& written) const {
        return demo_.create({{"type", "articles"}, {"title", "New"}, {"metafields", JsonArray{written}}})
            .at("metadata");
    }
    void expectType(const Block& block, const JsonArray& definitions, const JsonArray& articles);

    const DocumentServer demo_{GetParam(), "share/doc/guide.md"};
    std::set<std::string> types_;
};

TEST_P(Guide, ShowsWhatTheServerAnswers) { EXPECT_GT(demo_.expectAnswersAsShown(), 30); }

const Json* withMember(const JsonArray& all, const char* name, const Json& value) {
    for (const Json& one : all) {
        if (const Json* found = one.as_object().if_contains(name); found != nullptr && *found == value) return &one;
    }
    return nullptr;
}

// What answers add to a metafield, and its id, which the guide leaves out.
Json asDefined(Json json) {
    if (JsonArray* array = json.if_array()) {
        for (Json& one : *array) one = asDefined(std::move(one));
    } else if (JsonObject* object = json.if_object(); object != nullptr && object->contains("type")) {
        for (const char* added : {"id", "object", "objects", "metadata"}) object->erase(added);
        for (const char* inner : {"children", "repeater_fields"}) {
            if (object->contains(inner)) (*object)[inner] = asDefined((*object)[inner]);
        }
    }
    return json;
}

// The ids that the guide shows are those of another server: here are the ones of the demo's article of this value.
Json withIdsOfThisServer(Json written, const JsonArray& articles) {
    const Json* shown = written.as_object().if_contains("value");
    if (shown == nullptr) return written;
    for (const Json& article : articles) {
        const JsonArray& metafields = article.as_object().at("metafields").as_array();
        const Json* mine = withMember(metafields, "key", written.as_object().at("key"));
        if (mine == nullptr || !differenceOf(*shown, mine->as_object().at("value")).empty()) continue;
        written.as_object()["value"] = mine->as_object().at("value");
        return written;
    }
    ADD_FAILURE() << "no article of the demo has " << writeJson(written);
    return written;
}

void Guide::expectType(const Block& block, const JsonArray& definitions, const JsonArray& articles) {
    const std::string place = demo_.place(block);
    const JsonObject shown = parseJson(block.text).as_object();
    const JsonObject& defined = shown.at("defined").as_object();
    const Json* known = withMember(definitions, "key", defined.at("key"));
    ASSERT_NE(known, nullptr) << place;
    EXPECT_EQ(differenceOf(defined, asDefined(*known), "defined"), "") << place;
    const Json metadata = metadataOf(withIdsOfThisServer(shown.at("written"), articles));
    for (const auto& member : shown.at("read").as_object()) {
        EXPECT_EQ(differenceOf(member.value(), metadata.as_object().at(member.key()), "read"), "") << place;
    }
    EXPECT_TRUE(types_.insert(std::string(textOf(defined, "type"))).second) << place;
}

TEST_P(Guide, ShowsHowEveryTypeOfMetafieldIsDefinedWrittenAndRead) {
    const Json type = demo_.ask("object-types/articles").at("object_type");
    const Json articles = demo_.ask(R"(objects?query={"type":"articles"}&show_metafields=true)").at("objects");
    for (const Block& block : demo_.blocks()) {
        if (block.language != "json" || block.follows) continue;
        expectType(block, type.at("metafields").as_array(), articles.as_array());
    }
    EXPECT_EQ(types_.size(), 16U);
}

TEST_P(Guide, ShowsAddressesOfPicturesThatAreThere) {
    if (isThreadSanitized())
        GTEST_SKIP() << "a picture of this size takes a worker minutes; tests/api has smaller ones";
    const std::regex picture("http://127\\.0\\.0\\.1:8055(/v2/images[^\\s\"]*)");
    int found = 0;
    for (const Block& block : demo_.blocks()) {
        if (block.language != "html") continue;
        for (std::sregex_iterator at(block.text.begin(), block.text.end(), picture), end; at != end; ++at, ++found) {
            const Reply reply = sendRequest(demo_.port(), "GET", (*at)[1]);
            EXPECT_EQ(reply.status, 200) << (*at)[1] << reply.body;
            EXPECT_EQ(reply.headers.at("content-type"), "image/jpeg") << (*at)[1];
        }
    }
    EXPECT_GT(found, 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, Guide, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
