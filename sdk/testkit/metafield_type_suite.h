#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "fakes.h"
#include "inkwell/metafield_type.h"

namespace inkwell::testkit {

/// A metafield type and what its author says about it. The suite runs the same tests for every type, built in or
/// third-party:
///
///     INSTANTIATE_TEST_SUITE_P(Color, MetafieldTypeSuite,
///                              testing::Values(MetafieldTypeCase{.make = [] { return std::make_unique<ColorType>(); },
///                                                                .good = {"#ff0000"}, .bad = {"red", 1}}),
///                              metafieldTypeCaseName);
struct MetafieldTypeCase {
    std::unique_ptr<MetafieldType> (*make)();
    /// Members beside type, title, key and value that a correct field has, such as options.
    JsonObject definition = {};
    /// Definitions that the type must refuse.
    std::vector<JsonObject> badDefinitions = {};
    /// Values that are accepted and refused with the correct definition. Leave both empty for groups.
    std::vector<Json> good = {};
    std::vector<Json> bad = {};
    /// What an unset field renders as.
    Json unset = nullptr;
    /// What the good values refer to exists here, and only here.
    FakeCheckLookup bucket = {};
};

void PrintTo(const MetafieldTypeCase& one, std::ostream* out);

/// The type's name, in the letters that a test name may have.
std::string metafieldTypeCaseName(const testing::TestParamInfo<MetafieldTypeCase>& info);

class MetafieldTypeSuite : public testing::TestWithParam<MetafieldTypeCase> {
protected:
    MetafieldTypeSuite();

    /// A complete field with that value; without one for groups.
    JsonObject field(const Json& value) const;
    JsonObject fieldOf(const JsonObject& definition) const;
    Problems problemsOf(const JsonObject& field) const;
    Problems referenceProblemsOf(const JsonObject& field, const CheckLookup& lookup) const;

    const std::string path_ = "metafields[2]";
    std::unique_ptr<MetafieldType> type_;
};

}  // namespace inkwell::testkit
