#include "kernel/data/database_change_log.h"

#include "kernel/data/change_store.h"

namespace inkwell::kernel {

ChangeLog::Page DatabaseChangeLog::list(const std::string& bucketId, const Filter& filter, std::int64_t limit,
                                        std::int64_t skip) {
    return database_.read([&](Sql& sql) { return listChanges(sql, bucketId, filter, limit, skip); });
}

std::vector<Change> DatabaseChangeLog::listForReaders(const std::string& bucketId, std::int64_t above,
                                                      std::int64_t limit) {
    return database_.read([&](Sql& sql) { return listReaderChanges(sql, bucketId, above, limit); });
}

std::vector<Change> DatabaseChangeLog::findForReaders(const std::string& bucketId,
                                                      std::span<const std::int64_t> sequences) {
    return database_.read([&](Sql& sql) { return findReaderChanges(sql, bucketId, sequences); });
}

std::vector<std::int64_t> DatabaseChangeLog::sequencesAbove(std::int64_t sequence) {
    return database_.read([&](Sql& sql) { return listSequences(sql, sequence); });
}

std::int64_t DatabaseChangeLog::highestSequence() {
    return database_.read([](Sql& sql) { return findHighestSequence(sql); });
}

std::int64_t DatabaseChangeLog::highestSequenceBefore(std::int64_t timeMs) {
    return database_.read([&](Sql& sql) { return findHighestSequenceBefore(sql, timeMs); });
}

std::int64_t DatabaseChangeLog::lowestSequence() {
    return database_.read([](Sql& sql) { return findLowestSequence(sql); });
}

std::int64_t DatabaseChangeLog::removeBefore(std::int64_t timeMs, std::int64_t limit) {
    return database_.write([&](Sql& sql) { return removeChangesBefore(sql, timeMs, limit); });
}

}  // namespace inkwell::kernel
