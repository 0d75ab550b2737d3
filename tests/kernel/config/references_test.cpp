#include "kernel/config/references.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "inkwell/crypto.h"

namespace inkwell::kernel {
namespace {

class References : public testing::Test {
protected:
    References() : directory_(std::filesystem::temp_directory_path() / ("inkwell-references-" + randomToken(12))) {
        std::filesystem::create_directories(directory_);
    }
    ~References() override { std::filesystem::remove_all(directory_); }

    std::string fileOf(const std::string& content) const {
        const std::filesystem::path file = directory_ / "secret";
        std::ofstream(file, std::ios::binary) << content;
        return file.string();
    }
    ResolvedValue resolve(const Json& value) { return resolveReferences(value, environment_, used_); }
    std::string refusal(const Json& value) {
        try {
            resolve(value);
        } catch (const ReferenceError& error) {
            return error.what();
        }
        return "accepted";
    }

    const std::filesystem::path directory_;
    const std::map<std::string, std::string> environment_ = {{"HOST", "db-7"}, {"PASS", "hun$${ter}"}, {"EMPTY", ""}};
    std::set<std::string> used_;
};

TEST_F(References, AVariableStandsAnywhereInAText) {
    const ResolvedValue resolved = resolve("tcp://${HOST}:3306/${HOST}${EMPTY}");
    EXPECT_EQ(resolved.value, "tcp://db-7:3306/db-7");
    EXPECT_EQ(resolved.reference, "${HOST}, ${HOST}, ${EMPTY}");
    EXPECT_EQ(used_, (std::set<std::string>{"EMPTY", "HOST"}));
}

TEST_F(References, WhatAVariableHoldsIsTakenAsItIs) { EXPECT_EQ(resolve("${PASS}").value, "hun$${ter}"); }

TEST_F(References, OtherDollarSignsAndTwoBeforeABraceArePlain) {
    EXPECT_EQ(resolve("a$b$$c$").value, "a$b$$c$");
    EXPECT_EQ(resolve("$${HOST}").value, "${HOST}");
    EXPECT_EQ(resolve("$${").value, "${");
    EXPECT_EQ(resolve("$$${HOST}").value, "$${HOST}");
    EXPECT_EQ(resolve("$${HOST}").reference, "");
}

TEST_F(References, AFileGivesItsContentWithoutTheLastLineBreak) {
    const std::string file = fileOf("two\nlines\n");
    const ResolvedValue resolved = resolve(Json("file:" + file));
    EXPECT_EQ(resolved.value, "two\nlines");
    EXPECT_EQ(resolved.reference, "file:" + file);
    EXPECT_EQ(resolve(Json("file:" + fileOf("plain"))).value, "plain");
    EXPECT_EQ(resolve(Json("file:" + fileOf("windows\r\n"))).value, "windows");
    EXPECT_EQ(resolve(Json("file:" + fileOf("${HOST}"))).value, "${HOST}");
    EXPECT_EQ(resolve("a file:/etc/passwd").value, "a file:/etc/passwd") << "only a whole value is a file";
}

TEST_F(References, TextsInArraysToo) {
    EXPECT_EQ(resolve(JsonArray{"${HOST}", 7, "b"}).value, (JsonArray{"db-7", 7, "b"}));
    EXPECT_EQ(resolve(42).value, 42);
    EXPECT_EQ(resolve(JsonObject{{"a", "${HOST}"}}).value, (JsonObject{{"a", "${HOST}"}})) << "no setting is an object";
}

TEST_F(References, WhatIsMissingIsNamed) {
    EXPECT_EQ(refusal("x${MISSING}"), "refers to the variable 'MISSING', which is not set");
    EXPECT_EQ(refusal("${}"), "refers to the variable '', which is no name; write $${ for a plain ${");
    EXPECT_EQ(refusal("${a b}"), "refers to the variable 'a b', which is no name; write $${ for a plain ${");
    EXPECT_EQ(refusal("a ${HOST"), "has a ${ without }; write $${ for a plain ${");
    const std::string missing = (directory_ / "missing").string();
    EXPECT_EQ(refusal(Json("file:" + missing)), "refers to the file '" + missing + "', which is not there");
    EXPECT_EQ(refusal(Json("file:" + directory_.string())),
              "refers to the file '" + directory_.string() + "', which is not there");
    EXPECT_EQ(refusal("file:secret"), "refers to the file 'secret', which must be an absolute path");
    const std::string binary = fileOf("\xff\xfe");
    EXPECT_EQ(refusal(Json("file:" + binary)), "refers to the file '" + binary + "', which is not UTF-8 text");
    const std::string large = fileOf(std::string(1024 * 1024 + 1, 'x'));
    EXPECT_EQ(refusal(Json("file:" + large)), "refers to the file '" + large + "', which is larger than 1 MB");
}

}  // namespace
}  // namespace inkwell::kernel
