#include "autosave_input.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace inkwell::autosave {
namespace {

std::string refusal(const JsonObject& body) {
    return test::errorOf([&] { parseAutosaveEdit(body, 20); });
}

TEST(AutosaveInput, TakesAnyObjectAndAVersion) {
    const AutosaveEdit edit = parseAutosaveEdit({{"object", {{"x", {1, nullptr}}}}, {"version", 7}}, 100);
    EXPECT_EQ(edit.document, R"({"x":[1,null]})");
    EXPECT_EQ(edit.baseVersion, 7);
    EXPECT_FALSE(parseAutosaveEdit({{"object", JsonObject{}}, {"version", nullptr}}, 100).baseVersion);
    EXPECT_FALSE(parseAutosaveEdit({{"object", JsonObject{}}}, 100).baseVersion);
}

TEST(AutosaveInput, RefusesWhatItDoesNotKnowByName) {
    EXPECT_EQ(refusal({}), "400: nothing was kept: object: is required: what the person has typed, as a JSON object");
    EXPECT_EQ(refusal({{"object", "text"}}), "400: nothing was kept: object: must be an object, not a string");
    EXPECT_EQ(refusal({{"object", JsonObject{}}, {"version", 0}}),
              "400: nothing was kept: version: must be at least 1, or null");
    EXPECT_NE(refusal({{"object", JsonObject{}}, {"title", "x"}}).find("title"), std::string::npos);
}

TEST(AutosaveInput, RefusesWhatIsTooLarge) {
    EXPECT_EQ(refusal({{"object", {{"title", "0123456789"}}}}),
              "413: object has 22 bytes as JSON; what is kept of one object may have 20");
}

}  // namespace
}  // namespace inkwell::autosave
