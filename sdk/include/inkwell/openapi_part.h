#pragma once

#include <string>

#include "inkwell/export.h"

namespace inkwell {

/// Components of GET /v2/openapi.json that depend on what other plugins contribute. Contributed under any name; the
/// fixed ones are told to Registrar::openApi, whose rules hold here too, and go before these where names are equal.
class INKWELL_API OpenApiPart {
public:
    static constexpr const char* kContributionId = "inkwell.openapi-part/1";
    virtual ~OpenApiPart() = default;

    /// The JSON text of an OpenAPI 3.1 components object. Called for each document, on any thread.
    virtual std::string components() const = 0;
};

}  // namespace inkwell
