#include "inkwell/number_setting.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace inkwell {
namespace {

class OneSetting : public PluginSettings {
public:
    explicit OneSetting(std::int64_t value) : value_(value) {}

protected:
    Json configValue(const std::string&, Json, const std::string&) override { return value_; }

private:
    std::int64_t value_;
};

std::string refusalOf(std::int64_t value, const NumberSetting& setting) {
    OneSetting settings(value);
    try {
        readNumber(settings, setting);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "taken";
}

TEST(NumberSettings, AreTakenWithinTheirBoundsOnly) {
    const NumberSetting port{"port", 3306, 1, 65535, "its TCP port"};
    EXPECT_EQ(refusalOf(1, port), "taken");
    EXPECT_EQ(refusalOf(65535, port), "taken");
    EXPECT_EQ(refusalOf(0, port), "the setting 'port' must be from 1 to 65535, not 0");
    EXPECT_EQ(refusalOf(65536, port), "the setting 'port' must be from 1 to 65535, not 65536");
}

TEST(NumberSettings, MayHaveNoUpperBound) {
    const NumberSetting bytes{"max_bytes", 100, 1, INT64_MAX, "how large it may be"};
    EXPECT_EQ(refusalOf(INT64_MAX, bytes), "taken");
    EXPECT_EQ(refusalOf(-1, bytes), "the setting 'max_bytes' must be at least 1, not -1");
}

}  // namespace
}  // namespace inkwell
