#include "edit/history.h"

#include "inkwell/revision_keeper.h"
#include "read/object_view.h"

namespace inkwell::objects {

void keepIfWanted(Services& services, const Bucket& bucket, const StoredObject& before, const TypeRules* type,
                  std::optional<bool> asked, Problems& problems) {
    if (!asked.value_or(type != nullptr && type->keepRevisions)) return;
    if (asked && services.find<RevisionKeeper>() == nullptr) {
        problems.add("keep_revision", "revisions cannot be kept: the plugin 'revisions' is disabled");
    }
    if (problems.empty()) keepAlways(services, bucket, before);
}

void keepIfTypeSays(Services& services, const Bucket& bucket, const StoredObject& before, const TypeRules* type) {
    if (type != nullptr && type->keepRevisions) keepAlways(services, bucket, before);
}

void keepAlways(Services& services, const Bucket& bucket, const StoredObject& before) {
    RevisionKeeper* keeper = services.find<RevisionKeeper>();
    if (keeper != nullptr) keeper->keep(bucket, storedRecordOf(before), before.modifiedAtMs);
}

}  // namespace inkwell::objects
