#pragma once

#include "inkwell/change_log.h"
#include "inkwell/database.h"

namespace inkwell::kernel {

/// The ChangeLog of the table `changes`. The database must outlive it.
class DatabaseChangeLog : public ChangeLog {
public:
    explicit DatabaseChangeLog(Database& database) : database_(database) {}

    Page list(const std::string& bucketId, const Filter& filter, std::int64_t limit, std::int64_t skip) override;
    std::vector<Change> listForReaders(const std::string& bucketId, std::int64_t above, std::int64_t limit) override;
    std::vector<Change> findForReaders(const std::string& bucketId, std::span<const std::int64_t> sequences) override;
    std::vector<std::int64_t> sequencesAbove(std::int64_t sequence) override;
    std::int64_t highestSequence() override;
    std::int64_t highestSequenceBefore(std::int64_t timeMs) override;
    std::int64_t lowestSequence() override;
    std::int64_t removeBefore(std::int64_t timeMs, std::int64_t limit) override;

private:
    Database& database_;
};

}  // namespace inkwell::kernel
