#include "comments_recovery.h"

#include "comments_store.h"
#include "inkwell/json.h"

namespace comments_plugin {

using inkwell::JsonObject;
using inkwell::Recovery;
using inkwell::Sql;
using inkwell::textOf;

namespace {

JsonObject partOf(const CommentsEntry& entry) {
    return {{"id", entry.id},
            {"author", entry.author},
            {"text", entry.text},
            {"approved", entry.isApproved},
            {"approved_by", entry.approvedBy},
            {"created_at", entry.createdAtMs}};
}

CommentsEntry entryOf(const Recovery& recovery, const JsonObject& part) {
    CommentsEntry entry;
    entry.id = textOf(part, "id");
    entry.bucketId = recovery.bucket.id;
    entry.objectId = recovery.id;
    entry.author = textOf(part, "author");
    entry.text = textOf(part, "text");
    entry.isApproved = part.at("approved").as_bool();
    entry.approvedBy = textOf(part, "approved_by");
    entry.createdAtMs = part.at("created_at").to_number<std::int64_t>();
    return entry;
}

}  // namespace

void CommentsRecovery::take(const inkwell::Bucket& bucket, const std::string& id, const Keep& keep) {
    services_.database().write([&](Sql& sql) {
        for (const CommentsEntry& entry : CommentsStore(sql).listOfObject(bucket.id, id)) keep(partOf(entry));
    });
}

void CommentsRecovery::restore(const Recovery& recovery, JsonObject part) {
    services_.database().write([&](Sql& sql) { CommentsStore(sql).insert(entryOf(recovery, part)); });
}

}  // namespace comments_plugin
