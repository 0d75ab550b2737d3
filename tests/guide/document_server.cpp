#include "tests/guide/document_server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "inkwell/text.h"
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

// What the program says on standard error of every command that works in the database.
std::string withoutAnnouncements(const std::string& err) {
    std::string rest;
    std::istringstream in(err);
    for (std::string line; std::getline(in, line);)
        if (!line.starts_with("inkwell: configuration ")) rest += line + "\n";
    return rest;
}

bool isRequest(const Block& block) { return block.language == "sh" || block.language == "js"; }

}  // namespace

DocumentServer::DocumentServer(Engine engine, const std::string& document)
    : document_(document),
      installation_(engine),
      server_(installation_.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"})) {
    EXPECT_TRUE(server_->waitForOut("Try it:")) << server_->err();
    const std::string out = server_->out();
    replacements_ = {{"build/bin/inkwell", INKWELL_BINARY},
                     {"http://127.0.0.1:8055", wordAfter("  address        ", out)},
                     {"http://127.0.0.1:8056", wordAfter("  upload address ", out)},
                     {"the-read-key", wordAfter("  read key       ", out)},
                     {"the-write-key", wordAfter("  write key      ", out)},
                     {"the-password", wordAfter("  password ", out)}};
    std::ifstream file(INKWELL_SOURCE_DIR "/" + document);
    blocks_ = blocksOf(std::string(std::istreambuf_iterator<char>(file), {}));
}

int DocumentServer::port() const { return Installation::portOf(*server_); }

std::string DocumentServer::forThisServer(std::string text) const {
    for (const auto& [shown, real] : replacements_) replaceAll(text, shown, real);
    return text;
}

std::string DocumentServer::asShown(std::string text) const {
    for (const auto& [shown, real] : replacements_) replaceAll(text, real, shown);
    return text;
}

// What each request prints, in one shell, as a reader would run them.
std::vector<std::string> DocumentServer::outputs() const {
    std::string script;
    for (const Block& block : blocks_) {
        if (!isRequest(block)) continue;
        const bool isShell = block.language == "sh";
        script += std::string("printf '\\036'\n") + (isShell ? "" : "node --input-type=module <<'END_OF_JS'\n") +
                  forThisServer(block.text) + (isShell ? "" : "END_OF_JS\n");
    }
    std::map<std::string, std::string> environment = installation_.environment();
    environment["LC_ALL"] = "C.UTF-8";
    const Finished shell = runProgram("/bin/bash", {"-c", "cd '" INKWELL_SOURCE_DIR "'\n" + script}, environment);
    EXPECT_EQ(withoutAnnouncements(shell.err), "");
    std::vector<std::string> all;
    std::istringstream in(asShown(shell.out));
    std::string one;
    std::getline(in, one, kMark);
    while (std::getline(in, one, kMark)) all.push_back(one);
    return all;
}

void DocumentServer::expectShown(const Block& answer, const std::string& output) const {
    if (answer.language == "text") {
        EXPECT_TRUE(showsLines(answer.text, output)) << place(answer) << "\n" << output;
        return;
    }
    const std::vector<Json> shown = jsonValuesIn(answer.text);
    const std::vector<Json> answered = jsonValuesIn(output);
    ASSERT_EQ(shown.size(), answered.size()) << place(answer) << "\n" << output;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        EXPECT_EQ(differenceOf(shown[i], answered[i]), "") << place(answer) << "\n" << output;
    }
}

int DocumentServer::expectAnswersAsShown() const {
    const std::vector<std::string> printed = outputs();
    std::size_t request = 0;
    int compared = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (!isRequest(blocks_[i])) continue;
        if (request == printed.size()) break;
        const std::string& output = printed[request++];
        if (i + 1 < blocks_.size() && blocks_[i + 1].follows && !isRequest(blocks_[i + 1])) {
            expectShown(blocks_[i + 1], output);
            ++compared;
        } else {
            EXPECT_EQ(output, "") << place(blocks_[i]) << " has an answer that is not shown";
        }
    }
    EXPECT_EQ(static_cast<std::ptrdiff_t>(request), std::count_if(blocks_.begin(), blocks_.end(), isRequest))
        << "the shell ended early";
    EXPECT_EQ(request, printed.size());
    return compared;
}

Json DocumentServer::ask(const std::string& path) const {
    const Reply reply =
        sendRequest(port(), "GET", "/v2/buckets/demo/" + path, {{"X-Read-Key", replacements_.at("the-read-key")}});
    return parseJson(asShown(reply.body));
}

Json DocumentServer::create(const JsonObject& object) const {
    const Reply reply = sendRequest(port(), "POST", "/v2/buckets/demo/objects",
                                    {bearer(replacements_.at("the-write-key"))}, writeJson(object));
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parseJson(asShown(reply.body)).at("object");
}

}  // namespace inkwell::test
