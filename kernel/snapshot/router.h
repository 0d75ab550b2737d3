#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Path templates -> routes. Immutable after construction; any thread.
class Router {
public:
    /// Throws std::runtime_error naming both plugins when two routes claim one method and path shape.
    explicit Router(std::vector<Route> routes);
    ~Router();

    struct Match {
        const Route* route = nullptr;                           // null: no route matches
        std::vector<std::pair<std::string, std::string>> path;  // placeholder -> percent-decoded value
    };
    /// `path` is the URL's path; one slash at its end is ignored. A literal segment wins over a placeholder.
    Match match(Method method, std::string_view path) const;
    /// What match() finds for each method, in the order of Method: for 404, 405 and OPTIONS.
    std::vector<const Route*> routesAt(std::string_view path) const;

    const std::vector<Route>& routes() const noexcept { return routes_; }

private:
    std::vector<Route> routes_;
    struct Node;
    std::unique_ptr<Node> root_;
};

}  // namespace inkwell::kernel
