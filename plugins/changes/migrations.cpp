#include "migrations.h"

#include <vector>

namespace inkwell::changes {

namespace {

const std::vector<Migration> kMigrations = {
    {1, "the changes of one thing", {"CREATE INDEX changes_resource ON changes (bucket_id, resource_id, seq)"}},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::changes
