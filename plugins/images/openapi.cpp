#include "openapi.h"

namespace inkwell::images {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "image_w": {"name": "w", "in": "query", "description": "Width in pixels", "schema": {"type": "number"}},
    "image_h": {"name": "h", "in": "query", "description": "Height in pixels", "schema": {"type": "number"}},
    "image_fit": {"name": "fit", "in": "query", "description": "How it fills width and height",
    "schema": {"type": "string"}},
    "image_crop": {"name": "crop", "in": "query", "description": "What stays when it is cropped",
    "schema": {"type": "string"}},
    "image_ar": {"name": "ar", "in": "query", "description": "The aspect ratio: 16:9", "schema": {"type": "string"}},
    "image_rect": {"name": "rect", "in": "query", "description": "A part of the image: x,y,w,h",
    "schema": {"type": "string"}},
    "image_dpr": {"name": "dpr", "in": "query", "description": "Pixels of the device for each of the page",
    "schema": {"type": "number"}},
    "image_auto": {
      "name": "auto", "in": "query", "description": "format: the best format that the client accepts",
      "schema": {"type": "string"}
    },
    "image_fm": {"name": "fm", "in": "query", "description": "The format", "schema": {"type": "string"}},
    "image_q": {"name": "q", "in": "query", "description": "Quality, 0 to 100", "schema": {"type": "number"}},
    "image_dl": {"name": "dl", "in": "query", "description": "The name of a download", "schema": {"type": "string"}}
  },
  "responses": {
    "Image": {
      "description": "The image; what is no image as it is",
      "content": {"*/*": {"schema": {"type": "string", "contentMediaType": "image/*"}}}
    }
  }
})";

}  // namespace inkwell::images
