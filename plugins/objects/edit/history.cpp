#include "edit/history.h"

#include "inkwell/revision_keeper.h"
#include "read/object_view.h"

namespace inkwell::objects {

void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before,
                  const std::optional<StoredType>& type, std::optional<bool> asked, Problems& problems) {
    if (!asked.value_or(type && type->keepRevisions)) return;
    RevisionKeeper* keeper = services.find<RevisionKeeper>();
    if (keeper == nullptr) {
        if (asked) problems.add("keep_revision", "revisions cannot be kept: the plugin 'revisions' is disabled");
        return;
    }
    if (!problems.empty()) return;
    keeper->keep(bucket, storedRecordOf(before), before.modifiedAtMs);
}

void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before,
                  const std::optional<StoredType>& type) {
    Problems none;
    keepReplaced(services, bucket, before, type, std::nullopt, none);
}

}  // namespace inkwell::objects
