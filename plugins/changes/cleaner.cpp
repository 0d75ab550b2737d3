#include "cleaner.h"

#include "inkwell/change_log.h"

namespace inkwell::changes {

namespace {

constexpr std::int64_t kDayMs = 24 * 60 * 60'000;
constexpr std::int64_t kBatch = 500;
constexpr int kMostBatches = 20;  // the other jobs wait meanwhile

}  // namespace

void Cleaner::forgetOld() {
    if (keepDays_ == 0) return;
    const std::int64_t beforeMs = services_.clock().nowMs() - keepDays_ * kDayMs;
    for (int batch = 0; batch < kMostBatches; ++batch) {
        const std::int64_t count = services_.changes().removeBefore(beforeMs, kBatch);
        forgotten_ += count;
        if (count < kBatch) return;
    }
}

}  // namespace inkwell::changes
