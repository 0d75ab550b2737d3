#include "read/order_by.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell::objects {
namespace {

std::string refusalOf(const std::string& text) {
    try {
        return "accepted as " + parseOrderBy(text);
    } catch (const ApiError& error) {
        return error.message();
    }
}

TEST(OrderBy, TakesFieldsAndMetafieldsInBothDirections) {
    for (const char* text :
         {"title", "-title", "slug", "-slug", "created_at", "-created_at", "modified_at", "-modified_at", "publish_at",
          "-unpublish_at", "metadata.price", "-metadata.seo.title", "metadata.-"}) {
        EXPECT_EQ(parseOrderBy(text), text);
    }
}

TEST(OrderBy, RefusesWhatIsNoFieldAndSaysWhatThereIs) {
    for (const char* text : {"-", "--title", "price", "metadata", "metadata.", "Title", "title,slug", "content"}) {
        EXPECT_EQ(refusalOf(text),
                  "order_by must be title, slug, created_at, modified_at, publish_at, unpublish_at or metadata.<key>, "
                  "with a minus before it for the reverse, not '" +
                      std::string(text) + "'");
    }
    const std::string longest = "metadata." + std::string(489, 'k');
    EXPECT_EQ(parseOrderBy(longest), longest) << "498 characters";
    EXPECT_EQ(refusalOf(longest + "k"), "order_by must have a key of at most 498 characters");
}

TEST(OrderBy, KnowsWhichOrdersAreByAValue) {
    for (const char* sort : {"title", "-slug", "publish_at", "-unpublish_at", "metadata.price", "-metadata.price"})
        EXPECT_TRUE(isValueOrder(sort));
    for (const char* sort : {"order", "created_at", "-modified_at", "random", ""}) EXPECT_FALSE(isValueOrder(sort));
}

}  // namespace
}  // namespace inkwell::objects
