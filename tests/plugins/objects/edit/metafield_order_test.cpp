#include "plugins/objects/edit/metafield_order.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

/// "a b" are text fields; "p(a b)" is a parent with children.
JsonArray fields(std::string_view& text) {
    JsonArray all;
    while (!text.empty() && text.front() != ')') {
        const char key = text.front();
        text.remove_prefix(1);
        if (key == ' ') continue;
        JsonObject field{{"type", "text"}, {"key", std::string(1, key)}, {"value", ""}};
        if (!text.empty() && text.front() == '(') {
            text.remove_prefix(1);
            field = {{"type", "parent"}, {"key", std::string(1, key)}, {"children", fields(text)}};
            text.remove_prefix(1);
        }
        all.push_back(std::move(field));
    }
    return all;
}

bool keeps(std::string_view before, std::string_view after) {
    return keepsMetafieldOrder(fields(before), fields(after));
}

TEST(MetafieldOrder, IsKeptByWhatComesAndGoes) {
    EXPECT_TRUE(keeps("", ""));
    EXPECT_TRUE(keeps("a b c", "a b c"));
    EXPECT_TRUE(keeps("a b c", "a c"));
    EXPECT_TRUE(keeps("a b c", ""));
    EXPECT_TRUE(keeps("", "b a"));
    EXPECT_TRUE(keeps("a b c", "x a y b z"));
    EXPECT_TRUE(keeps("a b", "x y"));
}

TEST(MetafieldOrder, ChangesWhenTwoThatStayChangePlaces) {
    EXPECT_FALSE(keeps("a b", "b a"));
    EXPECT_FALSE(keeps("a b c", "c a"));
    EXPECT_FALSE(keeps("a b c", "x b y a"));
    EXPECT_FALSE(keeps("a b c d", "a d c"));
}

TEST(MetafieldOrder, ReachesIntoParents) {
    EXPECT_TRUE(keeps("a p(b c)", "a p(b x c)"));
    EXPECT_FALSE(keeps("a p(b c)", "a p(c b)"));
    EXPECT_FALSE(keeps("p(q(a b))", "p(q(b a))"));
    EXPECT_FALSE(keeps("a p(b c)", "p(b c) a"));
    EXPECT_TRUE(keeps("p(a b)", "q(b a)")) << "another parent is another group";
    EXPECT_TRUE(keeps("p", "p(b a)"));
}

TEST(MetafieldOrder, LeavesTheItemsOfARepeaterFree) {
    const auto item = [](std::string_view order) {
        return JsonObject{{"type", "repeating_item"}, {"key", std::string(order)}, {"children", fields(order)}};
    };
    const auto repeater = [](JsonArray items, std::string_view templates) {
        return JsonArray{JsonObject{
            {"type", "repeater"}, {"key", "r"}, {"children", items}, {"repeater_fields", fields(templates)}}};
    };
    const JsonArray before = repeater({item("a b"), item("c d")}, "a b");
    EXPECT_TRUE(keepsMetafieldOrder(before, repeater({item("c d"), item("a b")}, "a b")));
    EXPECT_TRUE(keepsMetafieldOrder(before, repeater({item("b a")}, "a b")));
    EXPECT_FALSE(keepsMetafieldOrder(before, repeater({item("a b"), item("c d")}, "b a")));
}

TEST(MetafieldOrder, MayBecomeThatOfTheType) {
    const auto follows = [](std::string_view before, std::string_view after, std::string_view type) {
        const JsonArray ofType = fields(type);
        return keepsMetafieldOrder(fields(before), fields(after), &ofType);
    };
    EXPECT_TRUE(follows("a b c", "c a b", "c a b"));
    EXPECT_TRUE(follows("a b c", "a b c", "c a b"));
    EXPECT_TRUE(follows("a b", "b x a", "b y a"));
    EXPECT_FALSE(follows("a b c", "b c a", "c a b"));
    EXPECT_FALSE(follows("a b x y", "b a y x", "b a")) << "the type says nothing of x and y";
    EXPECT_FALSE(follows("a b", "b a", ""));
    EXPECT_TRUE(follows("a p(b c)", "a p(c b)", "p(c b) a")) << "each group by itself";
    EXPECT_FALSE(follows("a p(b c)", "a p(c b)", "a c b"));
}

TEST(MetafieldOrder, OverlooksWhatIsNoMetafield) {
    EXPECT_TRUE(keepsMetafieldOrder({1, "a", nullptr}, {"a", 1, JsonObject{{"key", 5}}}));
}

}  // namespace
}  // namespace inkwell::objects
