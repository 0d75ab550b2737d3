#include "routes.h"

#include "inkwell/request_params.h"
#include "openapi.h"
#include "registrations/webhook_view.h"
#include "sending/trial.h"

namespace inkwell::webhooks {

namespace {

const std::string kWebhooks = "/v2/buckets/{bucket_slug}/webhooks";
const std::string kWebhook = kWebhooks + "/{id}";
const std::string kDeliveries = kWebhook + "/deliveries";

Response answer(JsonObject webhook) { return Response::ok({{"webhook", std::move(webhook)}}); }

Response listWebhooks(Services& services, WebhookService& webhooks, const Request& request) {
    const WebhookPage page = webhooks.list(
        request.bucket(), parseListParams(request, services.server().maxLimit, {"-created_at", "created_at"}));
    JsonArray rendered;
    for (const Webhook& one : page.webhooks) rendered.push_back(renderWebhook(one));
    return Response::ok({{"webhooks", std::move(rendered)}, {"total", page.total}});
}

Response createWebhook(WebhookService& webhooks, const Request& request) {
    return answer(
        renderWebhookWithSecret(webhooks.create(request.bucket(), request.access(), parseNewWebhook(request.json()))));
}

Response editWebhook(WebhookService& webhooks, DeliveryDispatcher& dispatcher, const Request& request) {
    const Webhook edited =
        webhooks.edit(request.bucket(), request.access(), request.path("id"), parseWebhookEdit(request.json()));
    dispatcher.wake();
    return answer(renderWebhook(edited));
}

Response removeWebhook(WebhookService& webhooks, const Request& request) {
    webhooks.remove(request.bucket(), request.access(), request.path("id"));
    return Response::message("webhook '" + request.path("id") + "' was deleted");
}

Response rotateSecret(WebhookService& webhooks, const Request& request) {
    checkEmptyBody(request.json());
    return answer(
        renderWebhookWithSecret(webhooks.rotateSecret(request.bucket(), request.access(), request.path("id"))));
}

Response testWebhook(Services& services, WebhookService& webhooks, const Courier& courier, TrialPlaces& places,
                     const Request& request) {
    checkEmptyBody(request.json());
    WebhookService::Addressed found = webhooks.addressed(request.bucket(), request.path("id"));
    const TrialPlaces::Taken place(places, request.bucket(), request.access().userId());
    const TrialResult trial = tryOut(services, courier, found.webhook, std::move(found.recipient), places.isClosed());
    JsonObject json = renderAttempt(trial.attempt);
    json["id"] = trial.id;
    json["event"] = kTestEvent;
    json["delivered"] = trial.attempt.status >= 200 && trial.attempt.status < 300;
    return Response::ok({{"test", std::move(json)}});
}

Response listDeliveries(Services& services, WebhookService& webhooks, const Request& request) {
    const ListParams params = parseListParams(request, services.server().maxLimit, {"-created_at"});
    const std::string state = request.choice("state", "", {kWaiting, kSending, kDelivered, kFailed});
    const DeliveryPage page =
        webhooks.deliveries(request.bucket(), request.path("id"), {state, params.limit, params.skip});
    JsonArray rendered;
    for (const Delivery& one : page.deliveries) rendered.push_back(renderDelivery(one));
    return Response::ok({{"deliveries", std::move(rendered)}, {"total", page.total}});
}

Response getDelivery(WebhookService& webhooks, const Request& request) {
    const WebhookService::WholeDelivery found =
        webhooks.delivery(request.bucket(), request.path("id"), request.path("delivery_id"));
    JsonObject json = renderDelivery(found.delivery);
    json["body"] = found.body;
    return Response::ok({{"delivery", std::move(json)}});
}

Response redeliver(WebhookService& webhooks, DeliveryDispatcher& dispatcher, const Request& request) {
    checkEmptyBody(request.json());
    const Delivery delivery = webhooks.redeliver(request.bucket(), request.path("id"), request.path("delivery_id"));
    dispatcher.wake();
    return Response::ok({{"delivery", renderDelivery(delivery)}});
}

void addWebhookRoutes(Registrar& registrar, Services& services, WebhookService& webhooks,
                      DeliveryDispatcher& dispatcher) {
    registrar.get(
        kWebhooks, Auth::BucketAdmin, [&](const Request& request) { return listWebhooks(services, webhooks, request); },
        {.description = {
             .summary = "List webhooks", .query = {"webhooks_sort", "limit", "skip"}, .answer = "WebhookList"}});
    registrar.post(kWebhooks, Auth::BucketAdmin,
                   [&](const Request& request) { return createWebhook(webhooks, request); },
                   {.body = BodyKind::Json,
                    .costly = true,
                    .description = {.summary = "Add a webhook", .body = "WebhookCreation", .answer = "WebhookAnswer"}});
    registrar.get(kWebhook, Auth::BucketAdmin,
                  [&](const Request& request) {
                      return answer(renderWebhook(webhooks.get(request.bucket(), request.path("id"))));
                  },
                  {.description = {.summary = "A webhook", .answer = "WebhookAnswer"}});
    registrar.patch(kWebhook, Auth::BucketAdmin,
                    [&](const Request& request) { return editWebhook(webhooks, dispatcher, request); },
                    {.body = BodyKind::Json,
                     .costly = true,
                     .description = {.summary = "Edit a webhook", .body = "WebhookEdit", .answer = "WebhookAnswer"}});
    registrar.del(kWebhook, Auth::BucketAdmin, [&](const Request& request) { return removeWebhook(webhooks, request); },
                  {.description = {.summary = "Delete a webhook", .answer = "Message"}});
    registrar.post(
        kWebhook + "/rotate-secret", Auth::BucketAdmin,
        [&](const Request& request) { return rotateSecret(webhooks, request); },
        {.body = BodyKind::OptionalJson,
         .description = {.summary = "Make a new secret", .body = "NothingButPretty", .answer = "WebhookAnswer"}});
}

void addTestRoute(Registrar& registrar, Services& services, WebhookService& webhooks, const Courier& courier,
                  TrialPlaces& places) {
    registrar.post(
        kWebhook + "/test", Auth::BucketAdmin,
        [&](const Request& request) { return testWebhook(services, webhooks, courier, places, request); },
        {.body = BodyKind::OptionalJson,
         .description = {.summary = "Send a test event now", .body = "NothingButPretty", .answer = "WebhookTest"}});
}

void addDeliveryRoutes(Registrar& registrar, Services& services, WebhookService& webhooks,
                       DeliveryDispatcher& dispatcher) {
    registrar.get(kDeliveries, Auth::BucketAdmin,
                  [&](const Request& request) { return listDeliveries(services, webhooks, request); },
                  {.description = {.summary = "List the deliveries of a webhook",
                                   .query = {"deliveries_sort", "deliveries_state", "limit", "skip"},
                                   .answer = "DeliveryList"}});
    registrar.get(kDeliveries + "/{delivery_id}", Auth::BucketAdmin,
                  [&](const Request& request) { return getDelivery(webhooks, request); },
                  {.description = {.summary = "A delivery, with what is sent", .answer = "WholeDeliveryAnswer"}});
    registrar.post(
        kDeliveries + "/{delivery_id}/redeliver", Auth::BucketAdmin,
        [&](const Request& request) { return redeliver(webhooks, dispatcher, request); },
        {.body = BodyKind::OptionalJson,
         .description = {.summary = "Deliver again", .body = "NothingButPretty", .answer = "DeliveryAnswer"}});
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, WebhookService& webhooks, DeliveryDispatcher& dispatcher,
               const Courier& courier, TrialPlaces& places) {
    registrar.openApi(kOpenApi);
    addWebhookRoutes(registrar, services, webhooks, dispatcher);
    addTestRoute(registrar, services, webhooks, courier, places);
    addDeliveryRoutes(registrar, services, webhooks, dispatcher);
}

}  // namespace inkwell::webhooks
