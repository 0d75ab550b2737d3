#include "inkwell/plugin.h"

#include <cstdint>

#include "inkwell/bucket_directory.h"
#include "inkwell/bucket_tokens.h"
#include "inkwell/identity.h"
#include "inkwell/number_setting.h"
#include "inkwell/server_routes.h"
#include "routes.h"

namespace inkwell::mcp {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<Identity, BucketTokens, ServerRoutes>;

constexpr std::int64_t kLeastBodyBytes = 64 * 1024;
constexpr std::int64_t kMostBodyBytes = 64 * 1024 * 1024;

class McpPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Settings settings;
        settings.maxBodyBytes =
            readNumber(registrar, {"max_body_bytes", settings.maxBodyBytes, kLeastBodyBytes, kMostBodyBytes,
                                   "the largest body of /mcp, in memory while it is worked on: a "
                                   "file in base64 takes a third more than its size"});
        settings.origins = registrar.config<std::vector<std::string>>(
            "origins", settings.origins,
            "origins besides the server's own whose pages may use /mcp, such as https://tools.example.com");
        for (const std::string& origin : settings.origins) requireOrigin(origin);
        addRoutes(registrar, registrar.services(), settings);
    }
};

}  // namespace

}  // namespace inkwell::mcp

INKWELL_PLUGIN(inkwell::mcp::McpPlugin, "mcp", "0.1.0", "The Model Context Protocol: tools with a token's permissions",
               inkwell::mcp::kProvides, inkwell::mcp::kNeeds, inkwell::mcp::kUses);
