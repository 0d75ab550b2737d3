#include "inkwell/precondition.h"
#include "input.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kDraft = "/v2/buckets/{bucket_slug}/objects/{id}/draft";

}  // namespace

void addDraftRoutes(Registrar& registrar, DraftService& drafts, ObjectReader& reader) {
    const auto publish = [&drafts, &reader](const Request& request) {
        const bool triggerWebhook = parseWebhookFlag(request.json(), "the draft cannot be published");
        const std::string& id = request.path("id");
        VersionedRecord published = writeVersion(
            [&] {
                return drafts.publish(request.bucket(), request.access(), id, triggerWebhook, preconditionOf(request));
            },
            [&] { return reader.current(request.bucket(), request.access(), id); });
        Response response = Response::ok({{"object", std::move(published.record)}});
        showVersion(response, published.version);
        return response;
    };
    const auto discard = [&drafts, &reader](const Request& request) {
        writeVersion(
            [&] { drafts.discard(request.bucket(), request.access(), request.path("id"), preconditionOf(request)); },
            [&] { return reader.current(request.bucket(), request.access(), request.path("id")); });
        return Response::message("the draft of object '" + request.path("id") + "' was discarded");
    };
    registrar.post(kDraft + "/publish", Auth::WriteKey, publish,
                   {.body = BodyKind::OptionalJson,
                    .description = {.summary = "Publish the draft of an object, prepared by a draft revision, or an "
                                               "object that is a draft itself",
                                    .query = {"if_match"},
                                    .body = "DraftPublication",
                                    .answer = "ObjectAnswer"}});
    registrar.del(kDraft, Auth::WriteKey, discard,
                  {.description = {.summary = "Discard the draft that is prepared over an object",
                                   .query = {"if_match"},
                                   .answer = "Message"}});
}

}  // namespace inkwell::objects
