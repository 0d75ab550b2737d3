#include "edit/history.h"

#include "inkwell/revision_keeper.h"
#include "read/object_view.h"

namespace inkwell::objects {

void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before, const TypeRules* type,
                  std::optional<bool> asked, Problems& problems) {
    if (!asked.value_or(type != nullptr && type->keepRevisions)) return;
    if (asked && services.find<RevisionKeeper>() == nullptr) {
        problems.add("keep_revision", "revisions cannot be kept: the plugin 'revisions' is disabled");
    }
    if (problems.empty()) keepReplaced(services, bucket, before);
}

void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before) {
    RevisionKeeper* keeper = services.find<RevisionKeeper>();
    if (keeper != nullptr) keeper->keep(bucket, storedRecordOf(before), before.modifiedAtMs);
}

void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before, const TypeRules* type) {
    Problems none;
    keepReplaced(services, bucket, before, type, std::nullopt, none);
}

}  // namespace inkwell::objects
