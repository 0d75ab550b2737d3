#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "inkwell/metafield_type.h"
#include "inkwell/services.h"

namespace inkwell::metafields {

/// What metafield types throw or say where nobody else is told of it. Any thread. The services must outlive it.
class TypeFaults {
public:
    explicit TypeFaults(Services& services) : services_(services) {}

    /// Logs "the metafield type 'x' of plugin 'p' failed to <act> <object>: <why>", of each type and act once in a
    /// minute.
    void tell(const MetafieldType& type, std::string_view act, std::string_view object,
              const std::string& why) noexcept;

private:
    bool isDue(const std::string& fault);

    Services& services_;
    std::mutex mutex_;
    std::map<std::string, std::int64_t> toldAtMs_;
};

/// "the field 'x'"
std::string fieldText(const JsonObject& field);

}  // namespace inkwell::metafields
