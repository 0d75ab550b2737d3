// The same questions that the server's own stores are asked.
#include "media_store_suite.h"
#include "memory_media_store.h"

namespace inkwell::testkit {
namespace {

INSTANTIATE_TEST_SUITE_P(Memory, MediaStoreSuite,
                         testing::Values(MediaStoreCase{"memory", [] { return std::make_unique<MemoryMediaStore>(); }}),
                         MediaStoreSuite::nameOf);

}  // namespace
}  // namespace inkwell::testkit
