#pragma once

#include <map>
#include <mutex>

#include "inkwell/media_store.h"

/// The media store 'memory': keeps media as long as the server runs, for trying things out.
class MemoryMediaStore : public inkwell::MediaStore {
public:
    std::string name() const override { return "memory"; }
    std::unique_ptr<inkwell::MediaWriter> begin(const std::string& key, const inkwell::MediaContentInfo& info) override;
    std::unique_ptr<std::istream> open(const std::string& key, std::int64_t offset, std::int64_t length) override;
    std::int64_t size(const std::string& key) override;
    void remove(const std::string& key) override;
    void list(const std::function<void(const Entry&)>& visit) override;
    void removeUnfinished(std::int64_t) override {}

private:
    class Writer;
    struct Content {
        std::shared_ptr<const std::string> bytes;
        std::int64_t committedAtMs = 0;
    };
    std::shared_ptr<const std::string> get(const std::string& key);

    std::mutex mutex_;
    std::map<std::string, Content> contents_;
};
