#include "inkwell/plugin.h"

#include "inkwell/diagnosis.h"
#include "inkwell/withheld.h"
#include "s3_media_store.h"

namespace {

using inkwell::Diagnosis;
using inkwell::Services;
using inkwell::media_store_s3::S3MediaStore;
using inkwell::media_store_s3::S3Options;

class MediaStoreS3Plugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        S3Options options;
        const auto text = [&](const char* key, const std::string& fallback, const char* meaning) {
            return registrar.config<std::string>(key, fallback, meaning);
        };
        options.bucket = text("bucket", "", "the bucket's name; empty: this store is not there");
        options.region = text("region", options.region, "the region of the bucket");
        options.endpoint = text("endpoint", "", "https://host[:port] of the service; empty: Amazon's of the region");
        options.accessKey = text("access_key", "", "the account's access key");
        options.secretKey = text("secret_key", "",
                                 "the account's secret key; better given as INKWELL_PLUGINS_MEDIA_STORE_S3_SECRET_KEY");
        options.prefix = text("prefix", "", "before every key, such as 'media'");
        options.publicAddress =
            text("public_address", "", "where anybody can read the bucket's objects, such as a CDN");
        options.caFile = text("ca_file", "", "certificates to trust beside the system's");
        options.pathStyle =
            registrar.config<bool>("path_style", false, "https://host/bucket/key instead of https://bucket.host/key");
        options.timeoutSeconds = registrar.config<std::int64_t>("timeout_seconds", options.timeoutSeconds,
                                                                "how long the service may be silent in a request");
        if (options.bucket.empty()) return withhold(registrar);
        auto store = std::make_unique<S3MediaStore>(options);
        registrar.contribute<Diagnosis>("store s3", std::make_unique<Diagnosis>([s3 = store.get(), options](Services&) {
                                            return look(*s3, options);
                                        }));
        registrar.contribute<inkwell::MediaStore>("s3", std::move(store));
    }

private:
    static Diagnosis::Finding look(S3MediaStore& store, const S3Options& options) {
        try {
            store.check();
        } catch (const inkwell::MediaStoreError& error) {
            return {"the bucket '" + options.bucket + "' does not answer: " + error.what(),
                    "check bucket, endpoint, region, access_key, secret_key and path_style in "
                    "plugins.d/media_store_s3.json, and the rights of that account"};
        }
        return {"the bucket '" + options.bucket + "' answers"};
    }

    static void withhold(inkwell::Registrar& registrar) {
        registrar.contribute<inkwell::Withheld>(
            "s3",
            inkwell::Withheld::of<inkwell::MediaStore>("s3",
                                                       "the plugin 'media_store_s3' has it, but its setting 'bucket' "
                                                       "(plugins.d/media_store_s3.json) is empty"));
    }
};

}  // namespace

INKWELL_PLUGIN(MediaStoreS3Plugin, "media_store_s3", "0.1.0", "Keeps media in an S3 bucket", inkwell::kServiceIds<>,
               inkwell::kServiceIds<>, inkwell::kServiceIds<>);
