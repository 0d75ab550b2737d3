#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "fake_services.h"
#include "inkwell/plugin.h"
#include "kernel/data/database.h"

namespace inkwell::test {

/// Guards reach the listeners at once, facts after commit, as in the server; both are kept for the test to look at.
class CapturingEvents : public Events {
public:
    explicit CapturingEvents(kernel::PooledDatabase& database) : database_(database) {}

    /// The test's own listener, beside those of hosted plugins.
    template <class Event>
    void on(std::function<void(Event&)> listener) {
        listen(Event::kEventId,
               [listener = std::move(listener)](void* event) { listener(*static_cast<Event*>(event)); });
    }
    /// The same inside the transaction of a fact; what it throws undoes the change.
    template <class Fact>
    void inTransaction(std::function<void(const Fact&)> listener) {
        listen(Registrar::transactionEventId(Fact::kEventId),
               [listener = std::move(listener)](void* fact) { listener(*static_cast<const Fact*>(fact)); });
    }
    void listen(const std::string& eventId, std::function<void(void*)> listener);

    /// Delivers to the listeners without a transaction: for RemoteChange.
    template <class Event>
    void announce(Event event) {
        deliver(Event::kEventId, &event);
    }

    /// The committed facts of one kind, oldest first.
    template <class Fact>
    std::vector<Fact> facts() const {
        std::lock_guard lock(mutex_);
        std::vector<Fact> all;
        for (const auto& [eventId, fact] : facts_)
            if (eventId == Fact::kEventId) all.push_back(*static_cast<const Fact*>(fact.get()));
        return all;
    }
    /// "bucket.changed created b1" for every committed fact, oldest first: event, action, id.
    std::vector<std::string> summary() const;
    void clear();

protected:
    void deliver(const char* eventId, void* event) override;
    void publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) override;

private:
    kernel::PooledDatabase& database_;
    mutable std::mutex mutex_;
    std::multimap<std::string, std::function<void(void*)>> listeners_;
    std::vector<std::pair<std::string, std::shared_ptr<void>>> facts_;
    std::vector<std::string> summary_;
};

/// A server in miniature for the tests of one plugin: a fresh database, the services every plugin has, and a host that
/// sets plugins up. No HTTP: a route's handler is called directly, after the gatekeeper would have let it through.
class PluginFixture : public Services {
public:
    /// Opens the database through the built engine plugin. For "database_sqlite" a fresh file in a temporary folder is
    /// used unless `engineSettings` name one. The test target must depend on the engine plugin's target.
    explicit PluginFixture(const std::string& enginePlugin = "database_sqlite", JsonObject engineSettings = {});
    ~PluginFixture() override;

    Database& database() override;
    Events& events() override;
    const Clock& clock() override;
    Ids& ids() override;
    Log& log() override;
    const ServerInfo& server() override;
    ChangeLog& changes() override;

    testkit::FixedClock& fixedClock();
    testkit::CapturingLog& capturedLog();
    CapturingEvents& captured();
    ServerInfo& serverInfo();
    kernel::PooledDatabase& pool();

    /// setup, migrations, listeners, provided services, then start; settings are those of plugins.d/<id>.json. Plugins
    /// see each other's services only once the provider is hosted. `host` takes the plugin linked into the test
    /// (`extern "C" const inkwell::PluginManifest inkwell_plugin;`), `load` a built one by its id.
    Plugin& host(const PluginManifest& manifest, JsonObject settings = {});
    Plugin& load(const std::string& id, JsonObject settings = {});

    /// Calls the handler of a hosted plugin. `path` is the template it was declared with. Throws what the handler
    /// throws, std::logic_error for a route nobody declared.
    Response call(Method method, const std::string& path, RequestParts parts = {});
    /// Whom the gatekeeper would let through to that route.
    Auth authOf(Method method, const std::string& path) const;

    /// Only the tables, without a plugin.
    void migrate(const std::string& plugin, const std::vector<Migration>& migrations);
    /// A fake in place of a plugin's service; nullptr takes it away. It must outlive the fixture.
    template <class S>
    void setService(S* service) {
        setServiceAny(S::kServiceId, service);
    }
    template <class C>
    void contribute(C& contribution) {
        contributeAny(C::kContributionId, std::shared_ptr<void>(&contribution, [](void*) {}));
    }
    /// Runs the hosted plugins' jobs of that name once.
    void runJob(const std::string& jobName);
    /// What a hosted plugin's metric or health check of that name says now. std::out_of_range for an unknown one.
    double metric(const std::string& name) const;
    std::string healthProblem(const std::string& name) const;

protected:
    void* getService(const char* serviceId) override;
    void* findService(const char* serviceId) override;
    std::vector<void*> findContributions(const char* contributionId) override;

private:
    class Recorder;
    struct Impl;
    void setServiceAny(const std::string& serviceId, void* service);
    void contributeAny(const std::string& contributionId, std::shared_ptr<void> contribution);
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::test
