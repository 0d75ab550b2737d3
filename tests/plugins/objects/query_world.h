#pragma once

#include <string>
#include <vector>

#include "migrations.h"
#include "read/object_matcher.h"
#include "read/object_search.h"
#include "store/field_store.h"
#include "store/object_fields.h"
#include "tests/plugins/objects/objects_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/query_maker.h"
#include "tests/support/test_server.h"

namespace inkwell::objects {

/// Finds metafields by their key and value; one of the type "object" is a relation.
class RelatingEngine : public FakeEngine {
public:
    std::vector<FieldValue> fieldValues(const JsonArray& metafields) override {
        std::vector<FieldValue> values;
        for (const Json& one : metafields) {
            const JsonObject& field = one.as_object();
            const std::string key(textOf(field, "key"));
            if (textOf(field, "type") == "object") {
                values.push_back({key, field.at("value"), true});
                values.push_back({key + ".id", field.at("value"), false});
            } else {
                addFieldValues(key, field.at("value"), values);
            }
        }
        return values;
    }
};

inline const std::string kQueriedBucket = "b00000000000000000000001";

/// The tables of objects on one engine, filled by the test itself.
class QueryWorld {
public:
    explicit QueryWorld(test::Engine engine)
        : fixture_(engine == test::Engine::Sqlite ? "database_sqlite" : "database_mysql", settingsOf(engine)) {
        const auto steps = migrations();
        fixture_.migrate("objects", {steps.begin(), steps.end()});
    }

    Database& database() { return fixture_.database(); }
    Services& services() { return fixture_; }
    MetafieldEngine& engine() { return engine_; }

    void store(const std::vector<StoredObject>& objects) {
        database().write([&](Sql& sql) {
            for (const StoredObject& object : objects) {
                const std::int64_t number = ObjectStore(sql).insert(object);
                FieldStore(sql).insert(object.bucketId, number, indexedValuesOf(fieldsOf(object, &engine_), true));
            }
        });
    }
    void clear() {
        database().write([](Sql& sql) {
            FieldStore(sql).removeOfBucket(kQueriedBucket);
            ObjectStore(sql).removeOfBucket(kQueriedBucket);
        });
    }

private:
    static JsonObject settingsOf(test::Engine engine) {
        if (engine == test::Engine::Sqlite) return {};
        test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }

    test::PluginFixture fixture_;
    RelatingEngine engine_;
};

/// Random objects, and queries for them.
class QueryMaker : public test::QueryMaker {
public:
    using test::QueryMaker::QueryMaker;

    /// Behind them a draft of a newer version of some.
    std::vector<StoredObject> objects(int count);

protected:
    std::string key() override;
    Json operand(const std::string& key) override;

private:
    StoredObject object(int number, int count);
};

}  // namespace inkwell::objects
