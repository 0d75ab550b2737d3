// A media store as a plugin: chosen with "store": "memory" in the media plugin's settings.
#include "inkwell/plugin.h"

#include "memory_media_store.h"

namespace {

class MediaStoreMemoryPlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        registrar.contribute<inkwell::MediaStore>("memory", std::make_unique<MemoryMediaStore>());
    }
};

constexpr auto& kNone = inkwell::kServiceIds<>;

}  // namespace

INKWELL_PLUGIN(MediaStoreMemoryPlugin, "media_store_memory", "1.0.0", "The media store 'memory'", kNone, kNone, kNone);
