#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "inkwell/object_schema.h"
#include "inkwell/services.h"
#include "schema/field_steps.h"
#include "schema/type_file.h"
#include "type_edit/type_service.h"

namespace inkwell::objects {

/// The plugin's ObjectSchema. A plan is an application that is rolled back, so that it meets whatever an application
/// would. Any thread.
class SchemaService : public ObjectSchema {
public:
    SchemaService(Services& services, TypeService& types, TypeApplier& applier)
        : services_(services), types_(types), applier_(applier) {}

    std::vector<File> files(const Bucket& bucket) override;
    std::vector<Step> plan(const Bucket& bucket, const std::vector<File>& files) override;
    std::vector<Step> apply(const Bucket& bucket, const std::vector<File>& files, bool mayDestroy) override;

    /// The same for somebody else than the operator. Throws ApiError 403 without the right to write object types.
    std::vector<Step> plan(const Bucket& bucket, const Access& access, const std::vector<File>& files);
    std::vector<Step> apply(const Bucket& bucket, const Access& access, const std::vector<File>& files,
                            bool mayDestroy);

private:
    /// A file with the type that it describes, as far as there is one.
    struct Wanted {
        TypeFile file;
        std::vector<FieldStep> fields;
        std::vector<Step> told;  // what the fields mean for objects
        std::map<std::string, std::string> renamed;
    };
    using All = std::vector<Wanted>;

    static All read(const std::vector<File>& files);
    std::vector<Step> run(Sql& sql, const Bucket& bucket, const Access& access, All& all);
    static void checkMarkers(const All& all, const std::function<bool(const std::string& slug)>& isStored);
    void renameTypes(Sql& sql, const Bucket& bucket, const Access& access, const All& all, std::vector<Step>& steps);
    void compareFields(Sql& sql, const Bucket& bucket, Wanted& wanted, Problems& problems) const;
    Step stepOf(Sql& sql, const Bucket& bucket, const std::string& slug, const FieldStep& field) const;
    void store(Sql& sql, const Bucket& bucket, const Access& access, All& all, std::set<std::string> removed,
               std::vector<Step>& steps);
    void moveValues(Sql& sql, const Bucket& bucket, const Access& access, const Wanted& wanted);
    std::vector<Step> removeOthers(Sql& sql, const Bucket& bucket, const Access& access, const All& all,
                                   std::set<std::string>& removed);

    Services& services_;
    TypeService& types_;
    TypeApplier& applier_;
};

}  // namespace inkwell::objects
