#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// Path templates -> routes. Immutable after construction; any thread.
class Router {
public:
    /// Throws std::runtime_error naming both plugins when two routes claim one method and path shape.
    explicit Router(std::vector<Route> routes);
    ~Router();

    struct Match {
        const Route* route = nullptr;                           // null: see allowed
        std::vector<std::pair<std::string, std::string>> path;  // placeholder -> percent-decoded value
        std::vector<Method> allowed;                            // the path exists under these methods: 405
    };
    /// `path` is the address up to '?', one slash at its end ignored. A literal segment wins over a placeholder.
    Match match(Method method, std::string_view path) const;

    const std::vector<Route>& routes() const noexcept { return routes_; }

private:
    std::vector<Route> routes_;
    struct Node;
    std::unique_ptr<Node> root_;
};

}  // namespace inkwell::kernel
