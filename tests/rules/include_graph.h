#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {

/// Which file of a tree includes which, so that rules hold for what a file includes through others, too.
class IncludeGraph {
public:
    explicit IncludeGraph(const std::vector<SourceFile>& files);

    /// One include: where it stands, and what it names: a file of the tree by its path, anything else as it is written.
    struct Step {
        std::string file;
        int line;
        std::string target;
    };
    /// The first step stands in the file that was asked about, each other one in what the step before it names.
    using Way = std::vector<Step>;
    /// The shortest way from `file` to each sought target that no other one hides.
    std::vector<Way> waysTo(const std::string& file, const std::function<bool(const std::string&)>& isSought) const;

    /// The paths of all files, in order.
    std::vector<std::string> files() const;

private:
    std::string targetOf(const SourceFile& file, const Include& include) const;

    std::map<std::string, std::vector<Step>> steps_;
};

/// "a.h:3 -> b.h:1 -> c.h"
std::string textOf(const IncludeGraph::Way& way);

}  // namespace inkwell::rules
