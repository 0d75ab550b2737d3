#include "inkwell/metafield_type.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

TEST(ObjectTypes, AreRenamedAtAnyDepth) {
    JsonArray metafields = parseJson(R"([{"key": "a", "object_type": "posts"},
        {"key": "p", "children": [{"object_type": "pages"}, {"children": [{"object_type": "posts"}]}]},
        {"key": "r", "repeater_fields": [{"object_type": "posts"}]}])")
                               .as_array();
    EXPECT_TRUE(renameObjectType(metafields, "posts", "articles"));
    EXPECT_EQ(writeJson(metafields).find("posts"), std::string::npos);
    EXPECT_NE(writeJson(metafields).find("pages"), std::string::npos);
    EXPECT_FALSE(renameObjectType(metafields, "posts", "articles"));
}

TEST(ObjectTypes, AreRenamedInNothingElse) {
    JsonArray metafields = parseJson(R"(["posts", {"value": "posts", "children": "posts", "object_type": 7},
        {"object_type": "posts-2", "value": [{"object_type": "posts"}]}])")
                               .as_array();
    const JsonArray before = metafields;
    EXPECT_FALSE(renameObjectType(metafields, "posts", "articles"));
    EXPECT_EQ(metafields, before);
}

TEST(MetafieldType, TakesAnyValueUnlessItSaysOtherwise) {
    class Anything : public MetafieldType {
        std::string name() const override { return "anything"; }
    };
    const Anything type;
    const MetafieldType& any = type;
    EXPECT_EQ(any.valueSchema(), "{}");
    EXPECT_EQ(any.definitionSchema(), "{}");
    const std::string path;
    EXPECT_EQ(any.typeScript({{}, path}).shown, "Json");
    EXPECT_EQ(any.typeScript({{}, path}).value, "Json");
}

TEST(MetafieldType, IsInTypeScriptWhatTheSchemaOfItsValueAllows) {
    class Described : public MetafieldType {
    public:
        explicit Described(const char* schema) : schema_(schema) {}
        std::string name() const override { return "described"; }
        std::string valueSchema() const override {
            if (schema_ == nullptr) throw 42;
            return schema_;
        }

    private:
        const char* schema_;
    };
    const std::string path;
    EXPECT_EQ(Described(R"({"type": "integer"})").typeScript({{}, path}).value, "number");
    EXPECT_EQ(Described(R"({"type": "integer"})").typeScript({{}, path}).shown, "number | null");
    EXPECT_EQ(Described("no schema").typeScript({{}, path}).shown, "Json");
    EXPECT_EQ(Described(nullptr).typeScript({{}, path}).shown, "Json");
}

}  // namespace
}  // namespace inkwell
