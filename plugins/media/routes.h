#pragma once

#include "folder_service.h"
#include "inkwell/registrar.h"
#include "media_service.h"
#include "tus_service.h"
#include "upload_service.h"

namespace inkwell::media {

/// The specification's "Media" and "Media folders", and the files themselves (where-silent.md, "Media, served"). The
/// services must outlive the registrar's routes.
void addRoutes(Registrar& registrar, Services& services, MediaService& media);
void addFolderRoutes(Registrar& registrar, Services& services, FolderService& folders);
void addUploadRoutes(Registrar& registrar, UploadService& uploads);
/// tus 1.0.0; `maxBytes` is the largest file.
void addTusRoutes(Registrar& registrar, TusService& uploads, std::int64_t maxBytes);
void addFileRoutes(Registrar& registrar, MediaLibrary& media);

}  // namespace inkwell::media
