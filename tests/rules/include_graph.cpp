#include "tests/rules/include_graph.h"

#include <algorithm>
#include <deque>
#include <set>

namespace inkwell::rules {

IncludeGraph::IncludeGraph(const std::vector<SourceFile>& files) {
    for (const SourceFile& file : files) steps_[file.path];
    for (const SourceFile& file : files) {
        for (const Include& one : includesOf(file)) {
            steps_[file.path].push_back({file.path, one.line, targetOf(file, one)});
        }
    }
}

// Where the compiler looks: beside the file, then from the root of the tree, of its plugin, and of the published
// headers.
std::string IncludeGraph::targetOf(const SourceFile& file, const Include& include) const {
    std::vector<std::string> places;
    if (include.quoted) places.push_back(file.folder() + "/" + include.name);
    places.push_back(include.name);
    if (file.isIn("plugins")) {
        const std::size_t endOfId = file.path.find('/', std::string_view("plugins/").size());
        places.push_back(file.path.substr(0, endOfId + 1) + include.name);
    }
    places.push_back("sdk/include/" + include.name);
    const auto place =
        std::find_if(places.begin(), places.end(), [this](const std::string& one) { return steps_.contains(one); });
    return place == places.end() ? include.name : *place;
}

std::vector<IncludeGraph::Way> IncludeGraph::waysTo(const std::string& file,
                                                    const std::function<bool(const std::string&)>& isSought) const {
    std::vector<Way> found;
    std::set<std::string> seen = {file};
    std::deque<std::pair<std::string, Way>> next = {{file, {}}};
    while (!next.empty()) {
        const auto [here, way] = next.front();
        next.pop_front();
        const auto steps = steps_.find(here);
        if (steps == steps_.end()) continue;
        for (const Step& step : steps->second) {
            if (!seen.insert(step.target).second) continue;
            Way longer = way;
            longer.push_back(step);
            if (isSought(step.target)) {
                found.push_back(std::move(longer));
            } else {
                next.emplace_back(step.target, std::move(longer));
            }
        }
    }
    return found;
}

std::vector<std::string> IncludeGraph::files() const {
    std::vector<std::string> paths;
    for (const auto& [path, steps] : steps_) paths.push_back(path);
    return paths;
}

std::string textOf(const IncludeGraph::Way& way) {
    std::string text;
    for (const IncludeGraph::Step& step : way) text += step.file + ":" + std::to_string(step.line) + " -> ";
    return text + (way.empty() ? "" : way.back().target);
}

}  // namespace inkwell::rules
