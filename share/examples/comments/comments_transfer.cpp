#include "comments_transfer.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "comments_input.h"
#include "comments_service.h"
#include "comments_store.h"
#include "comments_view.h"
#include "inkwell/error.h"
#include "inkwell/object_catalog.h"

namespace comments_plugin {

using inkwell::Bucket;
using inkwell::ImportContext;
using inkwell::ImportItems;
using inkwell::Json;
using inkwell::JsonArray;
using inkwell::Problem;
using inkwell::Problems;
using inkwell::Sql;

namespace {

void keep(inkwell::Services& services, CommentsStore& store, const CommentsEntry& entry, const std::string& objectType,
          ImportContext& context) {
    const std::optional<CommentsEntry> before = store.find(entry.bucketId, entry.id);
    if (before && renderEntry(*before) == renderEntry(entry)) {
        context.unchanged();
    } else if (before) {
        store.update(entry);
        publishChange(services, context.actor(), objectType, &*before, &entry);
        context.updated();
    } else {
        store.insert(entry);
        publishChange(services, context.actor(), objectType, nullptr, &entry);
        context.created();
    }
}

// The types of those objects of the entries that there are: one that was deleted while this plugin was off has left its
// entries, which nothing in the file would hold.
std::map<std::string, std::string> typesOf(inkwell::Services& services, const Bucket& bucket,
                                           const std::vector<CommentsEntry>& entries) {
    std::set<std::string> ids;
    for (const CommentsEntry& entry : entries) ids.insert(entry.objectId);
    const std::vector<std::string> asked(ids.begin(), ids.end());
    std::map<std::string, std::string> types;
    for (auto& one : services.get<inkwell::ObjectCatalog>().summaries(bucket, asked)) types[one.id] = one.type;
    return types;
}

}  // namespace

void CommentsTransfer::exportAll(const Bucket& bucket, const TakeEntry& take) {
    services_.database().read([&](Sql& sql) {
        const std::vector<CommentsEntry> all = CommentsStore(sql).listAll(bucket.id);
        const auto types = typesOf(services_, bucket, all);
        for (const CommentsEntry& entry : all)
            if (types.contains(entry.objectId)) take(renderEntry(entry));
    });
}

void CommentsTransfer::importAll(ImportItems& items, const std::string& path, ImportContext& context) {
    services_.database().write([&](Sql& sql) {
        CommentsStore store(sql);
        inkwell::ImportBatch<CommentsEntry> batch([&](std::vector<CommentsEntry>& some) {
            const auto types = typesOf(services_, context.bucket(), some);
            for (const CommentsEntry& entry : some) {
                const auto type = types.find(entry.objectId);
                keep(services_, store, entry, type != types.end() ? type->second : "", context);
            }
        });
        items.forEach([&](std::size_t i, const Json& item) {
            const std::string place = path + "[" + std::to_string(i) + "]";
            Problems problems;
            CommentsEntry entry = parseFileEntry(item, place, problems);
            const auto object = context.objectIds().find(entry.objectId);
            if (object == context.objectIds().end() && problems.empty()) {
                problems.add(place + ".object", "object '" + entry.objectId + "' is not in this file");
            }
            for (const Problem& one : problems.list()) context.problem(one.path, one.message);
            if (!problems.empty()) return;
            entry.bucketId = context.bucket().id;
            entry.objectId = object->second;
            entry.approvedBy = entry.isApproved ? context.actor() : "";
            batch.add(std::move(entry), items.itemBytes());
        });
        batch.finish();
    });
}

}  // namespace comments_plugin
