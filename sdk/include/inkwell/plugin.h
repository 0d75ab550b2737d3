#pragma once

#include <Poco/Version.h>

#include <boost/version.hpp>
#include <cstdint>
#include <memory>

#include "inkwell/registrar.h"
#include "inkwell/services.h"

#define INKWELL_STRINGIFY_(x) #x
#define INKWELL_STRINGIFY(x) INKWELL_STRINGIFY_(x)

/// What must be equal in server and plugin for their C++ to match; compared before any function of a plugin is called.
#define INKWELL_TOOLCHAIN                                                                                  \
    "g++" INKWELL_STRINGIFY(__GNUC__) " c++" INKWELL_STRINGIFY(__cplusplus) " cxx11abi" INKWELL_STRINGIFY( \
        _GLIBCXX_USE_CXX11_ABI) " poco" INKWELL_STRINGIFY(POCO_VERSION) " boost" BOOST_LIB_VERSION

namespace inkwell {

/// 1 until the first release, and raised after it with every change of a published header: tests/rules/sdk_digest.txt
/// is of this version.
inline constexpr std::uint32_t kSdkVersion = 1;
inline constexpr std::uint64_t kPluginMagic = 0x494E4B57454C4C31;  // "INKWELL1"

/// A plugin of the server. Made by the manifest's create(); setup, start, beginStop and stop are called one at a time,
/// on any thread. There may be several of one plugin in a process: before a reload or a switch the server sets others
/// up beside those that run, to see whether its next start would succeed, and destroys them. They are not started. So
/// keep nothing of a plugin in static variables.
class INKWELL_API Plugin {
public:
    virtual ~Plugin() = default;
    /// Declare only: no look-ups, no database, no threads. An exception makes the plugin fail.
    virtual void setup(Registrar& registrar) = 0;
    /// Look up services, fill caches, start threads. An exception means "I cannot run", with the reason. Called again
    /// when the plugin is enabled at run time, after a stop(). Routes, listeners and jobs are called from its end on:
    /// what was changed since start() read it is told by ChangesUnknown at run time.
    virtual void start(Services& services) { (void)services; }
    /// stop() comes when the requests and jobs that use the plugin have ended: end what these wait for, such as the
    /// answer of a peer. They are inside the plugin meanwhile; must be quick.
    virtual void beginStop() noexcept {}
    /// End the plugin's threads. Called in reverse order, when the plugin is disabled or the server ends.
    virtual void stop() noexcept {}
};

/// Plain data: the kernel checks it before it calls any function of the plugin.
struct PluginManifest {
    std::uint64_t magic;
    std::uint32_t sdkVersion;
    const char* toolchain;
    const char* id;  // equals the file name without .so
    const char* version;
    const char* summary;
    const char* const* provides;  // service ids, null-terminated
    const char* const* needs;     // services it cannot run without
    const char* const* uses;      // services it looks up with find
    Plugin* (*create)();
    void (*destroy)(Plugin*);
};

/// A null-terminated list for the manifest: kServiceIds<Identity, MediaLibrary>, or kServiceIds<>.
template <class... S>
inline constexpr const char* kServiceIds[] = {S::kServiceId..., nullptr};

}  // namespace inkwell

/// Defines the plugin's one exported symbol. The lists are names of arrays:
/// `constexpr auto& kNeeds = inkwell::kServiceIds<inkwell::BucketDirectory>;`
#define INKWELL_PLUGIN(PluginClass, pluginId, pluginVersion, pluginSummary, providesList, needsList, usesList) \
    extern "C" INKWELL_API const inkwell::PluginManifest inkwell_plugin;                                       \
    const inkwell::PluginManifest inkwell_plugin = {                                                           \
        inkwell::kPluginMagic,                                                                                 \
        inkwell::kSdkVersion,                                                                                  \
        INKWELL_TOOLCHAIN,                                                                                     \
        pluginId,                                                                                              \
        pluginVersion,                                                                                         \
        pluginSummary,                                                                                         \
        providesList,                                                                                          \
        needsList,                                                                                             \
        usesList,                                                                                              \
        []() -> inkwell::Plugin* { return std::make_unique<PluginClass>().release(); },                        \
        [](inkwell::Plugin* plugin) { delete plugin; },                                                        \
    }
