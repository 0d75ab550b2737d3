#include "contributions.h"

#include <chrono>
#include <memory>

#include "contents/content_store.h"
#include "folders/folder_transfer.h"
#include "inkwell/deleted_buckets.h"
#include "inkwell/folder.h"
#include "inkwell/start_check.h"
#include "inkwell/stored_contents.h"
#include "records/media_field_store.h"
#include "records/media_recovery.h"
#include "records/media_transfer.h"
#include "records/media_walk_store.h"

namespace inkwell::media {

void addContributions(Registrar& registrar, Services& services, ContentService& contents, TusService& tus,
                      MediaService& media) {
    registrar.contribute<BucketTransfer>("media_folders", std::make_unique<FolderTransfer>(services));
    registrar.contribute<BucketTransfer>("media", std::make_unique<MediaTransfer>(services));
    registrar.contribute<ContentWalk>("media", std::make_unique<MediaWalk>(services, contents));
    registrar.contribute<Recoverable>("media", std::make_unique<MediaRecovery>(services, contents));
    registrar.contribute<StoredContents>(
        "media", std::make_unique<StoredContents>([&services](const std::string& store) {
            return services.database().read([&](Sql& sql) { return ContentStore(sql).existsIn(store); });
        }));
    registrar.contribute<StartCheck>("media", std::make_unique<StartCheck>([&contents, &tus](Services&) {
                                         contents.checkStore();
                                         requireUsableFolder(tus.stagingFolder());
                                     }));
    followDeletedBuckets(
        registrar,
        [&services] { return services.database().read([](Sql& sql) { return MediaRecordStore(sql).bucketIds(); }); },
        [&media](const std::string& id) { media.removeOfBucket(id); });
    registrar.health("store", [&contents] { return contents.isStoreShared() ? "" : contents.storeProblem(); });
    registrar.health(
        "shared_store", [&contents] { return contents.isStoreShared() ? contents.storeProblem() : ""; },
        ProblemMeans::Degraded);
    registrar.every(std::chrono::seconds(1), "removals", [&contents] { contents.removeNewlyDoomed(); });
    registrar.every(std::chrono::seconds(1), "trashed", [&contents] { contents.hideNewlyTrashed(); });
    registrar.every(std::chrono::seconds(1), "fields", [&services, done = false]() mutable {
        if (!done) addMissingFields(services.database());
        done = true;
    });
}

}  // namespace inkwell::media
