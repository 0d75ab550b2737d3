#include "kernel/http/router.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "kernel/http/query_string.h"
#include "kernel/plugins/method_name.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kMethodCount = 5;

std::vector<std::string_view> segmentsOf(std::string_view path) {
    std::vector<std::string_view> segments;
    if (!path.empty() && path.front() == '/') path.remove_prefix(1);
    if (!path.empty() && path.back() == '/') path.remove_suffix(1);
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        segments.push_back(path.substr(0, slash));
        if (slash == std::string_view::npos) break;
        path.remove_prefix(slash + 1);
        if (path.empty()) segments.emplace_back();
    }
    return segments;
}

bool isPlaceholder(std::string_view segment) {
    return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

}  // namespace

struct Router::Node {
    std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
    std::unique_ptr<Node> placeholder;
    std::array<const Route*, kMethodCount> routes{};

    Node& child(std::string_view segment) {
        std::unique_ptr<Node>& next = isPlaceholder(segment) ? placeholder : literals[std::string(segment)];
        if (!next) next = std::make_unique<Node>();
        return *next;
    }

    // Literals first; a placeholder is tried when the literal's subtree lacks the method.
    const Route* find(std::size_t method, const std::vector<std::string>& segments, std::size_t depth,
                      std::vector<Method>& allowed) const {
        if (depth == segments.size()) {
            for (std::size_t i = 0; i < routes.size(); ++i) {
                const auto one = static_cast<Method>(i);
                const bool known = std::find(allowed.begin(), allowed.end(), one) != allowed.end();
                if (routes[i] != nullptr && !known) allowed.push_back(one);
            }
            return routes[method];
        }
        const std::string& segment = segments[depth];
        if (const auto literal = literals.find(segment); literal != literals.end()) {
            if (const Route* route = literal->second->find(method, segments, depth + 1, allowed)) return route;
        }
        if (placeholder && !segment.empty()) return placeholder->find(method, segments, depth + 1, allowed);
        return nullptr;
    }
};

Router::Router(std::vector<Route> routes) : routes_(std::move(routes)), root_(std::make_unique<Node>()) {
    for (const Route& route : routes_) {
        Node* node = root_.get();
        for (const std::string_view segment : segmentsOf(route.path)) node = &node->child(segment);
        const Route*& place = node->routes[static_cast<std::size_t>(route.method)];
        if (place != nullptr) {
            throw std::runtime_error("plugins '" + place->plugin + "' and '" + route.plugin + "' both claim " +
                                     std::string(methodName(route.method)) + " " + route.path);
        }
        place = &route;
    }
}

Router::~Router() = default;

Router::Match Router::match(Method method, std::string_view path) const {
    Match match;
    if (path.empty() || path.front() != '/') return match;
    std::vector<std::string> decoded;
    for (const std::string_view segment : segmentsOf(path)) decoded.push_back(percentDecode(segment, false));

    match.route = root_->find(static_cast<std::size_t>(method), decoded, 0, match.allowed);
    std::sort(match.allowed.begin(), match.allowed.end());
    if (match.route == nullptr) return match;
    const std::vector<std::string_view> names = segmentsOf(match.route->path);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (isPlaceholder(names[i])) {
            match.path.emplace_back(names[i].substr(1, names[i].size() - 2), std::move(decoded[i]));
        }
    }
    return match;
}

}  // namespace inkwell::kernel
