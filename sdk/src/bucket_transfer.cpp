#include "inkwell/bucket_transfer.h"

#include <algorithm>

namespace inkwell {

namespace {

class ItemsInMemory : public ImportItems {
public:
    explicit ItemsInMemory(const JsonArray& items) : items_(items) {}

    std::size_t size() const override { return items_.size(); }
    void forEach(const Take& take) override {
        for (std::size_t i = 0; i < items_.size(); ++i) take(i, items_[i]);
    }

private:
    const JsonArray& items_;
};

}  // namespace

void BucketTransfer::importAll(const JsonArray& items, const std::string& path, ImportContext& context) {
    ItemsInMemory all(items);
    importAll(all, path, context);
}

JsonArray BucketTransfer::exportAll(const Bucket& bucket) {
    JsonArray all;
    exportAll(bucket, [&](const Json& entry) { all.push_back(entry); });
    return all;
}

std::vector<BucketTransfer*> inOrderOfRank(std::vector<BucketTransfer*> sections) {
    std::stable_sort(sections.begin(), sections.end(),
                     [](const BucketTransfer* a, const BucketTransfer* b) { return a->rank() < b->rank(); });
    return sections;
}

}  // namespace inkwell
