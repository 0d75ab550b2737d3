#include "edit/object_input.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kDraft = "/v2/buckets/{bucket_slug}/objects/{id}/draft";

}  // namespace

void addDraftRoutes(Registrar& registrar, DraftService& drafts) {
    const auto publish = [&drafts](const Request& request) {
        const bool triggerWebhook = parseDraftPublication(request.json());
        return Response::ok(
            {{"object", drafts.publish(request.bucket(), request.access(), request.path("id"), triggerWebhook)}});
    };
    const auto discard = [&drafts](const Request& request) {
        drafts.discard(request.bucket(), request.access(), request.path("id"));
        return Response::message("the draft of object '" + request.path("id") + "' was discarded");
    };
    registrar.post(kDraft + "/publish", Auth::WriteKey, publish,
                   {.body = BodyKind::OptionalJson,
                    .description = {.summary = "Publish the draft of an object, prepared by a draft revision, or an "
                                               "object that is a draft itself",
                                    .body = "DraftPublication",
                                    .answer = "ObjectAnswer"}});
    registrar.del(
        kDraft, Auth::WriteKey, discard,
        {.description = {.summary = "Discard the draft that is prepared over an object", .answer = "Message"}});
}

}  // namespace inkwell::objects
