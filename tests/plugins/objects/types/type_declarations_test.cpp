#include "types/type_declarations.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

class Shaped : public MetafieldType {
public:
    Shaped(std::string name, MetafieldShape shape) : name_(std::move(name)), shape_(shape) {}
    std::string name() const override { return name_; }
    MetafieldShape shape() const override { return shape_; }
    std::string valueSchema() const override { return R"({"type": "number"})"; }

private:
    std::string name_;
    MetafieldShape shape_;
};

StoredType typeOf(const std::string& slug, const char* metafields = "[]") {
    StoredType type;
    type.slug = slug;
    type.metafields = parseJson(metafields).as_array();
    return type;
}

std::string written(const std::vector<StoredType>& types) {
    static const Shaped number("number", MetafieldShape::Value);
    static const Shaped parent("parent", MetafieldShape::Group);
    static const Shaped repeater("repeater", MetafieldShape::Repeater);
    return typeScriptOf(types, [](std::string_view name) -> const MetafieldType* {
        for (const Shaped* one : {&number, &parent, &repeater})
            if (one->name() == name) return one;
        return nullptr;
    });
}

void expectIn(const std::string& part, const std::string& text) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

TEST(TypeDeclarations, WriteValuesGroupsAndRepeaters) {
    const std::string text = written({typeOf("posts", R"([
        {"type": "number", "key": "price"},
        {"type": "parent", "key": "seo", "children": [{"type": "number", "key": "rank"}]},
        {"type": "repeater", "key": "steps", "repeater_fields": [{"type": "number", "key": "minutes"}]}])")});
    expectIn(R"(export interface PostsMetadata {
  "price"?: number | null;
  "seo"?: {
    "rank"?: number | null;
  };
  "steps"?: Array<{
    "minutes"?: number | null;
  }>;
}
)",
             text);
    expectIn(R"(export type PostsField =
  | { key: "price"; value: number | "" }
  | { key: "seo"; children?: Array<
      | { key: "rank"; value: number | "" }
      | WholeMetafield
    > }
  | { key: "steps"; children?: Array<RepeatingItem<
      | { key: "minutes"; value: number | "" }
      | WholeMetafield
    >> }
  | WholeMetafield;
)",
             text);
    expectIn("export interface ObjectTypes {\n  \"posts\": Posts;\n}\n", text);
}

TEST(TypeDeclarations, TakeWhatIsOffForAnything) {
    const std::string text = written({typeOf("posts", R"([{"type": "color", "key": "wall"}])")});
    expectIn("\"wall\"?: Json;", text);
    expectIn("{ key: \"wall\"; value: Json }", text);
}

TEST(TypeDeclarations, NameLocalesWhereTheTypeHasThem) {
    StoredType pages = typeOf("pages");
    pages.localization = true;
    pages.locales = {"en", "pt-PT"};
    expectIn(R"(extends BucketObject<"pages", PagesMetadata, "en" | "pt-PT" | null> {})", written({pages}));
    expectIn(R"(extends BucketObject<"pages", PagesMetadata, string | null> {})", written({typeOf("pages")}));
}

TEST(TypeDeclarations, GiveEachTypeNamesOfItsOwn) {
    const std::string text = written({typeOf("posts"), typeOf("posts-metadata"), typeOf("3d"), typeOf("media"),
                                      typeOf("big_shoes"), typeOf("big-shoes")});
    expectIn("\"posts\": Posts;", text);
    expectIn("\"posts-metadata\": PostsMetadata2;", text);
    expectIn("\"3d\": Type3d;", text);
    expectIn("\"media\": Media2;", text);
    expectIn("\"big_shoes\": BigShoes;", text);
    expectIn("\"big-shoes\": BigShoes2;", text);
}

TEST(TypeDeclarations, KeepKeysInTheirQuotes) {
    const std::string text = written({typeOf("posts", R"([{"type": "number", "key": "a\"; x: any; //"}])")});
    expectIn(R"("a\"; x: any; //"?: number | null;)", text);
}

TEST(TypeDeclarations, ShowTheLastOfTwoFieldsWithOneKey) {
    const std::string text =
        written({typeOf("posts", R"([{"type": "color", "key": "a"}, {"type": "number", "key": "a"}])")});
    expectIn("{\n  \"a\"?: number | null;\n}", text);
}

}  // namespace
}  // namespace inkwell::objects
