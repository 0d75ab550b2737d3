#include "schema/schema_service.h"

#include "tests/plugins/objects/transfer_fixture.h"

namespace inkwell::objects {
namespace {

using Files = std::vector<ObjectSchema::File>;

/// A bucket with the demo's content, and the files of its types.
class Schema : public TransferTest {
protected:
    void SetUp() override {
        ASSERT_EQ(importAll(source_, demo()).problems, std::vector<std::string>{});
        files_ = schema().files(source_);
    }

    ObjectSchema& schema() { return *fixture_.find<ObjectSchema>(); }
    JsonObject& type(const std::string& slug) {
        const auto found =
            std::find_if(files_.begin(), files_.end(), [&](auto& one) { return one.name == slug + ".json"; });
        return found->content.as_object();
    }
    JsonObject& field(const std::string& slug, const std::string& key) {
        for (Json& one : type(slug).at("metafields").as_array()) {
            if (one.at("key") == Json(key)) return one.as_object();
        }
        throw std::runtime_error("no field " + key);
    }
    void drop(const std::string& slug) {
        std::erase_if(files_, [&](const ObjectSchema::File& one) { return one.name == slug + ".json"; });
    }
    void rename(const std::string& from, const std::string& to) {
        type(from)["slug"] = to;
        for (ObjectSchema::File& one : files_) {
            if (one.name == from + ".json") one.name = to + ".json";
        }
    }
    static std::vector<std::string> textsOf(const std::vector<ObjectSchema::Step>& steps) {
        std::vector<std::string> texts;
        for (const ObjectSchema::Step& step : steps) texts.push_back((step.isDestructive ? "! " : "") + step.text);
        return texts;
    }
    std::vector<std::string> plan() { return textsOf(schema().plan(source_, files_)); }
    std::vector<std::string> apply(bool mayDestroy = false) {
        return textsOf(schema().apply(source_, files_, mayDestroy));
    }
    std::string problemsOf() {
        try {
            schema().plan(source_, files_);
        } catch (const ApiError& error) {
            std::string all;
            for (const Problem& problem : error.problems()) all += problem.path + ": " + problem.message + "\n";
            return all.empty() ? error.message() : all;
        }
        return "none";
    }
    void expectStays() {
        EXPECT_EQ(schema().plan(source_, files_).size(), 0U);
        EXPECT_EQ(apply(), std::vector<std::string>{}) << "a second time changes nothing";
    }
    std::string exported() { return writeJson(exportAll(source_)); }
    JsonArray fieldsOfObject(const std::string& slug) {
        const JsonObject all = exportAll(source_);
        for (const Json& one : all.at("objects").as_array()) {
            if (one.at("slug") == Json(slug)) return one.at("metafields").as_array();
        }
        throw std::runtime_error("no object " + slug);
    }

    Files files_;
};

using Texts = std::vector<std::string>;

TEST_F(Schema, FilesAreReadableOrderedAndWithoutIds) {
    const JsonObject pages = type("pages");
    std::vector<std::string> members;
    for (const auto& member : pages) members.emplace_back(member.key());
    EXPECT_EQ(members, (Texts{"slug", "title", "singular", "emoji", "localization", "locales", "priority_locale",
                              "metafields"}));
    EXPECT_EQ(writeJson(pages.at("metafields").at(0)), R"({"type":"textarea","title":"Lead","key":"lead"})");
    EXPECT_TRUE(std::is_sorted(files_.begin(), files_.end(), [](auto& a, auto& b) { return a.name < b.name; }));
    for (const ObjectSchema::File& one : files_)
        EXPECT_EQ(writeJson(one.content).find("\"id\""), std::string::npos) << one.name;
    expectStays();
}

TEST_F(Schema, AnotherBucketBecomesTheSame) {
    const auto steps = textsOf(schema().apply(target_, files_, false));
    EXPECT_EQ(steps.size(), files_.size());
    EXPECT_EQ(steps.at(0), "create the type 'articles' with " +
                               std::to_string(type("articles").at("metafields").as_array().size()) + " fields");
    const Files theirs = schema().files(target_);
    ASSERT_EQ(theirs.size(), files_.size());
    for (std::size_t i = 0; i < theirs.size(); ++i)
        EXPECT_EQ(writeJson(theirs[i].content), writeJson(files_[i].content));
    EXPECT_EQ(schema().plan(target_, files_).size(), 0U);
}

TEST_F(Schema, APlanStoresNothing) {
    const std::string before = exported();
    type("walks")["title"] = "Hikes";
    rename("pages", "leaves");
    drop("settings");
    field("walks", "line")["key"] = "headline";
    EXPECT_EQ(plan().size(), 4U);
    EXPECT_EQ(exported(), before);
}

TEST_F(Schema, TypesAreRenamedWithTheirObjectsByMarkerOrByLikeness) {
    rename("walks", "hikes");
    rename("pages", "leaves");
    type("leaves")["renamed_from"] = "pages";
    type("leaves")["title"] = "Leaves";
    type("leaves")["metafields"].as_array().clear();
    for (Json& one : type("articles").at("metafields").as_array()) {
        if (one.as_object().contains("object_type") && one.at("object_type") == "walks")
            one.as_object()["object_type"] = "hikes";
    }
    const Texts steps = plan();
    EXPECT_EQ(steps.at(1),
              "rename the type 'walks' to 'hikes'; 9 objects follow (recognised by its title; "
              "\"renamed_from\": \"\" in it says otherwise)");
    EXPECT_EQ(steps.at(0), "rename the type 'pages' to 'leaves'; 3 objects follow");
    apply(true);
    EXPECT_EQ(exported().find("\"type\":\"walks\""), std::string::npos);
    expectStays();
}

TEST_F(Schema, MarkersThatNameWhatStaysAreRefusedWithTheirPlace) {
    const Files before = files_;
    rename("pages", "leaves");
    type("leaves")["renamed_from"] = "walks";
    const std::string stays =
        "renamed_from: names 'walks', which is there and described too: rename that one first, or "
        "leave this out\n";
    EXPECT_EQ(problemsOf(), "leaves.json: " + stays);
    drop("walks");
    files_.push_back(
        {"hikes.json",
         JsonObject{{"slug", "hikes"}, {"title", "Hikes"}, {"renamed_from", "walks"}, {"metafields", JsonArray()}}});
    EXPECT_EQ(problemsOf(), "hikes.json: renamed_from: names 'walks', as 'leaves' does: one alone can be it\n");
    files_ = before;
    type("pages")["renamed_from"] = "walks";
    EXPECT_EQ(problemsOf(), "none") << "the type is there: its marker is of an earlier time";
    type("walks")["renamed_from"] = "pages";
    const std::string ring = "': names are not exchanged at once; give one of them a new name first\n";
    EXPECT_EQ(problemsOf(), "pages.json: renamed_from: leads back to 'pages" + ring +
                                "walks.json: renamed_from: leads back to 'walks" + ring);
    files_ = before;
    type("walks")
        .at("metafields")
        .as_array()
        .push_back(JsonObject{{"type", "text"}, {"title", "Other"}, {"key", "other"}, {"renamed_from", "line"}});
    const std::size_t last = type("walks").at("metafields").as_array().size() - 1;
    EXPECT_EQ(problemsOf(),
              "walks.json: metafields[" + std::to_string(last) +
                  "].renamed_from: names 'line', which is there and described too: rename that one first, "
                  "or leave this out\n");
}

TEST_F(Schema, TypesWithTheSameFieldsAndAnotherTitleAreNotOne) {
    rename("pages", "leaves");
    type("leaves")["title"] = "Leaves";
    const Texts steps = plan();
    EXPECT_EQ(steps.front(), "create the type 'leaves' with 2 fields");
    EXPECT_EQ(steps.back(), "! delete the type 'pages'; 3 objects stay without a type");
}

TEST_F(Schema, EachOfManyFaultyFilesIsRefused) {
    files_.clear();
    for (int i = 0; i < 600; ++i) files_.push_back({"x" + std::to_string(i) + ".json", JsonObject()});
    EXPECT_TRUE(problemsOf().ends_with("only the first 1000 are listed\n"));
    files_.push_back({"y.json", JsonObject{{"slug", "y"}, {"title", "Y"}, {"metafields", 7}}});
    EXPECT_TRUE(problemsOf().ends_with("only the first 1000 are listed\n"));
}

TEST_F(Schema, AnEmptyMarkerSaysThatATypeIsNew) {
    rename("settings", "options");
    type("options")["renamed_from"] = "";
    EXPECT_EQ(plan(), (Texts{"create the type 'options' with 4 fields",
                             "! delete the type 'settings'; 1 object stays without a type"}));
}

TEST_F(Schema, FieldsAreRenamedWithTheirValuesInObjectsAndTheirDrafts) {
    const std::string id = idOf(source_, "across-the-island");
    JsonObject draft{{"title", "Next"}, {"status", "draft"}};
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->revise(source_, Access::system(), id, fixture_.ids().next(), draft);
    });
    field("walks", "line")["key"] = "headline";
    JsonObject& stages = field("walks", "stages");
    stages["key"] = "legs";
    stages["renamed_from"] = "stages";
    stages.at("repeater_fields").at(0).as_object()["key"] = "name";
    fixture_.captured().clear();
    const Texts steps = apply();
    EXPECT_EQ(
        steps,
        (Texts{"rename the field 'line' of 'walks' to 'headline'; 9 objects follow (recognised by type and title; "
               "\"renamed_from\": \"\" in it says otherwise)",
               "rename the field 'stages' of 'walks' to 'legs'; 9 objects follow",
               "rename the field 'legs.stage' of 'walks' to 'name'; 9 objects follow (recognised by type and title; "
               "\"renamed_from\": \"\" in it says otherwise)"}));
    EXPECT_EQ(fixture_.captured().facts<ObjectEdited>().size(), 9U);
    const std::string all = exported();
    for (const char* gone : {"\"key\":\"line\"", "\"key\":\"stages\"", "\"key\":\"stage\""}) {
        EXPECT_EQ(all.find(gone), std::string::npos) << gone;
    }
    for (const Visibility seen : {Visibility::Published, Visibility::Any}) {
        fixture_.database().read([&](Sql& sql) {
            std::optional<StoredObject> object = ObjectStore(sql).find(source_.id, id, seen);
            EXPECT_EQ(object->metafields().at(0).at("key"), "headline");
            EXPECT_NE(object->metafields().at(0).at("value"), "");
        });
    }
    expectStays();
}

TEST_F(Schema, DestructiveStepsAreRefusedUnlessTheyAreAllowed) {
    const std::string before = exported();
    drop("settings");
    field("walks", "kilometres")["type"] = "text";
    JsonArray& fields = type("walks").at("metafields").as_array();
    fields.erase(
        std::find_if(fields.begin(), fields.end(), [](const Json& one) { return one.at("key") == "profile"; }));
    EXPECT_EQ(
        plan(),
        (Texts{"! remove the field 'profile' of 'walks' (json); 9 objects have something in it, and keep it",
               "! make the field 'kilometres' of 'walks' text, not number; 9 objects have something in it, and keep it",
               "! delete the type 'settings'; 1 object stays without a type"}));
    EXPECT_EQ(
        errorOf([&] { apply(); }),
        "409: nothing was changed in bucket 'source': 3 steps are destructive: allow_destructive carries them out, "
        "dry_run tells what they are");
    EXPECT_EQ(exported(), before);
    EXPECT_EQ(apply(true).size(), 3U);
    expectStays();
    const std::string kept = writeJson(fieldsOfObject("across-the-island"));
    EXPECT_NE(kept.find("\"key\":\"profile\""), std::string::npos) << "objects keep what they have";
}

TEST_F(Schema, DefaultsThatNameObjectsOrFilesStayInTheBucket) {
    const std::string author = idOf(source_, "ines-moreau");
    fixture_.database().write([&](Sql& sql) {
        StoredType walks = TypeStore(sql).findForUpdate(source_.id, "walks").value();
        for (Json& one : walks.metafields) {
            if (one.at("key") == "author") one.as_object()["value"] = author;
        }
        TypeStore(sql).update(walks);
    });
    expectStays();
    type("walks")["title"] = "Hikes";
    EXPECT_EQ(apply(), Texts{"change the type 'walks': title"});
    EXPECT_NE(writeJson(exportAll(source_).at("object_types")).find(author), std::string::npos);
    field("walks", "author")["value"] = author;
    EXPECT_EQ(problemsOf(),
              "walks.json: metafields: have defaults that name objects or files: these belong to a bucket, and "
              "are not kept in files\n");
}

TEST_F(Schema, ATypeWithSeveralObjectsCannotBecomeASingleton) {
    type("walks")["singleton"] = true;
    EXPECT_EQ(problemsOf(), "walks.json: singleton: object type 'walks' has several objects; a singleton has one\n");
}

TEST_F(Schema, WhatIsWrongIsToldWithFileAndPlace) {
    field("walks", "line")["key"] = "a.b";
    type("walks")["colour"] = "red";
    EXPECT_NE(problemsOf().find("walks.json: colour: is not a known field"), std::string::npos) << problemsOf();
    type("walks").erase("colour");
    EXPECT_EQ(problemsOf(),
              "walks.json: metafields[0].key: must not contain '.', which separates levels in 'query' and 'props'\n");
    field("walks", "a.b")["key"] = "line";
    field("pages", "text")["type"] = "tezt";
    EXPECT_NE(problemsOf().find("pages.json: metafields[1].type: unknown metafield type 'tezt'"), std::string::npos)
        << problemsOf();
    field("pages", "text")["type"] = "markdown";
    drop("authors");
    EXPECT_NE(problemsOf().find("articles.json: metafields["), std::string::npos) << problemsOf();
    files_ = {{"a.json", Json(1)},
              {"b.json", JsonObject{{"slug", "c"}, {"metafields", JsonArray()}}},
              {"d.json", JsonObject()}};
    EXPECT_EQ(problemsOf(),
              "a.json: must be an object type: {\"slug\": ..., \"title\": ..., \"metafields\": [...]}\n"
              "b.json: slug: is 'c': name the file c.json\n"
              "d.json: slug: is required\nd.json: metafields: is required: an array, empty for no fields\n");
}

}  // namespace
}  // namespace inkwell::objects
