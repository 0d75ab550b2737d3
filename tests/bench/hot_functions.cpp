// The functions that every request runs.
#include <benchmark/benchmark.h>

#include "engine.h"
#include "inkwell/json.h"
#include "inkwell/slug.h"
#include "kernel/http/front_door.h"
#include "kernel/runtime/metrics.h"
#include "kernel/snapshot/router.h"
#include "tests/plugins/metafields/world.h"

namespace {

using namespace inkwell;
using metafields::test::idOf;
using metafields::test::relation;
using metafields::test::relations;
using metafields::test::World;

JsonArray postFields(unsigned n) {
    return {metafields::test::field("text", "teaser", "A teaser of a usual length, as editors write them"),
            metafields::test::field("number", "reading_time", 7), metafields::test::field("date", "day", "2024-02-29"),
            relation("author", n % 20 + 1), relations("categories", {n % 10 + 101, (n + 3) % 10 + 101})};
}

/// 1,000 posts with one author and two categories each, all in memory.
struct Magazine {
    World world;
    std::vector<ObjectRecord> posts;
    Magazine() {
        for (unsigned n = 1; n <= 20; ++n) world.add(n);
        for (unsigned n = 101; n <= 110; ++n) world.add(n);
        for (unsigned n = 0; n < 1000; ++n) posts.push_back(world.add(1001 + n, postFields(n)));
    }
};

std::string bodyOfAPost() {
    return writeJson(JsonObject{
        {"type", "posts"}, {"title", "A title"}, {"content", std::string(1200, 'x')}, {"metafields", postFields(1)}});
}

void parseBody(benchmark::State& state) {
    const std::string body = bodyOfAPost();
    for (auto _ : state) benchmark::DoNotOptimize(parseJson(body));
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(body.size()));
}
BENCHMARK(parseBody);

void writeBody(benchmark::State& state) {
    const Json body = parseJson(bodyOfAPost());
    for (auto _ : state) benchmark::DoNotOptimize(writeJson(body));
}
BENCHMARK(writeBody);

void checkMetafields(benchmark::State& state) {
    Magazine magazine;
    metafields::Engine engine(magazine.world, false);
    const Json given = postFields(1);
    for (auto _ : state) {
        Problems problems;
        benchmark::DoNotOptimize(
            engine.check(magazine.world.bucket, given, {}, MetafieldEngine::Subject::Object, "metafields", problems));
    }
}
BENCHMARK(checkMetafields);

void renderPosts(benchmark::State& state) {
    Magazine magazine;
    metafields::Engine engine(magazine.world, false);
    const auto posts = std::span(magazine.posts).first(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        std::vector<ObjectRecord> records(posts.begin(), posts.end());
        benchmark::DoNotOptimize(engine.render(magazine.world.bucket, std::move(records), {}));
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(renderPosts)->Arg(1)->Arg(20)->Arg(1000);

void routeRequest(benchmark::State& state) {
    std::vector<kernel::Route> routes;
    const std::string bucket = "/v2/buckets/{bucket_slug}";
    for (const std::string rest :
         {"", "/objects", "/objects/{id}", "/objects/{id}/metafields", "/objects/{id}/metafields/{key}",
          "/object-types", "/object-types/{slug}", "/media", "/media/{id}", "/users", "/users/{id}"}) {
        routes.push_back({Method::Get, bucket + rest, Auth::ReadKey, nullptr, {}, "bench", true});
    }
    const kernel::Router router(std::move(routes));
    for (auto _ : state) {
        benchmark::DoNotOptimize(router.match(Method::Get, "/v2/buckets/demo/objects/0123456789abcdef01234567"));
    }
}
BENCHMARK(routeRequest);

void deriveASlug(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(deriveSlug("Crème Brûlée: a title of a usual length", "object"));
}
BENCHMARK(deriveASlug);

void countARequest(benchmark::State& state) {
    static kernel::RouteMetrics metrics;
    for (auto _ : state) metrics.record(200, std::chrono::microseconds(90), 2500);
}
BENCHMARK(countARequest)->Threads(1)->Threads(16);

// As with limits for addresses and for keys.
void limitARequest(benchmark::State& state) {
    static kernel::RateLimiter perAddress("address", 1'000'000'000, 1'000'000'000);
    static kernel::RateLimiter perKey("key", 1'000'000'000, 1'000'000'000);
    const std::string address = "203.0.113.7";
    for (auto _ : state) {
        kernel::CallerLimits limits;
        limits.takeForAddress(perAddress, address);
        limits.takeForAddress(perKey, address);
        kernel::Cors::Headers headers;
        limits.addTo(headers);
        benchmark::DoNotOptimize(headers);
    }
}
BENCHMARK(limitARequest)->Threads(1)->Threads(16);

}  // namespace

BENCHMARK_MAIN();
