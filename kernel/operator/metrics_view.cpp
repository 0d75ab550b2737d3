#include "kernel/operator/metrics_view.h"

#include <charconv>
#include <cmath>
#include <map>

#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/snapshot/method_name.h"

namespace inkwell::kernel {

namespace {

struct CountedRoute {
    std::string_view route;
    std::string_view method;
    std::string_view plugin;
    RouteTotals totals;
};

// A line break would begin a line of its own; what else could is escaped as the format says.
std::string escaped(std::string_view text, bool isLabel) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
        } else if (c == '\\' || (isLabel && c == '"')) {
            (out += '\\') += c;
        } else {
            out += c;
        }
    }
    return out;
}

std::string numberText(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
    char buffer[32];
    // Small numbers as people write them: 0.0001, not 1e-04.
    const auto end = std::abs(value) < 1
                         ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general)
                         : std::to_chars(buffer, buffer + sizeof buffer, value);
    return std::string(buffer, end.ptr);
}

std::vector<CountedRoute> countedRoutes(const std::vector<Route>& routes, const RouteTotals& unrouted) {
    std::vector<CountedRoute> all;
    for (const Route& route : routes) {
        RouteTotals totals = route.metrics->totals();
        if (totals.byStatus.empty()) continue;
        all.push_back({route.path, methodName(route.method), route.plugin, std::move(totals)});
    }
    if (!unrouted.byStatus.empty()) all.push_back({"-", "-", "kernel", unrouted});
    return all;
}

void addDurations(MetricsText& page, const CountedRoute& one) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < one.totals.durations.size(); ++i) {
        count += one.totals.durations[i];
        const bool last = i == kDurationBoundsUs.size();
        const std::string bound = last ? "+Inf" : numberText(static_cast<double>(kDurationBoundsUs[i]) / 1e6);
        page.sample(static_cast<double>(count), {{"route", one.route}, {"method", one.method}, {"le", bound}},
                    "_bucket");
    }
    const MetricsText::Labels labels{{"route", one.route}, {"method", one.method}};
    page.sample(one.totals.seconds, labels, "_sum");
    page.sample(static_cast<double>(count), labels, "_count");
}

void addByPlugin(MetricsText& page, const std::vector<Route>& routes, const std::vector<CountedRoute>& counted) {
    struct Sums {
        std::uint64_t requests = 0;
        std::uint64_t errors = 0;
        std::uint64_t exceptions = 0;
    };
    std::map<std::string_view, Sums> byPlugin;
    for (const Route& route : routes) byPlugin[route.plugin];
    for (const CountedRoute& one : counted) {
        Sums& sums = byPlugin[one.plugin];
        sums.requests += one.totals.requests();
        sums.errors += one.totals.errors();
        sums.exceptions += one.totals.exceptions;
    }
    const auto add = [&](std::string_view name, std::string_view help, std::uint64_t Sums::*sum) {
        page.family(name, "counter", help);
        for (const auto& [plugin, sums] : byPlugin) page.sample(static_cast<double>(sums.*sum), {{"plugin", plugin}});
    };
    add("inkwell_plugin_requests_total", "Requests to the plugin's routes.", &Sums::requests);
    add("inkwell_plugin_errors_total", "Of those, answered with 5xx.", &Sums::errors);
    add("inkwell_plugin_exceptions_total", "Of those, because an exception left the handler.", &Sums::exceptions);
}

}  // namespace

bool MetricsText::family(std::string_view name, std::string_view type, std::string_view help) {
    if (!names_.emplace(name).second) {
        comment(std::string(name) + " is left out here: the page has one of that name");
        name_.clear();
        return false;
    }
    name_ = name;
    text_.append("# HELP ").append(name).append(" ").append(escaped(help, false));
    text_.append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
    return true;
}

void MetricsText::sample(double value, const Labels& labels, std::string_view suffix) {
    if (name_.empty()) return;
    text_.append(name_).append(suffix);
    char separator = '{';
    for (const auto& [label, labelValue] : labels) {
        text_ += std::exchange(separator, ',');
        text_.append(label).append("=\"").append(escaped(labelValue, true)).append("\"");
    }
    text_.append(labels.empty() ? " " : "} ").append(numberText(value)).append("\n");
}

void MetricsText::one(std::string_view name, std::string_view type, std::string_view help, double value) {
    if (family(name, type, help)) sample(value);
}

void MetricsText::comment(std::string_view text) { text_.append("# ").append(escaped(text, false)).append("\n"); }

void addRequestMetrics(MetricsText& page, const std::vector<Route>& routes, const RouteTotals& unrouted) {
    const std::vector<CountedRoute> counted = countedRoutes(routes, unrouted);
    page.family("inkwell_http_requests_total", "counter", "Requests by route, method and status.");
    for (const CountedRoute& one : counted) {
        for (const auto& [status, count] : one.totals.byStatus) {
            page.sample(static_cast<double>(count), {{"route", one.route}, {"method", one.method}, {"status", status}});
        }
    }
    page.family("inkwell_http_request_duration_seconds", "histogram",
                "From the head of a request to the end of its answer; of a live body to its beginning.");
    for (const CountedRoute& one : counted) addDurations(page, one);
    page.family("inkwell_http_response_bytes_total", "counter", "Bytes of bodies sent.");
    for (const CountedRoute& one : counted) {
        page.sample(static_cast<double>(one.totals.bytes), {{"route", one.route}, {"method", one.method}});
    }
    addByPlugin(page, routes, counted);
}

void addPluginMetrics(MetricsText& page, const std::vector<PluginMetric>& metrics) {
    for (const PluginMetric& metric : metrics) {
        const std::string name = "inkwell_" + metric.plugin + "_" + metric.name;
        const LastWords inCase(metric.plugin, "the metric", metric.name);
        try {
            const double value = metric.read();
            page.one(name, metric.kind == MetricKind::Counter ? "counter" : "gauge", metric.help, value);
        } catch (...) {
            page.comment(name + " cannot be read: " + exceptionText());
        }
    }
}

}  // namespace inkwell::kernel
