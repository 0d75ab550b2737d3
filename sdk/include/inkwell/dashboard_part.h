#pragma once

#include <string>
#include <string_view>

namespace inkwell {

/// The version of what the dashboard and its parts say to each other (share/doc/writing-a-plugin.md, "A part of the
/// dashboard").
inline constexpr int kDashboardContract = 1;

/// A custom element of a plugin that the dashboard shows.
struct DashboardPart {
    /// An ES module in UTF-8, whose default export is the class of the element. Lives as long as the plugin:
    /// `inkwell_add_plugin(... EMBED editor.js)` makes such a text.
    std::string_view module;
    /// In a frame of its own, without the session, the page and the network.
    bool isSandboxed = false;
    /// That for which the module was written. A dashboard that does not speak it leaves the part out.
    int contract = kDashboardContract;
};

/// The editor of a metafield type of this plugin. Contributed under the type's name. Read by the dashboard, on any
/// thread.
struct MetafieldEditor {
    static constexpr const char* kContributionId = "inkwell.metafield-editor/1";
    std::string type;  // MetafieldType::name()
    DashboardPart part;
};

/// A screen of a bucket. Contributed under its slug. Read by the dashboard, on any thread.
struct DashboardScreen {
    static constexpr const char* kContributionId = "inkwell.dashboard-screen/1";
    std::string slug;   // in its address: /dashboard/{bucket}/parts/{slug}
    std::string title;  // in the menu
    DashboardPart part;
};

}  // namespace inkwell
