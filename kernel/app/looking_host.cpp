#include "kernel/app/looking_host.h"

#include "kernel/http/openapi/kernel_routes.h"

namespace inkwell::kernel {

LookingHost::LookingHost(const Config& config)
    : host_(config, snapshot_, scheduler_, kernelRoutes(liveInfo_, clock_, snapshot_)) {
    info_.dataDirectory = config.data.directory;
}

void LookingHost::check() { host_.check(liveInfo_); }

std::vector<PluginHost::Diagnosed> LookingHost::diagnose() { return host_.diagnose(liveInfo_); }

}  // namespace inkwell::kernel
