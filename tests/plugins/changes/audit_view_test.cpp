#include "audit_view.h"

#include <gtest/gtest.h>

#include "tests/plugins/changes/world.h"

namespace inkwell::changes::test {
namespace {

TEST(AuditEntry, NamesTheActorByKind) {
    const std::string user = "00000000000000000000000a";
    Change change = changeOf(77);
    change.actor = user;
    EXPECT_EQ(writeJson(renderAuditEntry(change)),
              R"({"number":"77","time":"2026-01-31T09:30:00.000Z","actor":{"kind":"user","id":")" + user +
                  R"("},"action":"edited","kind":"object","type":"posts","id":"o77"})");
    change.actor = "write_key";
    EXPECT_EQ(renderAuditEntry(change).at("actor"), Json(JsonObject{{"kind", "write_key"}, {"id", nullptr}}));
    change.actor = "token:" + user;
    EXPECT_EQ(renderAuditEntry(change).at("actor"), Json(JsonObject{{"kind", "token"}, {"id", user}}));
    change.actor = "system";
    change.type = "";
    EXPECT_EQ(renderAuditEntry(change).at("actor"), Json(JsonObject{{"kind", "system"}, {"id", nullptr}}));
    EXPECT_TRUE(renderAuditEntry(change).at("type").is_null());
}

TEST(AuditEntry, OfARevisionNamesItsObject) {
    Change change = changeOf(77);
    EXPECT_FALSE(renderAuditEntry(change).contains("object"));
    change.kind = "revision";
    change.objectId = "00000000000000000000000b";
    EXPECT_EQ(renderAuditEntry(change).at("object"), Json(change.objectId));
}

}  // namespace
}  // namespace inkwell::changes::test
