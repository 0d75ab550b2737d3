#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "inkwell/database.h"
#include "inkwell/export.h"
#include "inkwell/http.h"
#include "inkwell/json.h"
#include "inkwell/plugin_settings.h"
#include "inkwell/services.h"

namespace inkwell {

enum class MetricKind { Gauge, Counter };

/// What /health/ready says while a plugin's check reports a problem: 503 and "not ready", so that load balancers take
/// this server out, or 200 and "degraded".
enum class ProblemMeans { NotReady, Degraded };

/// What a plugin can provide or contribute something as. A class that implements such an interface is none itself: it
/// would be taken for the interface by its address, which may be another one.
template <class T>
concept PluginInterface = std::is_abstract_v<T> || !std::is_polymorphic_v<T>;

/// What Plugin::setup may declare, and the plugin's settings. Everything is recorded for the plugin, and dropped if
/// setup throws. Two plugins that claim the same route, service or contribution name make the start fail. On the thread
/// of setup, setup only.
class INKWELL_API Registrar : public PluginSettings {
public:
    /// `path` in full with placeholders: "/v2/buckets/{bucket_slug}/objects/{id}".
    void get(std::string path, Auth auth, Handler handler, RouteOptions options = {});
    void post(std::string path, Auth auth, Handler handler, RouteOptions options = {.body = BodyKind::Json});
    void put(std::string path, Auth auth, Handler handler, RouteOptions options = {.body = BodyKind::Json});
    void patch(std::string path, Auth auth, Handler handler, RouteOptions options = {.body = BodyKind::Json});
    void del(std::string path, Auth auth, Handler handler, RouteOptions options = {});
    void options(std::string path, Auth auth, Handler handler, RouteOptions options = {});

    /// The reference may be kept, for instance by the plugin's own services; before start() every call on it throws
    /// std::logic_error.
    virtual Services& services() = 0;

    /// `data.directory` of the configuration: where the plugin keeps files.
    virtual const std::string& dataDirectory() const = 0;

    virtual void migrations(std::span<const Migration> migrations) = 0;

    /// A listener for a guard or a fact of events.h.
    template <class Event>
    void on(std::function<void(Event&)> listener) {
        listen(Event::kEventId,
               [listener = std::move(listener)](void* event) { listener(*static_cast<Event*>(event)); });
    }

    /// A listener for a fact inside the transaction of its change, when it is published: it may join the unit of work,
    /// to store what must be done about the fact (an outbox). What it throws rolls back the change.
    template <class Fact>
    void inTransaction(std::function<void(const Fact&)> listener) {
        listen(transactionEventId(Fact::kEventId).c_str(),
               [listener = std::move(listener)](void* event) { listener(*static_cast<const Fact*>(event)); });
    }
    /// The event id for listeners in the transaction.
    static std::string transactionEventId(std::string_view eventId) { return std::string(eventId) + "/transaction"; }

    /// Runs `job` every `interval` while the plugin is enabled, on the thread of the plugin's jobs: no two of them at
    /// once.
    virtual void every(std::chrono::milliseconds interval, const std::string& jobName, std::function<void()> job) = 0;

    /// A number on the operator's page /metrics, named `inkwell_<plugin id>_<name>`. `read` is called for each page, on
    /// any thread: it must be quick and not use the database.
    virtual void metric(MetricKind kind, const std::string& name, const std::string& help,
                        std::function<double()> read) = 0;
    /// A check of /health/ready: `problem` returns "", or a sentence about what keeps this plugin from working. Any
    /// thread; may read the database. What other servers of the same database would report too only degrades: they
    /// would all be taken out at once.
    virtual void health(const std::string& name, std::function<std::string()> problem,
                        ProblemMeans means = ProblemMeans::NotReady) = 0;

    /// What RouteOptions::description names: `schemas`, `parameters`, `requestBodies` and `responses`, as the JSON text
    /// of an OpenAPI 3.1 components object. A name that another plugin uses too must mean the same there. A reference
    /// to a component of no enabled plugin allows any value. The kernel brings the schemas Error, Message, Id, Time and
    /// Flag, and the parameters limit, skip, props, status, show_metafields, depth and trigger_webhook.
    virtual void openApi(std::string_view components) = 0;

    /// `provide<S>(object)`: the service must be listed under the manifest's `provides`; the plugin owns the object.
    template <PluginInterface S>
    void provide(std::type_identity_t<S>& service) {
        provideService(S::kServiceId, &service);
    }
    /// `contribute<MetafieldType>("color", ...)`: `name` distinguishes contributions of one kind. Throws
    /// std::logic_error if the contribution gives itself another name, by name() or member().
    template <PluginInterface C>
    void contribute(const std::string& name, std::type_identity_t<std::unique_ptr<C>> contribution) {
        std::shared_ptr<C> kept = std::move(contribution);
        if constexpr (requires { kept->name(); }) {
            if (kept) requireName(C::kContributionId, name, [&kept] { return std::string(kept->name()); });
        } else if constexpr (requires { kept->member(); }) {
            if (kept) requireName(C::kContributionId, name, [&kept] { return kept->member(); });
        }
        contributeAny(C::kContributionId, name, std::shared_ptr<void>(kept, kept.get()));
    }

protected:
    virtual void addRoute(Method method, std::string path, Auth auth, Handler handler, RouteOptions options) = 0;
    virtual void listen(const char* eventId, std::function<void(void*)> listener) = 0;
    virtual void provideService(const char* serviceId, void* service) = 0;
    virtual void contributeAny(const char* contributionId, const std::string& name,
                               std::shared_ptr<void> contribution) = 0;

private:
    static void requireName(const char* contributionId, const std::string& name,
                            const std::function<std::string()>& ownName);
};

}  // namespace inkwell
