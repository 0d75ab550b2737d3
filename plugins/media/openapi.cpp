#include "openapi.h"

namespace inkwell::media {

constexpr std::string_view kOpenApi =
    R"({
  "parameters": {
    "media_query": {
      "name": "query", "in": "query",
      "description": "Keys: id, name, original_name, size, type, created (or created_at), folder and metadata.<key>. )"
    R"(Operators in a field: $eq $ne $gt $gte $lt $lte $in $nin $all $exists $regex with $options, $not; )"
    R"(beside fields: $and $or $nor.",
      "content": {
        "application/json": {
          "schema": {"$ref": "#/components/schemas/Query"},
          "example": {"folder": "photos", "size": {"$gt": 1000}}
        }
      }
    },
    "media_sort": {
      "name": "sort", "in": "query",
      "schema": {
        "type": "string", "default": "-created",
        "enum": [
          "-created", "created", "-size", "size", "original_name", "-original_name", "type", "-type", "random"
        ]
      }
    },
    "media_uses": {
      "name": "uses", "in": "query",
      "description": "true: each record has `uses`, how many objects show it; drafts too with status=any",
      "schema": {"type": "boolean", "default": false}
    },
    "media_range": {"name": "Range", "in": "header", "description": "bytes=0-999", "schema": {"type": "string"}},
    "tus_version": {
      "name": "Tus-Resumable", "in": "header", "required": true, "schema": {"type": "string", "const": "1.0.0"}
    },
    "tus_length": {
      "name": "Upload-Length", "in": "header", "required": true, "description": "Bytes of the whole file",
      "schema": {"type": "integer", "minimum": 0}
    },
    "tus_metadata": {
      "name": "Upload-Metadata", "in": "header", "required": true,
      "description": "filename, and filetype, folder, metadata, trigger_webhook, with base64 values",
      "schema": {"type": "string"}
    },
    "tus_offset": {
      "name": "Upload-Offset", "in": "header", "required": true,
      "description": "Bytes that the server has already", "schema": {"type": "integer", "minimum": 0}
    },
    "tus_method": {
      "name": "X-HTTP-Method-Override", "in": "header", "required": true, "description": "What the POST stands for",
      "schema": {"type": "string", "enum": ["PATCH", "DELETE", "HEAD"]}
    },
    "tus_offset_of_piece": {
      "name": "Upload-Offset", "in": "header", "description": "Bytes that the server has already, for a piece",
      "schema": {"type": "integer", "minimum": 0}
    },
    "tus_checksum": {
      "name": "Upload-Checksum", "in": "header",
      "description": "md5, sha1 or sha256, and the base64 of the piece's", "schema": {"type": "string"}
    }
  },
  "requestBodies": {
    "MediaBytes": {
      "required": true,
      "content": {
        "*/*": {"schema": {"type": "string", "format": "binary", "description": "The bytes of the file"}}
      }
    },
    "MediaUpload": {
      "required": true,
      "content": {
        "multipart/form-data": {
          "schema": {
            "type": "object", "required": ["media"], "additionalProperties": false,
            "properties": {
              "media": {
                "type": "string", "contentMediaType": "application/octet-stream",
                "description": "The file, with its name", "examples": ["the bytes of beach.jpg"]
              },
              "folder": {"type": "string", "description": "Slug of a media folder", "examples": ["photos"]},
              "focal_point": {
                "type": "string", "contentMediaType": "application/json",
                "examples": ["{\"x\": 0.5, \"y\": 0.25}"]
              },
              "metadata": {
                "type": "string", "contentMediaType": "application/json", "description": "A JSON object",
                "examples": ["{\"alt_text\": \"A beach\"}"]
              },
              "trigger_webhook": {"type": "string", "enum": ["true", "false"]},
              "write_key": {"type": "string", "description": "Repeats the key of the header"}
            }
          }
        }
      }
    },
    "TusFirstPiece": {"required": false, "content": {"application/offset+octet-stream": {}}},
    "TusPiece": {"required": true, "content": {"application/offset+octet-stream": {}}}
  },
  "responses": {
    "MediaFile": {"description": "The file", "content": {"*/*": {}}},
    "MediaFilePart": {"description": "The part of the file that `Range` asks for", "content": {"*/*": {}}},
    "TusCreated": {
      "description": "The upload, at `Location`",
      "headers": {
        "Location": {"schema": {"type": "string"}}, "Upload-Offset": {"schema": {"type": "integer"}},
        "Upload-Expires": {"schema": {"type": "string"}},
        "Inkwell-Media-Id": {"description": "When all bytes have come", "schema": {"type": "string"}}
      },
      "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TusUpload"}}}
    },
    "TusTaken": {
      "description": "The piece was taken",
      "headers": {
        "Upload-Offset": {"schema": {"type": "integer"}}, "Upload-Expires": {"schema": {"type": "string"}},
        "Inkwell-Media-Id": {"description": "When all bytes have come", "schema": {"type": "string"}}
      }
    },
    "TusRemoved": {"description": "The upload was removed"},
    "TusAbilities": {
      "description": "What this server understands of tus, in its headers",
      "headers": {
        "Tus-Version": {"schema": {"type": "string"}}, "Tus-Extension": {"schema": {"type": "string"}},
        "Tus-Max-Size": {"schema": {"type": "integer"}},
        "Tus-Checksum-Algorithm": {"schema": {"type": "string"}}, "Allow": {"schema": {"type": "string"}}
      }
    }
  },
  "schemas": {
    "Media": {
      "type": "object",
      "required": [
        "id", "name", "original_name", "size", "type", "bucket", "created", "location", "folder", "url",
        "image_url", "metadata"
      ],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"},
        "name": {
          "type": "string", "description": "What metafields and thumbnails hold", "examples": ["k3v9-beach.jpg"]
        },
        "original_name": {"type": "string", "examples": ["beach.jpg"]},
        "size": {"type": "integer", "description": "Bytes", "examples": [48213]},
        "type": {"type": "string", "description": "MIME type", "examples": ["image/jpeg"]},
        "bucket": {"$ref": "#/components/schemas/Id"}, "created": {"$ref": "#/components/schemas/Time"},
        "location": {"type": ["string", "null"], "examples": [null]},
        "folder": {"type": ["string", "null"], "description": "Slug of a media folder", "examples": ["photos"]},
        "url": {"type": "string", "examples": ["https://cms.example.com/v2/media-files/blog/k3v9-beach.jpg"]},
        "image_url": {
          "type": "string", "description": "Takes the parameters of images",
          "examples": ["https://cms.example.com/v2/images/blog/k3v9-beach.jpg"]
        },
        "imgix_url": {"type": "string", "description": "With compatibility.hosted_clients"},
        "created_at": {"type": "string", "description": "With compatibility.hosted_clients"},
        "alt_text": {"type": ["string", "null"], "description": "With compatibility.hosted_clients"},
        "metadata": {
          "type": "object", "description": "`alt_text` is the text in place of the picture",
          "additionalProperties": true, "examples": [{"alt_text": "A beach"}]
        },
        "focal_point": {"$ref": "#/components/schemas/FocalPoint"},
        "uses": {"type": "integer", "description": "Objects that show it; with `uses=true`", "examples": [2]}
      }
    },
    "FocalPoint": {
      "type": "object",
      "description": "What a picture shows however it is cut, in parts of its width and height",
      "required": ["x", "y"], "additionalProperties": false,
      "properties": {
        "x": {"type": "number", "minimum": 0, "maximum": 1, "examples": [0.5]},
        "y": {"type": "number", "minimum": 0, "maximum": 1, "examples": [0.25]}
      }
    },
    "MediaReference": {
      "type": "object", "required": ["id", "title", "slug", "type", "status", "fields"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"}, "title": {"type": "string", "examples": ["Hello"]},
        "slug": {"type": "string", "examples": ["hello"]}, "type": {"type": "string", "examples": ["posts"]},
        "status": {"type": "string", "enum": ["draft", "published"]},
        "fields": {"type": "array", "items": {"type": "string"}, "examples": [["metadata.hero", "thumbnail"]]}
      }
    },
    "MediaReferences": {
      "type": "object", "required": ["references", "total", "limit"],
      "properties": {
        "references": {"type": "array", "items": {"$ref": "#/components/schemas/MediaReference"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    },
    "MediaAnswer": {
      "type": "object", "required": ["media"], "properties": {"media": {"$ref": "#/components/schemas/Media"}}
    },
    "MediaList": {
      "type": "object", "required": ["media", "total", "limit"],
      "properties": {
        "media": {"type": "array", "items": {"$ref": "#/components/schemas/Media"}},
        "total": {"type": "integer", "examples": [1]}, "limit": {"type": "integer", "examples": [1000]}
      }
    },
    "MediaEdit": {
      "description": "What is given replaces what is stored: `metadata` all of it. The rest stays.",
      "examples": [{"metadata": {"alt_text": "A beach in the evening"}}], "type": "object", "minProperties": 1,
      "additionalProperties": false,
      "properties": {
        "folder": {
          "type": ["string", "null"], "description": "Slug of the folder to move into; null takes it out"
        },
        "metadata": {"type": ["object", "null"]},
        "focal_point": {"anyOf": [{"$ref": "#/components/schemas/FocalPoint"}, {"type": "null"}]},
        "trigger_webhook": {"type": "boolean"}, "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "MediaFolder": {
      "type": "object", "required": ["id", "title", "slug", "created_at"],
      "properties": {
        "id": {"$ref": "#/components/schemas/Id"}, "title": {"type": "string", "examples": ["Photos"]},
        "slug": {"type": "string", "examples": ["photos"]}, "created_at": {"$ref": "#/components/schemas/Time"}
      }
    },
    "MediaFolderAnswer": {
      "type": "object", "required": ["media_folder"],
      "properties": {"media_folder": {"$ref": "#/components/schemas/MediaFolder"}}
    },
    "MediaFolderList": {
      "type": "object", "required": ["media_folders", "total"],
      "properties": {
        "media_folders": {"type": "array", "items": {"$ref": "#/components/schemas/MediaFolder"}},
        "total": {"type": "integer"}
      }
    },
    "MediaFolderInput": {
      "examples": [{"title": "Photos"}], "type": "object", "required": ["title"], "additionalProperties": false,
      "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 1000},
        "pretty": {"$ref": "#/components/schemas/Flag"}
      }
    },
    "TusUpload": {
      "type": "object", "required": ["upload"],
      "properties": {
        "upload": {
          "type": "object", "required": ["id", "offset", "length", "media"],
          "properties": {
            "id": {"type": "string", "examples": ["01a202ad4e1300009ea58d5f"]},
            "offset": {"type": "integer", "examples": [0]}, "length": {"type": "integer", "examples": [48213]},
            "media": {
              "type": ["string", "null"], "examples": [null],
              "description": "The id of the media record, when all bytes have come"
            }
          }
        }
      }
    }
  }
})";

}  // namespace inkwell::media
