#include "kernel/operator/metrics_view.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace inkwell::kernel {
namespace {

void expectPart(const std::string& page, const std::string& part) {
    EXPECT_NE(page.find(part), std::string::npos) << part << " is not in\n" << page;
}

Route routeOf(Method method, const std::string& path, const std::string& plugin) {
    return {method, path, Auth::Public, {}, {}, plugin, true};
}

TEST(MetricsText, WritesFamiliesWithTheirSamples) {
    MetricsText page;
    page.one("a_total", "counter", "How many.", 3);
    page.family("b", "gauge", "Two lines\nand a \\.");
    page.sample(0.25, {{"x", "1"}, {"y", "2"}});
    EXPECT_EQ(page.take(),
              "# HELP a_total How many.\n# TYPE a_total counter\na_total 3\n"
              "# HELP b Two lines\\nand a \\\\.\n# TYPE b gauge\nb{x=\"1\",y=\"2\"} 0.25\n");
}

TEST(MetricsText, EscapesWhatWouldEndALabel) {
    MetricsText page;
    page.family("a", "gauge", "A.");
    page.sample(1, {{"l", "a\"b\\c\nd"}});
    expectPart(page.take(), "a{l=\"a\\\"b\\\\c\\nd\"} 1\n");
}

TEST(MetricsText, WritesEveryNumber) {
    MetricsText page;
    page.family("a", "gauge", "A.");
    for (const double value : {1e15, -0.5, std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}) {
        page.sample(value);
    }
    expectPart(page.take(), "a 1e+15\na -0.5\na NaN\na +Inf\na -Inf\n");
}

TEST(MetricsText, HasEveryFamilyOnce) {
    MetricsText page;
    page.one("a", "gauge", "The first.", 1);
    page.one("a", "counter", "The second.", 2);
    page.one("b", "gauge", "Another.", 3);
    const std::string text = page.take();
    EXPECT_EQ(text.find("a 2"), std::string::npos) << text;
    expectPart(text, "# a is left out here");
    expectPart(text, "b 3\n");
}

TEST(RequestMetrics, AreByRouteMethodAndStatus) {
    const std::vector<Route> routes = {routeOf(Method::Get, "/items/{id}", "things"),
                                       routeOf(Method::Delete, "/items/{id}", "things"),
                                       routeOf(Method::Get, "/quiet", "others")};
    routes[0].metrics->record(200, std::chrono::microseconds(70), 10);
    routes[0].metrics->record(404, std::chrono::microseconds(30), 5);
    routes[1].metrics->record(500, std::chrono::milliseconds(3), 1);
    routes[1].metrics->countException();
    RouteMetrics unrouted;
    unrouted.record(404, std::chrono::microseconds(1), 0);
    MetricsText page;
    addRequestMetrics(page, routes, unrouted.totals());
    const std::string text = page.take();
    expectPart(text, "inkwell_http_requests_total{route=\"/items/{id}\",method=\"GET\",status=\"200\"} 1\n");
    expectPart(text, "inkwell_http_requests_total{route=\"/items/{id}\",method=\"DELETE\",status=\"500\"} 1\n");
    expectPart(text, "inkwell_http_requests_total{route=\"-\",method=\"-\",status=\"404\"} 1\n");
    const std::string bucket = "inkwell_http_request_duration_seconds_bucket{route=\"/items/{id}\",method=\"GET\",le=";
    expectPart(text, bucket + "\"5e-05\"} 1\n");
    expectPart(text, bucket + "\"0.0001\"} 2\n");
    expectPart(text, bucket + "\"10\"} 2\n");
    expectPart(text, bucket + "\"+Inf\"} 2\n");
    expectPart(text, "inkwell_http_request_duration_seconds_count{route=\"/items/{id}\",method=\"GET\"} 2\n");
    expectPart(text, "inkwell_http_request_duration_seconds_sum{route=\"/items/{id}\",method=\"GET\"} 0.0001\n");
    expectPart(text, "inkwell_http_response_bytes_total{route=\"/items/{id}\",method=\"GET\"} 15\n");
    expectPart(text, "inkwell_plugin_requests_total{plugin=\"things\"} 3\n");
    expectPart(text, "inkwell_plugin_errors_total{plugin=\"things\"} 1\n");
    expectPart(text, "inkwell_plugin_exceptions_total{plugin=\"things\"} 1\n");
    expectPart(text, "inkwell_plugin_requests_total{plugin=\"others\"} 0\n");
    EXPECT_EQ(text.find("/quiet"), std::string::npos) << "nobody called it";
}

TEST(RequestMetrics, OfARouteSurviveItsCopies) {
    const Route route = routeOf(Method::Get, "/a", "p");
    const std::vector<Route> next = {route};
    next[0].metrics->record(200, std::chrono::microseconds(1), 0);
    EXPECT_EQ(route.metrics->totals().requests(), 1u);
}

TEST(PluginMetrics, AreNamedAfterTheirPluginAndNoneBreaksThePage) {
    MetricsText page;
    addPluginMetrics(page, {{"p", MetricKind::Gauge, "depth", "How deep.", [] { return 2.5; }},
                            {"p", MetricKind::Counter, "broken_total", "No.",
                             []() -> double { throw std::runtime_error("gone\nfor good"); }},
                            {"p_q", MetricKind::Counter, "done_total", "Done.", [] { return 7; }},
                            {"p", MetricKind::Counter, "q_done_total", "The same name.", [] { return 8; }}});
    const std::string text = page.take();
    expectPart(text, "# TYPE inkwell_p_depth gauge\ninkwell_p_depth 2.5\n");
    expectPart(text, "# inkwell_p_broken_total cannot be read: gone\\nfor good\n");
    expectPart(text, "# TYPE inkwell_p_q_done_total counter\ninkwell_p_q_done_total 7\n");
    EXPECT_EQ(text.find("inkwell_p_q_done_total 8"), std::string::npos) << text;
}

}  // namespace
}  // namespace inkwell::kernel
