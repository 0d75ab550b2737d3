#include "kernel/plugins/route_check.h"

#include <algorithm>
#include <set>

namespace inkwell::kernel {

namespace {

constexpr std::string_view kBucket = "bucket_slug";

bool isName(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

}  // namespace

std::string routeProblem(std::string_view path, Auth auth) {
    if (path.empty() || path.front() != '/') return "needs a path that begins with '/'";
    std::set<std::string_view> names;
    for (std::string_view rest = path.substr(1);;) {
        const std::size_t slash = rest.find('/');
        const std::string_view segment = rest.substr(0, slash);
        if (segment.find_first_of("{}") != std::string_view::npos) {
            const bool isWhole = segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
            const std::string_view name = isWhole ? segment.substr(1, segment.size() - 2) : "";
            if (!isName(name))
                return "has no placeholder in '" + std::string(segment) + "': one is a whole part, as {id}";
            if (!names.insert(name).second) return "has the placeholder {" + std::string(name) + "} twice";
        }
        if (slash == std::string_view::npos) break;
        rest.remove_prefix(slash + 1);
    }
    const bool needsBucket = auth == Auth::ReadKey || auth == Auth::WriteKey || auth == Auth::BucketAdmin;
    if (needsBucket && !names.contains(kBucket))
        return "asks for a key or a role and so needs {bucket_slug} in its path";
    return "";
}

}  // namespace inkwell::kernel
