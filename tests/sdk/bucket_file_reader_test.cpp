#include "inkwell/bucket_file_reader.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/error_text.h"

namespace inkwell {
namespace {

using Texts = std::vector<std::string>;
using test::errorOf;

Texts itemsOf(BucketFileReader& reader, std::string_view member) {
    ImportItems* const items = reader.findItems(member);
    if (items == nullptr) return {"none"};
    Texts all;
    items->forEach([&](std::size_t index, const Json& item) {
        EXPECT_EQ(index, all.size());
        all.push_back(writeJson(item));
    });
    EXPECT_EQ(items->size(), all.size());
    return all;
}

std::string refused(const std::string& text, std::size_t maxItemBytes = BucketFileReader::kMaxItemBytes) {
    return errorOf([&] {
        std::istringstream file(text);
        BucketFileReader reader(file, maxItemBytes);
        for (const std::string& member : reader.members()) itemsOf(reader, member);
    });
}

TEST(BucketFileReader, FindsTheItemsOfEachSectionAsOftenAsTheyAreAskedFor) {
    std::istringstream file(R"( { "extra" : [ { } , "]" ] , "format":"inkwell-bucket/1", "bucket" : {
        "title" : "Bl\"o]g{", "objects":[ {"a":[1,{"b":"}\\"}]} , "x,y" ,-1.5e3, null,[ ] ],
        "empty": [ ], "none": null, "links":{"a":["b"]}, "read_key_reads_drafts":false, "media" :["m"]}})");
    BucketFileReader reader(file);
    EXPECT_EQ(reader.members(),
              (Texts{"title", "objects", "empty", "none", "links", "read_key_reads_drafts", "media"}));
    EXPECT_EQ(reader.values(),
              (JsonObject{{"title", "Bl\"o]g{"}, {"none", nullptr}, {"read_key_reads_drafts", false}}));
    EXPECT_TRUE(reader.isNull("none"));
    EXPECT_FALSE(reader.isNull("title"));
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(itemsOf(reader, "objects"), (Texts{R"({"a":[1,{"b":"}\\"}]})", R"("x,y")", "-1500", "null", "[]"}));
        EXPECT_EQ(itemsOf(reader, "media"), Texts{R"("m")"});
        EXPECT_EQ(itemsOf(reader, "empty"), Texts{});
        EXPECT_EQ(itemsOf(reader, "links"), Texts{"none"});
        EXPECT_EQ(itemsOf(reader, "nowhere"), Texts{"none"});
    }
}

TEST(BucketFileReader, ReadsOneSectionWhileItReadsAnother) {
    std::istringstream file(R"({"bucket":{"a":[1,2],"b":[3,4]}})");
    BucketFileReader reader(file);
    Texts all;
    reader.findItems("b")->forEach([&](std::size_t, const Json& item) {
        all.push_back(writeJson(item));
        for (const std::string& other : itemsOf(reader, "a")) all.push_back(other);
    });
    EXPECT_EQ(all, (Texts{"3", "1", "2", "4", "1", "2"}));
}

TEST(BucketFileReader, ReadsWhatIsLongerThanItsParts) {
    std::string text = R"({"bucket":{"objects":[)";
    const std::string item = "\"" + std::string(30'000, 'x') + "\\\"" + "\"";
    for (int i = 0; i < 10; ++i) text += (i == 0 ? "" : ", ") + item;
    std::istringstream file(text + "]}}");
    BucketFileReader reader(file);
    EXPECT_EQ(itemsOf(reader, "objects"), Texts(10, item));
}

TEST(BucketFileReader, RefusesWhatIsNoBucketFile) {
    const std::string noBucket =
        "400: the file cannot be imported: bucket: the file must be a JSON object with an object 'bucket'";
    for (const char* text : {"[]", "{}", "7", R"("bucket")", R"({"bucket":[]})", R"({"bucket":null})"})
        EXPECT_EQ(refused(text), noBucket) << text;
    for (const char* format : {R"("other/9")", "1", R"({"a":1})"}) {
        EXPECT_EQ(refused(R"({"format":)" + std::string(format) + R"(,"bucket":{}})"),
                  "400: the file cannot be imported: format: is not a format this server reads; it reads "
                  "'inkwell-bucket/1' and the older form without 'format'");
    }
    EXPECT_EQ(refused(R"({"bucket":{"title":"x"},"format":"inkwell-bucket/1"})"), "no error");
}

TEST(BucketFileReader, RefusesWhatIsNoJsonAndSaysWhere) {
    EXPECT_EQ(refused(""), "400: the file is not valid JSON: it is empty");
    EXPECT_EQ(refused("{"), "400: the file is not valid JSON: it ends too early at byte 1");
    EXPECT_EQ(refused(R"({"bucket":{}} x)"),
              "400: the file is not valid JSON: there is more text after its end at byte 14");
    EXPECT_EQ(refused(R"({"bucket":{"links":{]}})").substr(0, 32), "400: the file is not valid JSON:");
    EXPECT_EQ(refused(R"({"bucket":{"a":[1,]}})").substr(0, 32), "400: the file is not valid JSON:");
    EXPECT_EQ(refused(R"({"bucket":{}, "bucket":{}})"),
              "400: the file is not valid JSON: the key 'bucket' appears twice; bucket: appears twice");
    EXPECT_EQ(refused(R"({"bucket":{"a":[],"a":[]}})"),
              "400: the file is not valid JSON: the key 'bucket.a' appears twice; bucket.a: appears twice");
    EXPECT_EQ(refused(R"({"bucket":{"a":[0,{"k":1,"k":2}]}})").substr(0, 91),
              "400: the item 'bucket.a[1]' of the file is not valid JSON: the key 'k' appears twice at byt");
    std::string deep = R"({"bucket":{"a":[)";
    for (int i = 0; i < 100; ++i) deep += "[";
    for (int i = 0; i < 100; ++i) deep += "]";
    EXPECT_EQ(refused(deep + "]}}").substr(0, 32), "400: the file is not valid JSON:");
}

TEST(BucketFileReader, RefusesAnItemThatIsTooLong) {
    EXPECT_EQ(refused(R"({"bucket":{"a":["123456"]}})", 8), "no error");
    EXPECT_EQ(refused(R"({"bucket":{"a":["1","1234567"]}})", 8),
              "400: the file cannot be imported: bucket.a[1]: is longer than 8 bytes");
    EXPECT_EQ(refused(R"({"bucket":{"title":"1234567"}})", 8),
              "400: the file cannot be imported: bucket.title: is longer than 8 bytes");
}

TEST(BucketFileReader, CountsNoBlanksBetweenTheParts) {
    EXPECT_EQ(refused("{\"bucket\":{\"a\":[{\n  \"k\" :\t[\r\n 1 ,\n 2 ]\n }]}}", 11), "no error");
    EXPECT_EQ(refused(R"({"bucket":{"a":[ [" 2 4 6 "] ]}})", 10),
              "400: the file cannot be imported: bucket.a[0]: is longer than 10 bytes");
}

TEST(BucketFileReader, SaysHowLongAnItemIs) {
    std::istringstream file(R"({"bucket":{"a":["12", [ 1, 2 ], 3]}})");
    BucketFileReader reader(file);
    ImportItems& items = *reader.findItems("a");
    std::vector<std::size_t> sizes;
    items.forEach([&](std::size_t, const Json&) { sizes.push_back(items.itemBytes()); });
    EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 5, 1}));
}

TEST(BucketFileReader, SaysWhatTheLargestItemTakesInMemory) {
    std::istringstream file(
        R"({"other":[0,0,0,0,0],"bucket":{"a":["12", [ 1, 2 ]],"b":[{"k":["x",2]},3],"t":"title"}})");
    const std::string largest = R"({"k":["x",2]})";
    EXPECT_EQ(BucketFileReader(file).largestItemMemory(), memoryOfJson(largest));
    std::istringstream none(R"({"bucket":{"a":[]}})");
    EXPECT_EQ(BucketFileReader(none).largestItemMemory(), 0U);
}

TEST(BucketFileReader, KeepsNoMoreNamesAndTextsThanAnItemMayHave) {
    EXPECT_EQ(refused(R"({"bucket":{"aaaa":"12345678","bbbb":"12345678"}})", 34), "no error");
    EXPECT_EQ(refused(R"({"bucket":{"aaaa":"12345678","bbbb":"12345678"}})", 33),
              "400: the file cannot be imported: file: has more than 33 bytes in the names and texts of its members");
    EXPECT_EQ(refused(R"({"aaaaaa":0,"bucket":{"bb":[]}})", 13),
              "400: the file cannot be imported: file: has more than 13 bytes in the names and texts of its members");
}

TEST(BucketFileReader, RefusesMoreMembersThanAnyFileHas) {
    const auto members = [](int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":0";
        return text;
    };
    EXPECT_EQ(refused(R"({"bucket":{)" + members(200) + "}}"), "no error");
    EXPECT_EQ(refused(R"({"bucket":{)" + members(201) + "}}"),
              "400: the file cannot be imported: bucket: has more than 200 members");
    EXPECT_EQ(refused("{" + members(199) + R"(,"bucket":{}})"), "no error");
    EXPECT_EQ(refused("{" + members(200) + R"(,"bucket":{}})"),
              "400: the file cannot be imported: file: has more than 200 members");
}

}  // namespace
}  // namespace inkwell
