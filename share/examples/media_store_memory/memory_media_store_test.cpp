// The questions that every media store is asked.
#include "memory_media_store.h"

#include "media_store_suite.h"

namespace inkwell::testkit {
namespace {

INSTANTIATE_TEST_SUITE_P(Memory, MediaStoreSuite,
                         testing::Values(MediaStoreCase{"memory", [] { return std::make_unique<MemoryMediaStore>(); }}),
                         MediaStoreSuite::nameOf);

}  // namespace
}  // namespace inkwell::testkit
