// interface/metafields.md, "Fields of a metafield" and "Routes".
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Metafields : public ApiTest {
protected:
    std::string makeOne(const JsonArray& metafields) {
        makeType("things");
        return makeId("things", "Thing", {{"metafields", metafields}});
    }
};
INKWELL_ON_BOTH_ENGINES(Metafields);

const JsonArray kColours{{{"key", "r"}, {"value", "Red"}}, {{"key", "g"}, {"value", "Green"}}};
const JsonArray kValues{{{"value", "Red"}}, {{"value", "Green"}}};

/// One good metafield of each valued type that needs no other record.
JsonArray plainFields() {
    return {field("text", "a_text", "Hello"),
            field("textarea", "a_textarea", "Two\nlines"),
            field("html-textarea", "a_html", "<p>x</p>"),
            field("markdown", "a_markdown", "# x"),
            field("select-dropdown", "a_select", "Red", {{"options", kColours}}),
            field("radio-buttons", "a_radio", "Green", {{"options", kValues}}),
            field("check-boxes", "a_check", {"Red", "Green"}, {{"options", kValues}}),
            field("switch", "a_switch", true, {{"options", "true,false"}}),
            field("number", "a_number", 3.5),
            field("date", "a_date", "2024-02-29"),
            field("json", "a_json", {{"deep", {1, "two", false, nullptr}}})};
}

TEST_P(Metafields, EveryPlainTypeIsStoredAndRendered) {
    const std::string id = makeOne(plainFields());
    const JsonObject metadata = made(get("/objects/" + id), "object").at("metadata").as_object();
    EXPECT_EQ(metadata.at("a_text"), "Hello");
    EXPECT_EQ(metadata.at("a_textarea"), "Two\nlines");
    EXPECT_EQ(metadata.at("a_html"), "<p>x</p>");
    EXPECT_EQ(metadata.at("a_markdown"), "# x");
    EXPECT_EQ(metadata.at("a_select").at("key"), "r");
    EXPECT_EQ(metadata.at("a_select").at("value"), "Red");
    EXPECT_EQ(metadata.at("a_radio"), "Green");
    EXPECT_EQ(metadata.at("a_check"), Json({"Red", "Green"}));
    EXPECT_EQ(metadata.at("a_switch"), true);
    EXPECT_EQ(metadata.at("a_number"), 3.5);
    EXPECT_EQ(metadata.at("a_date"), "2024-02-29");
    EXPECT_EQ(metadata.at("a_json").at("deep").at(1), "two");
}

TEST_P(Metafields, UnsetFieldsRenderAsNothingOfTheirKind) {
    makeType("other");
    JsonArray unset = plainFields();
    for (Json& one : unset) one.as_object()["value"] = "";
    unset.push_back(field("object", "a_object", "", {{"object_type", "other"}}));
    unset.push_back(field("objects", "a_objects", "", {{"object_type", "other"}}));
    unset.push_back(field("file", "a_file", ""));
    const JsonObject metadata = made(get("/objects/" + makeOne(unset)), "object").at("metadata").as_object();
    for (const char* text : {"a_text", "a_textarea", "a_html", "a_markdown"}) EXPECT_EQ(metadata.at(text), "") << text;
    for (const char* list : {"a_check", "a_objects"}) EXPECT_EQ(metadata.at(list), JsonArray()) << list;
    for (const char* null : {"a_select", "a_number", "a_switch", "a_object", "a_file"}) {
        EXPECT_TRUE(metadata.at(null).is_null()) << null << writeJson(metadata);
    }
}

TEST_P(Metafields, ParentsAndRepeatersNest) {
    const JsonObject parent{{"type", "parent"},
                            {"title", "SEO"},
                            {"key", "seo"},
                            {"children", {field("text", "title", "T"), field("number", "weight", 2)}}};
    const JsonObject repeater{
        {"type", "repeater"},
        {"title", "Links"},
        {"key", "links"},
        {"repeater_fields", {field("text", "label", ""), field("text", "href", "")}},
        {"children",
         {{{"type", "repeating_item"}, {"children", {field("text", "label", "One"), field("text", "href", "/1")}}},
          {{"type", "repeating_item"}, {"children", {field("text", "label", "Two"), field("text", "href", "/2")}}}}}};
    const JsonObject metadata =
        made(get("/objects/" + makeOne({parent, repeater})), "object").at("metadata").as_object();
    EXPECT_EQ(metadata.at("seo").at("title"), "T");
    EXPECT_EQ(metadata.at("seo").at("weight"), 2);
    EXPECT_EQ(metadata.at("links").as_array().size(), 2U);
    EXPECT_EQ(metadata.at("links").at(1).at("href"), "/2");
}

TEST_P(Metafields, AnObjectTakesTheDefaultsOfItsTypeAndMergesGivenOnesByKey) {
    makeType("posts", {field("text", "headline", "default"), field("text", "kicker", "k")});
    const JsonObject plain = makeObject("posts", "Plain");
    EXPECT_EQ(plain.at("metadata").at("headline"), "default");
    const JsonObject merged =
        makeObject("posts", "Merged", {{"metafields", {field("text", "headline", "given"), field("number", "n", 1)}}});
    EXPECT_EQ(merged.at("metadata").at("headline"), "given");
    EXPECT_EQ(merged.at("metadata").at("kicker"), "k");
    EXPECT_EQ(merged.at("metadata").at("n"), 1);
    EXPECT_EQ(merged.at("metafields").as_array().size(), 3U);
}

TEST_P(Metafields, TheTypeCompletesWhatIsGivenByKey) {
    makeType(
        "posts",
        {field("select-dropdown", "colour", "", {{"options", kColours}}),
         JsonObject{{"type", "parent"}, {"title", "SEO"}, {"key", "seo"}, {"children", {field("text", "title", "")}}}});
    const JsonArray shortened{{{"key", "colour"}, {"value", "Red"}},
                              {{"key", "seo"}, {"children", {{{"key", "title"}, {"value", "T"}}}}}};
    const std::string id = makeId("posts", "New", {{"metafields", shortened}});
    EXPECT_EQ(made(get("/objects/" + id), "object").at("metadata"),
              Json({{"colour", {{"key", "r"}, {"value", "Red"}}}, {"seo", {{"title", "T"}}}}));
    const JsonObject edited =
        made(patch("/objects/" + id, {{"metafields", {{{"key", "colour"}, {"value", "Green"}}}}}), "object");
    EXPECT_EQ(edited.at("metadata"), Json({{"colour", {{"key", "g"}, {"value", "Green"}}}}));
    EXPECT_EQ(edited.at("metafields").at(0).at("type"), "select-dropdown");
    const Json seo = JsonObject{{"key", "seo"}, {"children", {{{"key", "title"}, {"value", "S"}}}}};
    EXPECT_EQ(post("/objects/" + id + "/metafields", seo).message(),
              "metafield 'seo' was added to object '" + id + "'");
    const JsonObject children{{"children", {{{"key", "title"}, {"value", "U"}}}}};
    made(patch("/objects/" + id + "/metafields/seo", children), "metafield");
    const JsonObject revised =
        made(post("/objects/" + id + "/revisions", {{"title", "New"}, {"metafields", shortened}}), "revision");
    EXPECT_EQ(revised.at("metadata").at("seo").at("title"), "T");
    EXPECT_EQ(made(get("/objects/" + id), "object").at("metadata").at("seo").at("title"), "U");
}

TEST_P(Metafields, AKeyThatTheTypeDoesNotDefineNamesThoseThatItDoes) {
    makeType("posts", {field("text", "headline", ""), field("text", "kicker", "")});
    const JsonArray unknown{{{"key", "headlin"}, {"value", "x"}}};
    const std::vector<std::string> problem = {
        "metafields[0].type: is required: the type of the object defines no metafield 'headlin' here; it defines "
        "'headline', 'kicker'"};
    EXPECT_EQ(post("/objects", {{"type", "posts"}, {"title", "A"}, {"metafields", unknown}}).problems(), problem);
    const std::string id = makeId("posts", "A");
    EXPECT_EQ(patch("/objects/" + id, {{"metafields", unknown}}).problems(), problem);
    EXPECT_EQ(post("/objects/" + id + "/metafields", unknown[0]).problems(),
              std::vector<std::string>{problem[0].substr(std::string("metafields[0].").size())});
}

TEST_P(Metafields, BadFieldsAreRefusedByPathAndNothingIsStored) {
    makeType("things");
    makeType("other");
    const std::string otherId = makeId("other", "Other");
    const JsonObject open{{"type", "text"}, {"title", "T"}, {"key", "k"}};
    struct Row {
        std::string name;
        JsonArray metafields;
        std::string fragment;
    };
    const std::vector<Row> rows = {
        {"no value", {open}, "metafields[0].value"},
        {"null value", {field("text", "k", nullptr)}, "metafields[0].value"},
        {"no key", {{{"type", "text"}, {"title", "T"}, {"value", ""}}}, "metafields[0].key"},
        {"no title", {{{"type", "text"}, {"key", "k"}, {"value", ""}}}, "metafields[0].title"},
        {"no type", {{{"title", "T"}, {"key", "k"}, {"value", ""}}}, "metafields[0].type"},
        {"unknown type", {field("colour", "k", "")}, "unknown metafield type 'colour'"},
        {"unknown member", {field("text", "k", "", {{"colour", 1}})}, "metafields[0].colour"},
        {"the same key twice", {field("text", "k", ""), field("number", "k", 1)}, "metafields[1].key"},
        {"value on a parent", {field("parent", "k", "", {{"children", JsonArray()}})}, "metafields[0].value"},
        {"value on a repeater",
         {field("repeater", "k", "x", {{"repeater_fields", JsonArray()}})},
         "metafields[0].value"},
        {"number as text", {field("number", "k", "5")}, "metafields[0].value"},
        {"text as number", {field("text", "k", 5)}, "metafields[0].value"},
        {"a day that is none", {field("date", "k", "2023-02-29")}, "metafields[0].value"},
        {"date with time", {field("date", "k", "2023-02-28T00:00:00Z")}, "metafields[0].value"},
        {"switch as text", {field("switch", "k", "true", {{"options", "true,false"}})}, "metafields[0].value"},
        {"switch options", {field("switch", "k", true, {{"options", "on,off"}})}, "metafields[0].options"},
        {"select without options", {field("select-dropdown", "k", "")}, "metafields[0].options"},
        {"select outside", {field("select-dropdown", "k", "Blue", {{"options", kColours}})}, "metafields[0].value"},
        {"radio outside", {field("radio-buttons", "k", "Blue", {{"options", kValues}})}, "metafields[0].value"},
        {"check-box outside", {field("check-boxes", "k", {"Blue"}, {{"options", kValues}})}, "metafields[0].value"},
        {"check-boxes as text", {field("check-boxes", "k", "Red", {{"options", kValues}})}, "metafields[0].value"},
        {"object unknown",
         {field("object", "k", "0123456789abcdef01234567", {{"object_type", "other"}})},
         "metafields[0].value"},
        {"object of another type", {field("object", "k", otherId, {{"object_type", "things"}})}, "metafields[0].value"},
        {"object type unknown", {field("object", "k", "", {{"object_type", "nope"}})}, "metafields[0].object_type"},
        {"objects with one unknown",
         {field("objects", "k", otherId + ",x", {{"object_type", "other"}})},
         "metafields[0].value"},
        {"file unknown", {field("file", "k", "nope.png")}, "metafields[0].value"},
        {"bad child",
         {{{"type", "parent"}, {"title", "P"}, {"key", "p"}, {"children", {open}}}},
         "metafields[0].children[0].value"},
        {"not an object", {"text"}, "metafields[0]"},
    };
    const std::int64_t before = api().lastChange();
    for (const Row& row : rows) {
        SCOPED_TRACE(row.name);
        const Reply reply = post("/objects", {{"type", "things"}, {"title", "A"}, {"metafields", row.metafields}});
        EXPECT_EQ(reply.status, 400);
        EXPECT_NE(reply.body.find(row.fragment), std::string::npos) << row.fragment << " in " << reply.body;
    }
    EXPECT_TRUE(api().changesSince(before).empty());
}

TEST_P(Metafields, ValidationMembersAreKeptForEditorsAndNotEnforced) {
    const JsonObject headline = field("text", "headline", "abc",
                                      {{"help", "Digits alone"},
                                       {"required", true},
                                       {"regex", "^[0-9]+$"},
                                       {"regex_message", "digits"},
                                       {"minlength", 5},
                                       {"maxlength", 9}});
    const std::string id = makeOne({headline});
    const JsonObject stored = get("/objects/" + id + "/metafields/headline").object("metafield");
    for (const char* member : {"help", "required", "regex", "regex_message", "minlength", "maxlength"}) {
        EXPECT_EQ(stored.at(member), headline.at(member)) << member;
    }
}

TEST_P(Metafields, TheirOwnRoutesReadAddEditAndRemove) {
    const std::string id = makeOne({field("text", "one", "1")});
    const std::string url = "/objects/" + id + "/metafields";
    const JsonObject list = get(url).json();
    EXPECT_EQ(list.at("total"), 1);
    EXPECT_TRUE(list.at("metafields").at(0).as_object().contains("id"));

    const Reply added = post(url, field("number", "two", 2));
    EXPECT_EQ(added.status, 200) << added.body;
    EXPECT_NE(added.message().find("'two'"), std::string::npos);
    EXPECT_EQ(made(patch(url + "/two", {{"value", 3}}), "metafield").at("value"), 3);
    EXPECT_EQ(made(get("/objects/" + id), "object").at("metadata").at("two"), 3);
    const Reply removed = del(url + "/one");
    EXPECT_EQ(removed.status, 200) << removed.body;
    EXPECT_NE(removed.message().find("'one'"), std::string::npos);
    EXPECT_EQ(get(url).json().at("total"), 1);
}

TEST_P(Metafields, TheirRoutesRefuseBadInputAndStoreNothing) {
    const std::string id = makeOne({field("text", "one", "1"), field("number", "two", 2)});
    const std::string url = "/v2/buckets/{bucket}/objects/" + id + "/metafields";
    const std::string missing = "/v2/buckets/{bucket}/objects/0123456789abcdef01234567/metafields";
    run({
        {"taken key",
         "POST",
         url,
         "{write_key}",
         R"({"type":"text","title":"T","key":"one","value":""})",
         400,
         {"'one'"}},
        {"no value", "POST", url, "{write_key}", R"({"type":"text","title":"T","key":"x"})", 400, {"value"}},
        {"unknown member",
         "POST",
         url,
         "{write_key}",
         R"({"type":"text","title":"T","key":"x","value":"","y":1})",
         400,
         {"\"y\""}},
        {"empty PATCH", "PATCH", url + "/one", "{write_key}", "{}", 400, {"the body changes nothing"}},
        {"wrong value", "PATCH", url + "/two", "{write_key}", R"({"value": "x"})", 400, {"value"}},
        {"key of another", "PATCH", url + "/two", "{write_key}", R"({"key": "one"})", 400, {"'one'"}},
        {"unknown key", "PATCH", url + "/nope", "{write_key}", R"({"value": "x"})", 404, {"'nope'"}},
        {"unknown key read", "GET", url + "/nope?read_key={read_key}", "", "", 404, {"'nope'"}},
        {"unknown key deleted", "DELETE", url + "/nope", "{write_key}", "", 404, {"'nope'"}},
        {"unknown object",
         "POST",
         missing,
         "{write_key}",
         R"({"type":"text","title":"T","key":"x","value":""})",
         404,
         {"'0123456789abcdef01234567'"}},
        {"unknown object read", "GET", missing + "?read_key={read_key}", "", "", 404, {"' was not found"}},
        {"wrong key",
         "POST",
         url,
         "wrong",
         R"({"type":"text","title":"T","key":"x","value":""})",
         401,
         {"neither the write key"}},
    });
    EXPECT_EQ(get("/objects/" + id + "/metafields").json().at("total"), 2);
}

TEST_P(Metafields, AnEditIsAnsweredIndentedWhereItAsksForIt) {
    const std::string id = makeOne({field("text", "one", "1")});
    const std::string url = "/objects/" + id + "/metafields/one";
    const Reply edited = patch(url, {{"value", "2"}, {"pretty", true}});
    EXPECT_EQ(edited.status, 200) << edited.body;
    EXPECT_NE(edited.body.find("\n  "), std::string::npos) << edited.body;
    EXPECT_FALSE(edited.json().at("metafield").as_object().contains("pretty"));
    EXPECT_EQ(refusalOf(patch(url, {{"pretty", true}})),
              "400: the body changes nothing: it needs at least one field of a metafield");
    const std::string number = refusalOf(patch(url, {{"value", "2"}, {"pretty", 7}}));
    EXPECT_TRUE(number.starts_with("400: metafield 'one' of object '" + id + "' is not valid: pretty: ")) << number;
}

TEST_P(Metafields, AnAdditionIsAnsweredIndentedWhereItAsksForIt) {
    const std::string id = makeOne({field("text", "one", "1")});
    const std::string url = "/objects/" + id + "/metafields";
    JsonObject two = field("text", "two", "2");
    two["pretty"] = "true";
    const Reply added = post(url, two);
    EXPECT_EQ(added.status, 200) << added.body;
    EXPECT_NE(added.body.find("\n  "), std::string::npos) << added.body;
    EXPECT_FALSE(get(url + "/two").json().at("metafield").as_object().contains("pretty"));
    two["pretty"] = 7;
    const std::string number = refusalOf(post(url, two));
    EXPECT_TRUE(number.starts_with("400: the new metafield of object '" + id + "' is not valid: pretty: ")) << number;
}

TEST_P(Metafields, ASelectDropdownThatBecomesRadioButtonsLosesTheKeysOfItsOptions) {
    const JsonArray options{{{"key", "s"}, {"value", "Small"}}, {{"key", "l"}, {"value", "Large"}}};
    const std::string id = makeOne({field("select-dropdown", "size", "Small", {{"options", options}})});
    const JsonObject edited =
        made(patch("/objects/" + id + "/metafields/size", {{"type", "radio-buttons"}}), "metafield");
    EXPECT_EQ(edited.at("options"), (Json{{{"value", "Small"}}, {{"value", "Large"}}}));
    EXPECT_EQ(edited.at("value"), "Small");
}

TEST_P(Metafields, OfADraftAreHidden) {
    const std::string id = makeOne({field("text", "one", "1")});
    EXPECT_EQ(patch("/objects/" + id, {{"status", "draft"}}).status, 200);
    EXPECT_EQ(refusalOf(get("/objects/" + id + "/metafields")), missing("object", id));
    EXPECT_EQ(get("/objects/" + id + "/metafields?status=any").json().at("total"), 1);
}

TEST_P(Metafields, WhatAClientReadItMaySendBack) {
    makeType("other");
    const std::string otherId = makeId("other", "Other");
    JsonArray all = plainFields();
    all.push_back(field("object", "a_object", otherId, {{"object_type", "other"}}));
    all.push_back(field("objects", "a_objects", otherId, {{"object_type", "other"}}));
    const std::string id = makeOne(all);
    const JsonObject read = made(get("/objects/" + id + "?show_metafields=true"), "object");
    const Reply sent = patch("/objects/" + id, {{"metafields", read.at("metafields")}});
    EXPECT_EQ(sent.status, 200) << sent.body;
    const JsonObject again = made(get("/objects/" + id + "?show_metafields=true"), "object");
    EXPECT_EQ(again.at("metafields"), read.at("metafields"));
}

TEST_P(Metafields, PatchOfMetafieldsReplacesTheArray) {
    const std::string id = makeOne({field("text", "one", "1"), field("text", "two", "2")});
    const JsonObject edited = made(patch("/objects/" + id, {{"metafields", {field("text", "three", "3")}}}), "object");
    EXPECT_EQ(edited.at("metadata"), Json({{"three", "3"}}));
    EXPECT_TRUE(made(patch("/objects/" + id, {{"metafields", JsonArray()}}), "object").at("metadata").is_null());
}

TEST_P(Metafields, WhoseRelationIsGoneMayBeSentBack) {
    makeType("people");
    const std::string person = makeId("people", "Ann");
    const std::string id = makeOne({field("object", "author", person, {{"object_type", "people"}})});
    ASSERT_EQ(del("/objects/" + person).status, 200);
    const std::string url = "/objects/" + id + "/metafields/author";
    const JsonObject edited = made(patch(url, {{"title", "Writer"}, {"required", false}}), "metafield");
    EXPECT_EQ(edited.at("title"), "Writer");
    EXPECT_EQ(edited.at("value"), Json(person));
    made(patch(url, {{"title", "Author"}, {"value", person}}), "metafield");
    const JsonObject read = made(get("/objects/" + id + "?show_metafields=true"), "object");
    const JsonObject again = made(patch("/objects/" + id, {{"metafields", read.at("metafields")}}), "object");
    EXPECT_EQ(again.at("metafields").at(0).at("value"), Json(person));
    EXPECT_TRUE(again.at("metadata").at("author").is_null());

    const JsonArray other{field("object", "editor", person, {{"object_type", "people"}})};
    const std::string refusal = "metafields[0].value: object '" + person + "' was not found in this bucket";
    EXPECT_EQ(refusalOf(post("/objects", {{"type", "people"}, {"title", "New"}, {"metafields", other}})),
              "400: the object cannot be created: " + refusal);
    const std::string never = makeId("people", "Bob");
    EXPECT_EQ(refusalOf(patch("/objects/" + never, {{"metafields", other}})),
              "400: object '" + never + "' cannot be edited: " + refusal);
}

TEST_P(Metafields, WhoseRelatedTypeIsGoneMayBeSentBack) {
    makeType("people");
    const std::string person = makeId("people", "Ann");
    const std::string other = makeId("people", "Bob");
    const JsonObject author = field("object", "author", person, {{"object_type", "people"}});
    const JsonObject parts{{"type", "parent"}, {"title", "Credits"}, {"key", "credits"}, {"children", {author}}};
    makeType("books", {author, parts});
    const std::string id = makeId("books", "One");
    const std::string free = makeOne({author});
    ASSERT_EQ(del("/object-types/people").status, 200);
    for (const std::string& one : {id, free}) {
        const JsonObject read = made(get("/objects/" + one + "?show_metafields=true"), "object");
        const Reply sent = patch("/objects/" + one, {{"metafields", read.at("metafields")}});
        EXPECT_EQ(sent.status, 200) << sent.body;
        const JsonObject again = made(get("/objects/" + one + "?show_metafields=true"), "object");
        EXPECT_EQ(again.at("metafields"), read.at("metafields"));
        EXPECT_EQ(patch("/objects/" + one, {{"metadata", {{"author", other}}}}).status, 200);
        EXPECT_EQ(patch("/objects/" + one + "/metafields/author", {{"value", person}}).status, 200);
    }
    EXPECT_EQ(post("/objects", {{"type", "books"}, {"title", "Two"}, {"metafields", {author, parts}}}).status, 200)
        << "what its type says is no error";
    EXPECT_EQ(
        refusalOf(patch("/objects/" + free,
                        {{"metafields", {author, field("object", "editor", "", {{"object_type", "nobodies"}})}}})),
        "400: object '" + free +
            "' cannot be edited: metafields[1].object_type: object type 'nobodies' was not found in this bucket");
}

}  // namespace
}  // namespace inkwell::test
