#include "kernel/app/admin_requests.h"

#include "inkwell/error.h"
#include "kernel/app/kept_choice.h"

namespace inkwell::kernel {

namespace {

JsonObject switchInServer(Server& server, const std::string& id, bool enabled) {
    requireNotOverruled(id, enabled);
    if (!enabled) server.requireStartableWithout(id);
    const SwitchResult result = enabled ? server.enablePlugin(id) : server.disablePlugin(id);
    return {{"ok", true}, {"changed", result.changed}, {"warning", result.warning}};
}

}  // namespace

JsonObject answerAdminRequest(Server& server, const JsonObject& request) {
    const std::string command(textOf(request, "command"));
    const std::string id(textOf(request, "id"));
    if (command == "ping") return {{"ok", true}};
    if (command == "plugins") return {{"plugins", describePlugins(server.plugins().statuses())}};
    if (command == "enable" || command == "disable") return switchInServer(server, id, command == "enable");
    throw ApiError::badRequest("unknown command '" + command + "'");
}

}  // namespace inkwell::kernel
