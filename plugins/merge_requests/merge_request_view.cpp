#include "merge_request_view.h"

#include "inkwell/text.h"

namespace inkwell::merge_requests {

JsonObject renderMergeRequest(const MergeRequest& request, const std::string& targetSlug) {
    JsonObject json;
    json["id"] = request.id;
    json["title"] = request.title;
    json["status"] = request.status;
    json["source_bucket"] = request.sourceSlug;
    json["target_bucket"] = targetSlug;
    json["objects"] = JsonArray(request.objectIds.begin(), request.objectIds.end());
    json["created_at"] = isoTime(request.createdAtMs);
    json["created_by"] = request.createdBy;
    json["modified_at"] = isoTime(request.modifiedAtMs);
    json["completed_at"] = isoTimeOrNull(request.completedAtMs);
    json["completed_by"] = request.completedBy ? Json(*request.completedBy) : Json();
    return json;
}

}  // namespace inkwell::merge_requests
