#pragma once

#include "folders/folder_service.h"
#include "inkwell/registrar.h"
#include "records/media_service.h"
#include "tus/tus_service.h"
#include "uploads/media_intake_service.h"
#include "uploads/upload_service.h"

namespace inkwell::media {

/// `limit`, `skip` and `sort` of a list of media. With compatibility.hosted_clients a sort may say `created_at`. Throws
/// ApiError 400. Any thread.
ListParams parseMediaList(const Request& request, const ServerInfo& server);

/// The Content-Length of the body, or 0 when the client did not tell. Any thread.
std::int64_t lengthOf(const Request& request);

/// Declare the routes of interface/media-and-images.md, "Routes" and "Folders", and those of the files ("Files").
/// Called by setup; the services must outlive the routes.
void addRoutes(Registrar& registrar, Services& services, MediaService& media);
void addFolderRoutes(Registrar& registrar, Services& services, FolderService& folders);
void addUploadRoutes(Registrar& registrar, UploadService& uploads, MediaService& media);
/// tus 1.0.0; `maxBytes` bounds the size of a file.
void addTusRoutes(Registrar& registrar, TusService& uploads, std::int64_t maxBytes);
/// Of the objects that show a file; `services` finds them.
void addReferenceRoutes(Registrar& registrar, Services& services, MediaService& media);
void addFileRoutes(Registrar& registrar, Services& services, MediaLibrary& media, MediaIntakeService& intake);

}  // namespace inkwell::media
