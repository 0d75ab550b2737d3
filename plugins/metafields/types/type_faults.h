#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "inkwell/metafield_type.h"
#include "inkwell/services.h"

namespace inkwell::metafields {

/// What metafield types throw or say where nobody else is told of it. Any thread. The services must outlive it.
class TypeFaults {
public:
    explicit TypeFaults(Services& services) : services_(services) {}

    /// Logs "the metafield type 'x' of plugin 'p' failed <where>: <why>", of each type once in a minute.
    void tell(const MetafieldType& type, const std::string& where, const std::string& why) noexcept;

private:
    bool isDue(const std::string& type);

    Services& services_;
    std::mutex mutex_;
    std::map<std::string, std::int64_t> toldAtMs_;
};

/// Of the exception that is being handled.
std::string faultText();

}  // namespace inkwell::metafields
