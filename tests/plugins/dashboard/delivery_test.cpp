#include "delivery.h"

#include <gtest/gtest.h>

#include "inkwell/text.h"

namespace inkwell::dashboard {
namespace {

constexpr Asset kAsset{"app.js", "text/javascript", "d1", "plain", "zipped", "brotli"};

TEST(Delivery, IsTheBestCodingThatTheClientTakes) {
    EXPECT_EQ(deliver(kAsset, "gzip, deflate, br").coding, "br");
    EXPECT_EQ(deliver(kAsset, "gzip, deflate, br").bytes, "brotli");
    EXPECT_EQ(deliver(kAsset, "GZIP;q=0.5, deflate").bytes, "zipped");
    EXPECT_EQ(deliver(kAsset, "gzip;q=0, identity").coding, "");
    EXPECT_EQ(deliver(kAsset, "br;q=0.0, gzip;q=0.1").coding, "gzip");
    EXPECT_EQ(deliver(kAsset, std::nullopt).bytes, "plain");
}

TEST(Delivery, PutsThePathOfTheServerInFrontOfThePagesLinks) {
    constexpr Asset page{"index.html", "text/html", "d2", "<script src=\"@BASE@/x\"><link href=\"@BASE@/y\">", "", ""};
    EXPECT_EQ(pageFor(page, {{"@BASE@", pathOfAddress("https://example.com")}}),
              "<script src=\"/x\"><link href=\"/y\">");
    EXPECT_EQ(pageFor(page, {{"@BASE@", pathOfAddress("https://example.com/cms/")}}),
              "<script src=\"/cms/x\"><link href=\"/cms/y\">");
}

TEST(Delivery, EscapesWhatItPutsIntoThePage) {
    constexpr Asset page{"index.html", "text/html", "d3", "<meta content=\"@PARTS@\">", "", ""};
    EXPECT_EQ(pageFor(page, {{"@PARTS@", R"({"a":"<&@PARTS@"})"}}),
              "<meta content=\"{&quot;a&quot;:&quot;&lt;&amp;@PARTS@&quot;}\">");
}

}  // namespace
}  // namespace inkwell::dashboard
