#pragma once

#include <map>
#include <string>

namespace inkwell::kernel {

/// Removes what Kubernetes tells a pod of Services whose names begin like our variables: for one named `inkwell` it
/// sets INKWELL_SERVICE_HOST, INKWELL_SERVICE_PORT_HTTP, INKWELL_PORT=tcp://10.0.0.1:8055, INKWELL_PORT_8055_TCP and
/// so on. Nothing outside of a pod.
void removeServiceLinks(std::map<std::string, std::string>& variables,
                        const std::map<std::string, std::string>& environment);

}  // namespace inkwell::kernel
