#include "tests/kernel/plugins/host_fixture.h"

#include <filesystem>
#include <fstream>

#include "inkwell/crypto.h"
#include "kernel/http/openapi/kernel_routes.h"

namespace inkwell::kernel {

void HostTest::use(const std::vector<std::string>& cases) {
    for (const std::string& one : cases) config_.plugins.directories.push_back(std::string(PLUGIN_FIXTURES "/") + one);
    config_.plugins.configDirectory = "config/plugins.d";
}

void HostTest::set(const std::string& plugin, const std::string& key, Json value) {
    config_.pluginSettings[plugin][key] = std::move(value);
}

HostTest::~HostTest() {
    host_.reset();
    if (!startSign_.empty()) std::filesystem::remove(startSign_);
}

void HostTest::holdSlowStart() {
    startSign_ = (std::filesystem::temp_directory_path() / ("inkwell-start-" + randomToken(12))).string();
    set("slow_start", "until", Json(startSign_));
}

void HostTest::letSlowStart() { std::ofstream(startSign_) << "now"; }

PluginHost& HostTest::host() {
    if (!host_)
        host_ =
            std::make_unique<PluginHost>(config_, snapshot_, scheduler_, kernelRoutes(liveInfo_, clock_, snapshot_));
    return *host_;
}

void HostTest::start() { host().start({&database_, &events_, &clock_, &ids_, &liveInfo_}); }

void HostTest::loadAndStart() {
    load();
    start();
}

std::string HostTest::refusal() {
    try {
        loadAndStart();
        return "";
    } catch (const PluginStartError& error) {
        return error.what();
    }
}

PluginStatus HostTest::status(const std::string& id) {
    for (const PluginStatus& one : host().statuses()) {
        if (one.id == id) return one;
    }
    throw std::logic_error("there is no plugin " + id);
}

std::string HostTest::refusalToEnable(const std::string& id, const Config* fresh) {
    try {
        lastSwitch_ = host().enable(
            id, [this](const PluginMigrations& own) { migrated_.push_back(own.plugin); }, fresh);
        return "";
    } catch (const ApiError& error) {
        return std::to_string(error.status()) + " " + error.message();
    }
}

std::string HostTest::refusalToDisable(const std::string& id, std::chrono::milliseconds drain) {
    try {
        lastSwitch_ = host().disable(id, drain);
        return "";
    } catch (const ApiError& error) {
        return std::to_string(error.status()) + " " + error.message();
    }
}

const Route* HostTest::route(const std::string& path) {
    const auto current = snapshot_.load();
    return current->router ? current->router->match(Method::Get, path).route : nullptr;
}

std::string HostTest::call(const std::string& path) {
    const Route* found = route(path);
    if (found == nullptr || !found->enabled) throw std::logic_error("nobody serves " + path);
    return std::string(found->handler(Request(RequestParts{})).json.as_object().at("message").as_string());
}

testing::AssertionResult has(const std::string& text, const std::string& fragment) {
    if (text.find(fragment) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "'" << fragment << "' is not in:\n" << text;
}

}  // namespace inkwell::kernel
