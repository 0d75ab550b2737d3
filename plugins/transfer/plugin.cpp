#include "inkwell/plugin.h"

#include <cstdint>
#include <optional>

#include "bucket_file.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/live_events.h"
#include "inkwell/number_setting.h"
#include "routes.h"

namespace inkwell::transfer {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<LiveEvents>;
constexpr std::int64_t kDefaultImportBytes = 100 * 1024 * 1024;
constexpr std::int64_t kDefaultImportItems = 15'000;  // some six seconds, as are 30 MB

class TransferPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        const auto maxImportBytes = readNumber(registrar, {"max_import_bytes", kDefaultImportBytes, 1, INT64_MAX,
                                                           "size of the largest file that is imported, in bytes"});
        const auto maxImportItems =
            readNumber(registrar, {"max_import_items", kDefaultImportItems, 1, INT64_MAX,
                                   "entries of the largest file that is imported while all other writers wait: where "
                                   "the database has one writer, as SQLite has"});
        file_.emplace(registrar.services(), registrar.dataDirectory() + "/exports", maxImportItems);
        addRoutes(registrar, *file_, maxImportBytes);
    }

private:
    std::optional<BucketFile> file_;
};

}  // namespace

}  // namespace inkwell::transfer

INKWELL_PLUGIN(inkwell::transfer::TransferPlugin, "transfer", "0.1.0", "Export and import of buckets over HTTP",
               inkwell::transfer::kProvides, inkwell::transfer::kNeeds, inkwell::transfer::kUses);
