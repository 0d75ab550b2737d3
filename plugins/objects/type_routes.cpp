#include "inkwell/precondition.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kTypes = "/v2/buckets/{bucket_slug}/object-types";
const std::string kType = kTypes + "/{slug}";

JsonArray textsOf(const std::vector<std::string>& texts) {
    JsonArray all;
    for (const std::string& text : texts) all.emplace_back(text);
    return all;
}

Response answer(VersionedRecord type) {
    Response response = Response::ok({{"object_type", std::move(type.record)}});
    showVersion(response, type.version);
    return response;
}

Response editType(const Request& request, TypeService& types) {
    const TypeInput input = parseTypeEdit(request.json());
    TypeService::Edited edited =
        types.edit(request.bucket(), request.access(), request.path("slug"), input, preconditionOf(request));
    Response response = answer(std::move(edited.type));
    JsonObject& body = response.json.as_object();
    if (edited.lacking) {
        body["new_fields"] = JsonObject{{"keys", textsOf(edited.newFields)},
                                        {"objects_without", edited.lacking->objects},
                                        {"more", edited.lacking->more}};
    }
    if (!input.renamedFields.empty()) body["renamed_fields"] = JsonObject{{"objects", edited.renamedIn}};
    return response;
}

Response applyType(const Request& request, TypeApplier& applier) {
    const TypeApplier::Applied applied =
        applier.apply(request.bucket(), request.access(), request.path("slug"), parseTypeApplication(request.json()));
    return Response::ok({{"total", applied.total},
                         {"examined", applied.examined},
                         {"changed", applied.changed},
                         {"more", applied.more},
                         {"after", applied.more && !applied.after.empty() ? Json(applied.after) : Json()}});
}

}  // namespace

void addTypeRoutes(Registrar& registrar, TypeService& types, TypeApplier& applier) {
    registrar.get(kTypes, Auth::ReadKey,
                  [&types](const Request& request) {
                      return Response::ok({{"object_types", types.list(request.bucket())}});
                  },
                  {.cacheable = true, .description = {.summary = "List object types", .answer = "ObjectTypeList"}});
    registrar.get(
        kType, Auth::ReadKey,
        [&types](const Request& request) { return answer(types.get(request.bucket(), request.path("slug"))); },
        {.cacheable = true, .description = {.summary = "An object type", .answer = "ObjectTypeAnswer"}});
    const auto create = [&types](const Request& request) {
        const TypeInput input = parseTypeCreation(request.json());
        return answer(types.create(request.bucket(), request.access(), input));
    };
    const auto edit = [&types](const Request& request) { return editType(request, types); };
    const auto apply = [&applier](const Request& request) { return applyType(request, applier); };
    const auto remove = [&types](const Request& request) {
        types.remove(request.bucket(), request.access(), request.path("slug"), preconditionOf(request));
        return Response::message("object type '" + request.path("slug") + "' was deleted");
    };
    registrar.post(
        kTypes, Auth::WriteKey, create,
        {.body = BodyKind::Json,
         .description = {.summary = "Add an object type", .body = "ObjectTypeCreation", .answer = "ObjectTypeAnswer"}});
    registrar.patch(kType, Auth::WriteKey, edit,
                    {.body = BodyKind::Json,
                     .description = {.summary = "Edit an object type",
                                     .query = {"if_match"},
                                     .body = "ObjectTypeEdit",
                                     .answer = "ObjectTypeEdited"}});
    registrar.post(kType + "/apply", Auth::WriteKey, apply,
                   {.body = BodyKind::OptionalJson,
                    .costly = true,
                    .description = {.summary = "Add the metafields that existing objects of the type lack",
                                    .body = "ObjectTypeApplication",
                                    .answer = "ObjectTypeApplied"}});
    registrar.del(
        kType, Auth::WriteKey, remove,
        {.description = {
             .summary = "Delete an object type; its objects stay", .query = {"if_match"}, .answer = "Message"}});
}

}  // namespace inkwell::objects
