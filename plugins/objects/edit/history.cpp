#include "edit/history.h"

#include "inkwell/revision_keeper.h"
#include "read/object_view.h"

namespace inkwell::objects {

namespace {

// By the same person: history tells who wrote each version. A copy would push out one that differs.
bool isWrittenAgain(const StoredObject& before, const StoredObject& after) {
    return before.title == after.title && before.slug == after.slug && before.locale == after.locale &&
           before.status == after.status && before.thumbnail == after.thumbnail &&
           before.publishAtMs == after.publishAtMs && before.unpublishAtMs == after.unpublishAtMs &&
           before.modifiedBy == after.modifiedBy && before.document == after.document;
}

}  // namespace

void keepIfWanted(Services& services, const Bucket& bucket, const Replacement& edit, const TypeRules* type,
                  std::optional<bool> asked, Problems& problems) {
    if (!asked.value_or(type != nullptr && type->keepRevisions)) return;
    if (asked && services.find<RevisionKeeper>() == nullptr) {
        problems.add("keep_revision", "revisions cannot be kept: the plugin 'revisions' is disabled");
    }
    if (problems.empty() && !isWrittenAgain(edit.before, edit.after)) keepAlways(services, bucket, edit.before);
}

void keepIfTypeSays(Services& services, const Bucket& bucket, const Replacement& edit, const TypeRules* type) {
    Problems none;
    keepIfWanted(services, bucket, edit, type, std::nullopt, none);
}

void keepAlways(Services& services, const Bucket& bucket, const StoredObject& before) {
    RevisionKeeper* keeper = services.find<RevisionKeeper>();
    if (keeper != nullptr) keeper->keep(bucket, storedRecordOf(before), before.modifiedAtMs);
}

}  // namespace inkwell::objects
