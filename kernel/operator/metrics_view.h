#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/runtime/metrics.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// A page in the text format 0.0.4 of Prometheus, written family by family. One thread.
class MetricsText {
public:
    using Labels = std::vector<std::pair<std::string_view, std::string_view>>;

    /// `type` is counter, gauge or histogram. The samples that follow belong to it. False when the page already has a
    /// family of that name: a comment says so, and samples are dropped until the next one.
    bool family(std::string_view name, std::string_view type, std::string_view help);
    /// `suffix` is "_bucket", "_sum", "_count" of a histogram.
    void sample(double value, const Labels& labels = {}, std::string_view suffix = "");
    /// A family with one sample.
    void one(std::string_view name, std::string_view type, std::string_view help, double value);
    void comment(std::string_view text);

    std::string take() { return std::move(text_); }

private:
    std::string text_;
    std::string name_;  // of the family; "" drops samples
    std::set<std::string, std::less<>> names_;
};

/// Adds the counts by route: requests, durations, bytes; and by plugin: requests, errors, exceptions. Routes without
/// requests are left out; `unrouted` has the route and method "-". Any thread.
void addRequestMetrics(MetricsText& page, const std::vector<Route>& routes, const RouteTotals& unrouted);

/// Adds the plugins' metrics, as `inkwell_<plugin>_<name>`. One that throws becomes a comment. Any thread.
void addPluginMetrics(MetricsText& page, const std::vector<PluginMetric>& metrics);

}  // namespace inkwell::kernel
