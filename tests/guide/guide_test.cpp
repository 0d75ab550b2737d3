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

    JsonObject readArticles() const {
        const std::string address = replacements_.at("http://127.0.0.1:8055");
        return sendRequest(std::stoi(address.substr(address.rfind(':') + 1)), "GET",
                           "/v2/buckets/demo/objects?query={\"type\":\"articles\"}&show_metafields=true",
                           {{"X-Read-Key", replacements_.at("the-read-key")}})
            .json();
    }
    JsonArray definitions() const {
        return sendRequest(Installation::portOf(*server_), "GET", "/v2/buckets/demo/object-types/articles",
                           {{"X-Read-Key", replacements_.at("the-read-key")}})
            .object("object_type")
            .at("metafields")
            .as_array();
    }

    const Installation installation_;
    const std::unique_ptr<ChildProcess> server_;
    std::map<std::string, std::string> replacements_;
    std::vector<Block> blocks_;
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

// The differences of one article, or none.
std::string differenceOfArticle(const JsonObject& shown, const JsonObject& article) {
    const Json* written =
        withMember(article.at("metafields").as_array(), "key", shown.at("written").as_object().at("key"));
    if (written == nullptr) return "no such metafield";
    const std::string found = differenceOf(shown.at("written"), asDefined(*written), "written");
    if (!found.empty()) return found;
    JsonObject read;
    for (const auto& member : shown.at("read").as_object()) {
        read[member.key()] = article.at("metadata").as_object().at(member.key());
    }
    return differenceOf(shown.at("read"), read, "read");
}

TEST_P(Guide, ShowsEveryTypeOfMetafieldAsTheDemoHasIt) {
    const JsonArray defined = definitions();
    const JsonArray articles = readArticles().at("objects").as_array();
    std::set<std::string> types;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (blocks_[i].language != "json" || blocks_[i].follows) continue;
        const std::string place = "share/doc/guide.md:" + std::to_string(blocks_[i].line);
        const JsonObject shown = parseJson(asShown(blocks_[i].text)).as_object();
        const JsonObject& definition = shown.at("defined").as_object();
        const Json* known = withMember(defined, "key", definition.at("key"));
        ASSERT_NE(known, nullptr) << place;
        EXPECT_EQ(differenceOf(definition, asDefined(*known), "defined"), "") << place;
        std::string differences;
        for (const Json& article : articles) {
            const Json mine = parseJson(asShown(writeJson(article)));
            const std::string found = differenceOfArticle(shown, mine.as_object());
            if (found.empty()) {
                types.insert(std::string(textOf(definition, "type")));
                break;
            }
            differences += found + "\n";
        }
        EXPECT_TRUE(types.contains(std::string(textOf(definition, "type")))) << place << "\n" << differences;
    }
    EXPECT_EQ(types.size(), 16U);
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
