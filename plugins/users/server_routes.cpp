#include "inkwell/error.h"
#include "inkwell/server_plugins.h"
#include "routes.h"

namespace inkwell::users {

namespace {

constexpr int kRetryAfterSeconds = 30;
constexpr std::size_t kMaxPassword = 1000;

JsonObject renderPlugin(const ServerPlugins::Entry& plugin) {
    return {{"id", plugin.id},
            {"version", plugin.version},
            {"summary", plugin.summary},
            {"state", plugin.state},
            {"reason", plugin.reason.empty() ? Json() : Json(plugin.reason)}};
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
    wanted.password = reader.requiredText("password", kMaxPassword).value_or("");
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
        requireAdministrator(request);
        JsonArray plugins;
        for (const ServerPlugins::Entry& one : serverPlugins().list()) plugins.push_back(renderPlugin(one));
        const auto total = plugins.size();
        return Response::ok({{"plugins", std::move(plugins)}, {"total", total}});
    }

    // Who finds a browser signed in must not switch the server's plugins: the password is asked for each time.
    Response change(const Request& request) const {
        requireAdministrator(request);
        const PluginSwitch wanted = parseSwitch(request.json());
        const std::string& userId = request.access().userId();
        accounts_.confirmPassword(userId, wanted.password, request.clientAddress());
        const std::string& id = request.path("id");
        const ServerPlugins::Entry plugin = serverPlugins().switchPlugin(id, wanted.enabled);
        services_.log().info("plugin '" + id + "' was " + (wanted.enabled ? "enabled" : "disabled") + " by user '" +
                             userId + "'");
        return Response::ok({{"plugin", renderPlugin(plugin)}});
    }

private:
    void requireAdministrator(const Request& request) const {
        if (accounts_.get(request.access().userId()).serverAdmin) return;
        throw ApiError::forbidden("only an administrator of the server may do this");
    }

    ServerPlugins& serverPlugins() const {
        auto* plugins = services_.find<ServerPlugins>();
        if (plugins == nullptr) throw ApiError::unavailable("plugins cannot be switched here", kRetryAfterSeconds);
        return *plugins;
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
    registrar.patch("/v2/server/plugins/{id}", Auth::UserToken,
                    [routes](const Request& request) { return routes->change(request); },
                    {.body = BodyKind::Json,
                     .description = {.summary = "Switch a plugin on or off, here and at later starts",
                                     .body = "ServerPluginSwitch",
                                     .answer = "ServerPluginAnswer"}});
}

}  // namespace inkwell::users
