#include <istream>
#include <ostream>
#include <span>
#include <vector>

#include "inkwell/media_intake.h"
#include "inkwell/media_library.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"
#include "kernel/app/server_services.h"
#include "kernel/app/transfer.h"
#include "kernel/commands/content_side.h"

namespace inkwell::kernel {

namespace {

constexpr int kNotFound = 404;

class LocalSide : public ContentSide {
public:
    LocalSide(Server& server, const std::string& slug) : server_(server), bucket_(bucketCalled(server, slug)) {}

    std::string name() const override { return "bucket '" + bucket_->slug + "'"; }
    std::string server() const override { return ""; }
    void exportTo(std::ostream& file) override { exportBucket(server_, bucket_->slug, file); }
    void import(std::istream& file) override { importBucket(server_, file, bucket_->slug, "", nullptr); }
    ContentFile openFile(const std::string& media) override {
        const std::optional<MediaContent> content =
            serviceOf<MediaLibrary>(server_, "provides media").open(*bucket_, media);
        if (!content) return {};
        try {
            return {content->read(0, content->sizeBytes), content->sizeBytes};
        } catch (const ApiError& error) {
            if (error.status() != kNotFound) throw;
            return {};  // the store has lost it
        }
    }
    void fill(const std::string& media, std::istream& bytes) override {
        serviceOf<MediaIntake>(server_, "provides media").fill(*bucket_, media, bytes);
    }
    bool removeObject(const std::string& id, const std::string& modifiedAt) override {
        auto& catalog = serviceOf<ObjectCatalog>(server_, "provides objects");
        return server_.database().write([&](Sql&) {
            try {
                serviceOf<ObjectVersions>(server_, "provides objects").lock(*bucket_, id);
            } catch (const ApiError& error) {
                if (error.status() != kNotFound) throw;
                return true;
            }
            const std::vector<ObjectRecord> shown = catalog.find(*bucket_, std::span(&id, 1), Visibility::Any);
            if (textOf(shown.at(0).fields, "modified_at") != modifiedAt) return false;
            catalog.remove(*bucket_, Access::system(), id);
            return true;
        });
    }

private:
    Server& server_;
    const std::shared_ptr<const Bucket> bucket_;
};

}  // namespace

std::unique_ptr<ContentSide> localSide(Server& server, const std::string& slug) {
    return std::make_unique<LocalSide>(server, slug);
}

}  // namespace inkwell::kernel
