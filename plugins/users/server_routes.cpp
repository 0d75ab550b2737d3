#include <cmath>

#include "inkwell/error.h"
#include "inkwell/server_plugins.h"
#include "inkwell/server_watch.h"
#include "inkwell/text.h"
#include "routes.h"

namespace inkwell::users {

namespace {

constexpr int kRetryAfterSeconds = 30;
constexpr std::int64_t kMsPerSecond = 1000;

JsonObject renderPlugin(const ServerPlugins::Entry& plugin) {
    return {{"id", plugin.id},
            {"version", plugin.version},
            {"summary", plugin.summary},
            {"state", plugin.state},
            {"reason", plugin.reason.empty() ? Json() : Json(plugin.reason)}};
}

JsonObject renderSetting(const ServerPlugins::Setting& setting) {
    return {{"key", setting.key},
            {"meaning", setting.meaning},
            {"value", setting.value},
            {"default", setting.fallback},
            {"is_default", setting.value == setting.fallback},
            {"source", setting.source}};
}

JsonObject renderHealth(const ServerWatch::Health& health) {
    JsonArray checks;
    bool isWell = health.state == "running";
    for (const ServerWatch::Check& one : health.checks) {
        isWell = isWell && one.problem.empty();
        checks.push_back(JsonObject{{"of", one.of},
                                    {"name", one.name},
                                    {"ok", one.problem.empty()},
                                    {"problem", one.problem.empty() ? Json() : Json(one.problem)}});
    }
    return {{"ok", isWell},
            {"state", health.state},
            {"version", health.version},
            {"started_at", isoTime(health.startedAtMs)},
            {"checks", std::move(checks)}};
}

JsonObject renderHistory(const ServerWatch::History& history) {
    JsonArray all;
    for (const ServerWatch::Series& one : history.series) {
        JsonArray values;
        for (const double value : one.values) values.push_back(std::isfinite(value) ? Json(value) : Json());
        all.push_back(JsonObject{
            {"name", one.name}, {"unit", one.unit}, {"meaning", one.meaning}, {"values", std::move(values)}});
    }
    return {{"step_seconds", history.stepMs / kMsPerSecond},
            {"until", history.untilMs == 0 ? Json() : Json(isoTime(history.untilMs))},
            {"series", std::move(all)}};
}

struct PluginSwitch {
    bool enabled = false;
    std::string password;
};

PluginSwitch parseSwitch(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    PluginSwitch wanted;
    const auto enabled = reader.boolean("enabled");
    if (!reader.has("enabled")) reader.problem("enabled", "is required: true or false");
    wanted.enabled = enabled.value_or(false);
    wanted.password = reader.requiredText("password", kMaxPasswordBytes).value_or("");
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny("the plugin was not switched");
    return wanted;
}

/// The routes of the server's administrators.
class ServerRoutes {
public:
    ServerRoutes(Services& services, AccountService& accounts) : services_(services), accounts_(accounts) {}

    Response list(const Request& request) const {
        requireServerAdmin(accounts_, request);
        JsonArray plugins;
        for (const ServerPlugins::Entry& one : serverPlugins().list()) plugins.push_back(renderPlugin(one));
        const auto total = plugins.size();
        return Response::ok({{"plugins", std::move(plugins)}, {"total", total}});
    }

    Response get(const Request& request) const {
        requireServerAdmin(accounts_, request);
        const std::string& id = request.path("id");
        JsonArray settings;
        for (const ServerPlugins::Setting& one : serverPlugins().settingsOf(id)) settings.push_back(renderSetting(one));
        for (const ServerPlugins::Entry& one : serverPlugins().list()) {
            if (one.id != id) continue;
            JsonObject plugin = renderPlugin(one);
            plugin["settings"] = std::move(settings);
            return Response::ok({{"plugin", std::move(plugin)}});
        }
        throw ApiError::notFound("plugin", id);
    }

    Response health(const Request& request) const {
        requireServerAdmin(accounts_, request);
        return Response::ok({{"health", renderHealth(watch().health())}});
    }

    Response metrics(const Request& request) const {
        requireServerAdmin(accounts_, request);
        return Response::ok({{"metrics", renderHistory(watch().lastHour())}});
    }

    // Who finds a browser signed in must not switch the server's plugins: the password is asked for each time.
    Response change(const Request& request) const {
        requireServerAdmin(accounts_, request);
        const PluginSwitch wanted = parseSwitch(request.json());
        const std::string& userId = request.access().userId();
        accounts_.requireStillServerAdmin(accounts_.confirmPassword(userId, wanted.password, request.clientAddress()));
        const std::string& id = request.path("id");
        const ServerPlugins::Entry plugin = serverPlugins().switchPlugin(id, wanted.enabled);
        services_.log().info("plugin '" + id + "' was " + (wanted.enabled ? "enabled" : "disabled") + " by user '" +
                             userId + "'");
        return Response::ok({{"plugin", renderPlugin(plugin)}});
    }

private:
    ServerPlugins& serverPlugins() const {
        auto* plugins = services_.find<ServerPlugins>();
        if (plugins == nullptr) throw ApiError::unavailable("plugins cannot be switched here", kRetryAfterSeconds);
        return *plugins;
    }

    ServerWatch& watch() const {
        auto* watch = services_.find<ServerWatch>();
        if (watch == nullptr) throw ApiError::unavailable("this server is not watched", kRetryAfterSeconds);
        return *watch;
    }

    Services& services_;
    AccountService& accounts_;
};

}  // namespace

void addServerRoutes(Registrar& registrar, AccountService& accounts) {
    const auto routes = std::make_shared<const ServerRoutes>(registrar.services(), accounts);
    registrar.get("/v2/server/plugins", Auth::UserToken,
                  [routes](const Request& request) { return routes->list(request); },
                  {.description = {.summary = "The plugins of the server", .answer = "ServerPluginList"}});
    registrar.get(
        "/v2/server/plugins/{id}", Auth::UserToken, [routes](const Request& request) { return routes->get(request); },
        {.description = {.summary = "A plugin of the server, with its settings", .answer = "ServerPluginWhole"}});
    registrar.get("/v2/server/health", Auth::UserToken,
                  [routes](const Request& request) { return routes->health(request); },
                  {.description = {.summary = "How the server is", .answer = "ServerHealth"}});
    registrar.get("/v2/server/metrics", Auth::UserToken,
                  [routes](const Request& request) { return routes->metrics(request); },
                  {.description = {.summary = "The numbers of the last hour", .answer = "ServerMetrics"}});
    registrar.patch("/v2/server/plugins/{id}", Auth::UserToken,
                    [routes](const Request& request) { return routes->change(request); },
                    {.body = BodyKind::Json,
                     .description = {.summary = "Switch a plugin on or off, here and at later starts",
                                     .body = "ServerPluginSwitch",
                                     .answer = "ServerPluginAnswer"}});
}

}  // namespace inkwell::users
