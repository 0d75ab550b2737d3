// interface/media-and-images.md, "Image parameters": unknown parameters are ignored, bad values fall to the default.
#include "image_params.h"

#include "inkwell/json.h"
#include "openapi.h"
#include "tests/plugins/images/workshop.h"

namespace inkwell::images {
namespace {

std::string canonical(const Params& params) {
    std::string text;
    for (const auto& [name, value] : canonicalParams(parse(params)))
        text += (text.empty() ? "" : "&") + name + "=" + value;
    return text;
}

TEST(ImageParams, AreNothingWhenNothingIsAskedFor) {
    EXPECT_EQ(canonical({}), "");
    EXPECT_EQ(canonical({{"read_key", "x"}, {"txt", "Hello"}, {"blurhash", "1"}}), "");
}

TEST(ImageParams, LeaveDefaultsOut) {
    EXPECT_EQ(canonical({{"fit", "clip"}, {"dpr", "1"}, {"blur", "0"}, {"rot", "0"}, {"crop", "top"}}), "");
    EXPECT_EQ(canonical({{"fit", "crop"}, {"dpr", "2"}}), "") << "without a size they mean nothing";
}

TEST(ImageParams, WriteOneMeaningInOneWay) {
    EXPECT_EQ(canonical({{"w", "300"}}), canonical({{"w", "300.0"}, {"dpr", "1.0"}, {"fit", "nonsense"}}));
    EXPECT_EQ(canonical({{"bg", "f00"}}), canonical({{"bg", "ffff0000"}}));
    EXPECT_EQ(canonical({{"bg", "red"}}), canonical({{"bg", "FF0000"}}));
    EXPECT_EQ(canonical({{"flip", "hv"}}), canonical({{"flip", "vh"}}));
    EXPECT_EQ(canonical({{"orient", "90"}}), canonical({{"orient", "6"}}));
    EXPECT_EQ(canonical({{"h", "10"}, {"w", "20"}}), "w=20&h=10");
}

TEST(ImageParams, FallToTheDefaultForEveryBadValue) {
    const std::map<std::string, std::vector<std::string>> bad = {
        {"w", {"0", "-5", "x", "", "1e3", "nan", "inf", "10px", "99999999"}},
        {"h", {"0.0", "--1", " 5"}},
        {"rect", {"1,2,3", "1,2,0,4", "a,b,c,d", "1,2,3,4,5", "top,left,5,5"}},
        {"q", {"101", "-1", "high"}},
        {"fm", {"bmp", "svg", "blurhash", "JPG"}},
        {"orient", {"9", "45"}},
        {"rot", {"360", "-1"}},
        {"flip", {"x", "hh"}},
        {"bg", {"12", "12345", "ggg", "#fff", "nocolour"}},
        {"pad", {"-1", "100000"}},
        {"blur", {"2001"}},
        {"sharp", {"101"}},
        {"sat", {"101", "-101"}},
        {"bri", {"x"}},
        {"con", {"1000"}},
        {"trim", {"yes"}},
        {"palette", {"css"}},
        {"auto", {"enhance", "true"}},
        {"lossless", {"no"}},
    };
    for (const auto& [name, values] : bad)
        for (const std::string& value : values) EXPECT_EQ(canonical({{name, value}}), "") << name << "=" << value;
    EXPECT_EQ(canonical({{"w", "10"}, {"dpr", "0"}}), "w=10");
    EXPECT_EQ(canonical({{"w", "10"}, {"fit", "crop"}, {"ar", "0:1"}}), "w=10&fit=crop");
    EXPECT_EQ(canonical({{"w", "10"}, {"fit", "crop"}, {"crop", "focalpoint"}, {"fp-x", "2"}}),
              "w=10&fit=crop&crop=focalpoint&fp-x=0.5&fp-y=0.5");
}

TEST(ImageParams, AreReadBackFromTheirCanonicalForm) {
    const std::vector<Params> all = {
        {{"w", "0.3333333"}, {"h", "1.0"}, {"fit", "crop"}, {"crop", "top,left"}},
        {{"w", "300.5"}, {"fit", "min"}, {"h", "2"}, {"crop", "entropy,bottom"}},
        {{"ar", "16:9"}, {"fit", "fill"}, {"bg", "80ff0000"}},
        {{"rect", "right,middle,0.25,full"}, {"dpr", "2.5"}, {"w", "10"}},
        {{"rect", "10,0.5,100,20"}, {"orient", "270"}, {"rot", "359"}, {"flip", "v"}},
        {{"pad", "5"}, {"blur", "50"}, {"sharp", "1"}, {"sat", "-50"}, {"bri", "7"}, {"con", "-9"}},
        {{"auto", "compress,format"}, {"fm", "pjpg"}, {"q", "0"}, {"lossless", "1"}, {"trim", "color"}},
        {{"palette", "json"}, {"w", "0.00001"}},
    };
    for (const Params& params : all) {
        Params read;
        for (const auto& [name, value] : canonicalParams(parse(params))) read[name] = value;
        EXPECT_FALSE(read.empty());
        EXPECT_EQ(canonical(read), canonical(params));
    }
}

TEST(ImageParams, TellTheFormOfTheAnswerApart) {
    const ImageParams params = parse({{"auto", "compress,format"}, {"dl", "cat.png"}});
    EXPECT_TRUE(params.autoFormat);
    EXPECT_EQ(params.download, "cat.png");
    EXPECT_EQ(canonical({{"auto", "compress,format"}, {"dl", "cat.png"}}), "auto=compress");
}

TEST(ImageFormat, IsNegotiatedByTheAcceptHeader) {
    EXPECT_EQ(negotiate("image/avif,image/webp,*/*;q=0.8", true), Format::Avif);
    EXPECT_EQ(negotiate("image/avif,image/webp,*/*;q=0.8", false), Format::Webp);
    EXPECT_EQ(negotiate("IMAGE/WEBP", true), Format::Webp);
    EXPECT_EQ(negotiate("image/avif;q=0, image/webp;q=0.5", true), Format::Webp);
    EXPECT_EQ(negotiate("image/avif-sequence, image/*, */*", true), std::nullopt);
    EXPECT_EQ(negotiate("", true), std::nullopt);
}

TEST(ImageParams, AreThoseOfTheDescription) {
    std::set<std::string> asked;
    parseImageParams([&](std::string_view name) -> std::optional<std::string> {
        asked.emplace(name);
        return std::nullopt;
    });
    std::set<std::string> described;
    const Json components = parseStoredJson(kOpenApi);
    for (const auto& one : components.at("parameters").as_object()) {
        described.emplace(one.value().at("name").as_string());
    }
    EXPECT_EQ(asked, described);
}

}  // namespace
}  // namespace inkwell::images
