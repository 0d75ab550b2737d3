#include "preview_link.h"

#include <gtest/gtest.h>

namespace inkwell::previews {
namespace {

std::string filled(const std::string& link) {
    Bucket bucket;
    bucket.slug = "blog";
    ObjectRecord object;
    object.id = "0123456789abcdef01234567";
    object.fields = {{"slug", "a/b?c"}, {"locale", "de-DE"}};
    return filledLink(link, bucket, object, "secret");
}

TEST(PreviewLink, IsFilledWithEncodedValues) {
    EXPECT_EQ(filled("https://x.org/{bucket}/{locale}/{slug}?id={id}&t={token}"),
              "https://x.org/blog/de-DE/a%2Fb%3Fc?id=0123456789abcdef01234567&t=secret");
    EXPECT_EQ(filled("https://x.org/{slug}/{slug}"), "https://x.org/a%2Fb%3Fc/a%2Fb%3Fc");
    EXPECT_EQ(filled("https://x.org/"), "https://x.org/");
    EXPECT_EQ(filled(""), "");
}

}  // namespace
}  // namespace inkwell::previews
