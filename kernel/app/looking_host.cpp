#include "kernel/app/looking_host.h"

#include "kernel/http/kernel_routes.h"

namespace inkwell::kernel {

LookingHost::LookingHost(const Config& config)
    : host_(config, snapshot_, scheduler_, kernelRoutes(info_, clock_, snapshot_)) {}

}  // namespace inkwell::kernel
