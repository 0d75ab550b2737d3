// The questions that every metafield type is asked.
#include "color_type.h"

#include "metafield_type_suite.h"

namespace inkwell::testkit {
namespace {

INSTANTIATE_TEST_SUITE_P(Color, MetafieldTypeSuite,
                         testing::Values(MetafieldTypeCase{
                             .make = [] { return std::unique_ptr<MetafieldType>(std::make_unique<ColorType>()); },
                             .good = {"#1e90ff", "#ABCDEF", "#000000"},
                             .bad = {"text", "1e90ff", "#12345", "#12345g", "#1234567", 7}}),
                         metafieldTypeCaseName);

}  // namespace
}  // namespace inkwell::testkit
