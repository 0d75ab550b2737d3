// Every request of the guide is sent to a server with the demo bucket, and every answer that it shows is compared with
// what comes.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <thread>

#include "inkwell/text.h"
#include "tests/guide/shown.h"
#include "tests/process/installation.h"
#include "tests/support/http_client.h"

namespace inkwell::test {
namespace {

constexpr char kMark = '\x1e';  // between the outputs of two blocks

void replaceAll(std::string& text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
}

std::string wordAfter(const std::string& mark, const std::string& text) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) throw std::runtime_error("the demo does not print '" + mark + "': " + text);
    return text.substr(at + mark.size(), text.find_first_of(" \n", at + mark.size()) - at - mark.size());
}

bool isRequest(const Block& block) { return block.language == "sh" || block.language == "js"; }

class Guide : public testing::TestWithParam<Engine> {
protected:
    Guide() : installation_(GetParam()), server_(installation_.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"})) {
        while (server_->out().find("Try it:") == std::string::npos && server_->isRunning()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        const std::string out = server_->out();
        replacements_ = {{"http://127.0.0.1:8055", wordAfter("  address        ", out)},
                         {"http://127.0.0.1:8056", wordAfter("  upload address ", out)},
                         {"the-read-key", wordAfter("  read key       ", out)},
                         {"the-write-key", wordAfter("  write key      ", out)},
                         {"the-password", wordAfter("  password ", out)}};
        std::ifstream file(INKWELL_SOURCE_DIR "/share/doc/guide.md");
        blocks_ = blocksOf(std::string(std::istreambuf_iterator<char>(file), {}));
    }

    std::string forThisServer(std::string text) const {
        for (const auto& [shown, real] : replacements_) replaceAll(text, shown, real);
        return text;
    }
    std::string asShown(std::string text) const {
        for (const auto& [shown, real] : replacements_) replaceAll(text, real, shown);
        return text;
    }

    /// What each request prints, in one shell, as a reader would run them.
    std::vector<std::string> outputs() const {
        std::string script;
        for (const Block& block : blocks_) {
            if (!isRequest(block)) continue;
            const bool isShell = block.language == "sh";
            script += std::string("printf '\\036'\n") + (isShell ? "" : "node --input-type=module <<'END_OF_JS'\n") +
                      forThisServer(block.text) + (isShell ? "" : "END_OF_JS\n");
        }
        const Finished shell =
            runProgram("/bin/bash", {"-c", "cd '" INKWELL_SOURCE_DIR "'\n" + script}, {{"LC_ALL", "C.UTF-8"}});
        EXPECT_EQ(shell.err, "");
        std::vector<std::string> all;
        std::istringstream in(asShown(shell.out));
        std::string one;
        std::getline(in, one, kMark);
        while (std::getline(in, one, kMark)) all.push_back(one);
        return all;
    }

    void expectShown(const Block& answer, const std::string& output) const {
        const std::string place = "share/doc/guide.md:" + std::to_string(answer.line);
        if (answer.language == "text") {
            EXPECT_TRUE(showsLines(answer.text, output)) << place << "\n" << output;
            return;
        }
        const std::vector<Json> shown = jsonValuesIn(answer.text);
        const std::vector<Json> answered = jsonValuesIn(output);
        ASSERT_EQ(shown.size(), answered.size()) << place << "\n" << output;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            EXPECT_EQ(differenceOf(shown[i], answered[i]), "") << place << "\n" << output;
        }
    }

    int port() const { return Installation::portOf(*server_); }
    Json ask(const std::string& path) const {
        const Reply reply =
            sendRequest(port(), "GET", "/v2/buckets/demo/" + path, {{"X-Read-Key", replacements_.at("the-read-key")}});
        return parseJson(asShown(reply.body));
    }
    /// What a read shows of a new article with this one metafield, besides the type's own.
    Json metadataOf(const Json& written) const {
        const JsonObject body{{"type", "articles"}, {"title", "New"}, {"metafields", JsonArray{written}}};
        const Reply reply = sendRequest(port(), "POST", "/v2/buckets/demo/objects",
                                        {bearer(replacements_.at("the-write-key"))}, writeJson(body));
        EXPECT_EQ(reply.status, 200) << reply.body;
        return parseJson(asShown(reply.body)).at("object").at("metadata");
    }
    void expectType(const Block& block, const JsonArray& definitions, const JsonArray& articles);

    const Installation installation_;
    const std::unique_ptr<ChildProcess> server_;
    std::map<std::string, std::string> replacements_;
    std::vector<Block> blocks_;
    std::set<std::string> types_;
};

TEST_P(Guide, ShowsWhatTheServerAnswers) {
    const std::vector<std::string> printed = outputs();
    std::size_t request = 0;
    int compared = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (!isRequest(blocks_[i])) continue;
        ASSERT_LT(request, printed.size());
        const std::string& output = printed[request++];
        if (i + 1 < blocks_.size() && blocks_[i + 1].follows && !isRequest(blocks_[i + 1])) {
            expectShown(blocks_[i + 1], output);
            ++compared;
        } else {
            EXPECT_EQ(output, "") << "share/doc/guide.md:" << blocks_[i].line << " has an answer that is not shown";
        }
    }
    EXPECT_EQ(request, printed.size());
    EXPECT_GT(compared, 30);
}

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
    const std::string place = "share/doc/guide.md:" + std::to_string(block.line);
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
    const Json type = ask("object-types/articles").at("object_type");
    const Json articles = ask(R"(objects?query={"type":"articles"}&show_metafields=true)").at("objects");
    for (const Block& block : blocks_) {
        if (block.language != "json" || block.follows) continue;
        expectType(block, type.at("metafields").as_array(), articles.as_array());
    }
    EXPECT_EQ(types_.size(), 16U);
}

TEST_P(Guide, ShowsAddressesOfPicturesThatAreThere) {
    const std::regex picture("http://127\\.0\\.0\\.1:8055(/v2/images[^\\s\"]*)");
    int found = 0;
    for (const Block& block : blocks_) {
        if (block.language != "html") continue;
        for (std::sregex_iterator at(block.text.begin(), block.text.end(), picture), end; at != end; ++at, ++found) {
            const Reply reply = sendRequest(Installation::portOf(*server_), "GET", (*at)[1]);
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
