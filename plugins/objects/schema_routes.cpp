#include "routes.h"
#include "schema/schema_input.h"

namespace inkwell::objects {

namespace {

using Step = ObjectSchema::Step;

const std::string kSchema = "/v2/buckets/{bucket_slug}/schema";

std::string_view nameOf(Step::Kind kind) {
    switch (kind) {
        case Step::Kind::Add:
            return "add";
        case Step::Kind::Remove:
            return "remove";
        case Step::Kind::Change:
            return "change";
    }
    return "change";
}

Response readSchema(const Request& request, SchemaService& schema) {
    JsonObject files;
    for (ObjectSchema::File& file : schema.files(request.bucket())) files[file.name] = std::move(file.content);
    return Response::ok({{"files", std::move(files)}});
}

Response applySchema(const Request& request, SchemaService& schema) {
    const SchemaInput input = parseSchema(request.json());
    const std::vector<Step> done =
        input.isTrial ? schema.plan(request.bucket(), request.access(), input.files)
                      : schema.apply(request.bucket(), request.access(), input.files, input.mayDestroy);
    JsonArray steps;
    for (const Step& step : done) {
        steps.push_back({{"kind", nameOf(step.kind)}, {"text", step.text}, {"destructive", step.isDestructive}});
    }
    return Response::ok({{"dry_run", input.isTrial}, {"steps", std::move(steps)}});
}

}  // namespace

void addSchemaRoutes(Registrar& registrar, SchemaService& schema) {
    registrar.get(kSchema, Auth::ReadKey, [&schema](const Request& request) { return readSchema(request, schema); },
                  {.description = {.summary = "All object types, as files", .answer = "ObjectSchema"}});
    registrar.post(kSchema, Auth::WriteKey, [&schema](const Request& request) { return applySchema(request, schema); },
                   {.body = BodyKind::Json,
                    .costly = true,
                    .description = {.summary = "Make the object types those of some files, or say what that would do",
                                    .body = "ObjectSchemaApplication",
                                    .answer = "ObjectSchemaApplied"}});
}

}  // namespace inkwell::objects
