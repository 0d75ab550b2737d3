#pragma once

#include <string>
#include <vector>

#include "records/media_record_store.h"
#include "tests/support/query_maker.h"

namespace inkwell::media {

inline const std::string kQueriedBucket = "b00000000000000000000001";

/// Random media, and queries for them.
class QueryMaker : public test::QueryMaker {
public:
    using test::QueryMaker::QueryMaker;

    std::vector<StoredMedia> media(int count);
    std::string sort();

protected:
    std::string key() override;
    Json operand(const std::string& key) override;
};

}  // namespace inkwell::media
