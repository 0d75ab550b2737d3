#include "autosave_store.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "migrations.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/test_server.h"

namespace inkwell::autosave {
namespace {

const std::string kBucket = "b00000000000000000000001";

/// Lets `meanwhile` happen between what is read and the first removal, as another transaction would.
class InterruptedSql : public Sql {
public:
    InterruptedSql(Sql& sql, std::function<void()> meanwhile) : sql_(sql), meanwhile_(std::move(meanwhile)) {}
    std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override {
        return sql_.select(statement, params);
    }
    std::int64_t execute(std::string_view statement, const SqlParams& params) override {
        if (const auto meanwhile = std::exchange(meanwhile_, nullptr)) meanwhile();
        return sql_.execute(statement, params);
    }
    const Dialect& dialect() const override { return sql_.dialect(); }

private:
    Sql& sql_;
    std::function<void()> meanwhile_;
};

JsonObject settingsOf(test::Engine engine) {
    if (engine == test::Engine::Sqlite) return {};
    test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
    return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
}

class AutosaveStore_ : public testing::TestWithParam<test::Engine> {
protected:
    AutosaveStore_() { fixture_.migrate("autosave", std::vector(migrations().begin(), migrations().end())); }

    static AutosaveItem item(const std::string& object, std::int64_t savedAtMs, const std::string& document) {
        return {kBucket, object, "ann", 1, savedAtMs, document};
    }
    /// Puts two, and a later one in place of the older of them while that is removed; returns what is left of it.
    std::string leftWhilePut(const std::function<void(AutosaveStore&)>& removal) {
        return fixture_.database().write([&](Sql& sql) {
            AutosaveStore store(sql);
            store.put(item("o1", 10, R"({"title":"Old"})"));
            store.put(item("o2", 20, R"({"title":"Other"})"));
            InterruptedSql interrupted(sql, [&] { store.put(item("o1", 30, R"({"title":"New"})")); });
            AutosaveStore interruptedStore(interrupted);
            removal(interruptedStore);
            const auto left = store.find(kBucket, "o1", "ann");
            return left ? left->document : "nothing";
        });
    }

    test::PluginFixture fixture_{GetParam() == test::Engine::Sqlite ? "database_sqlite" : "database_mysql",
                                 settingsOf(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(Engines, AutosaveStore_, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(AutosaveStore_, WhatIsPutWhileTheOldIsRemovedStays) {
    EXPECT_EQ(leftWhilePut([](AutosaveStore& store) { store.removeBefore(15, 100); }), R"({"title":"New"})");
    EXPECT_EQ(leftWhilePut([](AutosaveStore& store) { store.keepNewest(kBucket, "ann", 1); }), R"({"title":"New"})");
}

}  // namespace
}  // namespace inkwell::autosave
