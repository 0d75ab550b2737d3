#include "kernel/snapshot/router.h"

#include <array>
#include <map>
#include <stdexcept>

#include "kernel/snapshot/method_name.h"
#include "kernel/snapshot/query_string.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kMethodCount = static_cast<std::size_t>(Method::Options) + 1;  // the last of them

using ByMethod = std::array<const Route*, kMethodCount>;

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

std::vector<std::string> decodedSegmentsOf(std::string_view path) {
    std::vector<std::string> decoded;
    for (const std::string_view segment : segmentsOf(path)) decoded.push_back(percentDecode(segment, false));
    return decoded;
}

bool isPath(std::string_view path) { return !path.empty() && path.front() == '/'; }

bool isPlaceholder(std::string_view segment) {
    return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

}  // namespace

struct Router::Node {
    std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
    std::unique_ptr<Node> placeholder;
    ByMethod routes{};

    Node& child(std::string_view segment) {
        std::unique_ptr<Node>& next = isPlaceholder(segment) ? placeholder : literals[std::string(segment)];
        if (!next) next = std::make_unique<Node>();
        return *next;
    }

    // Literals first; a placeholder is tried when the literal's subtree lacks the method.
    const Route* find(std::size_t method, const std::vector<std::string>& segments, std::size_t depth) const {
        if (depth == segments.size()) return routes[method];
        const std::string& segment = segments[depth];
        if (const auto literal = literals.find(segment); literal != literals.end()) {
            if (const Route* route = literal->second->find(method, segments, depth + 1)) return route;
        }
        if (placeholder && !segment.empty()) return placeholder->find(method, segments, depth + 1);
        return nullptr;
    }

    // In the order of find(), so that what is found first for a method is what find() gives.
    void collect(const std::vector<std::string>& segments, std::size_t depth, ByMethod& found) const {
        if (depth == segments.size()) {
            for (std::size_t i = 0; i < routes.size(); ++i) {
                if (found[i] == nullptr) found[i] = routes[i];
            }
            return;
        }
        const std::string& segment = segments[depth];
        const auto literal = literals.find(segment);
        if (literal != literals.end()) literal->second->collect(segments, depth + 1, found);
        if (placeholder && !segment.empty()) placeholder->collect(segments, depth + 1, found);
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
    if (!isPath(path)) return match;
    std::vector<std::string> decoded = decodedSegmentsOf(path);
    match.route = root_->find(static_cast<std::size_t>(method), decoded, 0);
    if (match.route == nullptr) return match;
    const std::vector<std::string_view> names = segmentsOf(match.route->path);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (isPlaceholder(names[i])) {
            match.path.emplace_back(names[i].substr(1, names[i].size() - 2), std::move(decoded[i]));
        }
    }
    return match;
}

std::vector<const Route*> Router::routesAt(std::string_view path) const {
    ByMethod found{};
    if (isPath(path)) root_->collect(decodedSegmentsOf(path), 0, found);
    std::vector<const Route*> routes(found.begin(), found.end());
    std::erase(routes, nullptr);
    return routes;
}

}  // namespace inkwell::kernel
