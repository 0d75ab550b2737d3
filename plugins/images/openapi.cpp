#include "openapi.h"

namespace inkwell::images {

constexpr std::string_view kOpenApi = R"({
  "parameters": {
    "image_w": {
      "name": "w", "in": "query", "description": "Width in pixels, or with a point and up to 1.0 a part of the image's",
      "schema": {"type": "number"}
    },
    "image_h": {"name": "h", "in": "query", "description": "Height, as w", "schema": {"type": "number"}},
    "image_dpr": {
      "name": "dpr", "in": "query", "description": "Pixels of the device for each of the page",
      "schema": {"type": "number", "minimum": 0.1, "maximum": 5, "default": 1}
    },
    "image_fit": {
      "name": "fit", "in": "query", "description": "How it fills width and height",
      "schema": {"type": "string", "enum": ["clip", "crop", "max", "min", "fill", "scale"], "default": "clip"}
    },
    "image_ar": {"name": "ar", "in": "query", "description": "The aspect ratio: 16:9", "schema": {"type": "string"}},
    "image_crop": {
      "name": "crop", "in": "query",
      "description": "What stays when it is cropped: top, bottom, left, right (two by a comma), entropy, focalpoint",
      "schema": {"type": "string"}
    },
    "image_fp_x": {
      "name": "fp-x", "in": "query", "description": "Of crop=focalpoint, from the left",
      "schema": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5}
    },
    "image_fp_y": {
      "name": "fp-y", "in": "query", "description": "Of crop=focalpoint, from the top",
      "schema": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5}
    },
    "image_rect": {
      "name": "rect", "in": "query", "description": "A part of the image: x,y,w,h",
      "schema": {"type": "string"}
    },
    "image_trim": {
      "name": "trim", "in": "query", "description": "Cuts a border that looks like the top left pixel",
      "schema": {"type": "string", "enum": ["auto", "color"]}
    },
    "image_orient": {
      "name": "orient", "in": "query", "description": "As in EXIF, or degrees clockwise",
      "schema": {"type": "integer", "enum": [1, 2, 3, 4, 5, 6, 7, 8, 90, 180, 270]}
    },
    "image_rot": {
      "name": "rot", "in": "query", "description": "Degrees counter-clockwise",
      "schema": {"type": "integer", "minimum": 0, "maximum": 359}
    },
    "image_flip": {
      "name": "flip", "in": "query", "description": "Horizontally, vertically, both",
      "schema": {"type": "string", "enum": ["h", "v", "hv"]}
    },
    "image_pad": {
      "name": "pad", "in": "query", "description": "Pixels on every side",
      "schema": {"type": "integer", "minimum": 0, "maximum": 2000}
    },
    "image_bg": {
      "name": "bg", "in": "query",
      "description": "The colour behind what is transparent: a CSS name, or RGB, ARGB, RRGGBB, AARRGGBB in hex",
      "schema": {"type": "string"}
    },
    "image_sat": {
      "name": "sat", "in": "query", "description": "Saturation",
      "schema": {"type": "integer", "minimum": -100, "maximum": 100}
    },
    "image_bri": {
      "name": "bri", "in": "query", "description": "Brightness",
      "schema": {"type": "integer", "minimum": -100, "maximum": 100}
    },
    "image_con": {
      "name": "con", "in": "query", "description": "Contrast",
      "schema": {"type": "integer", "minimum": -100, "maximum": 100}
    },
    "image_blur": {
      "name": "blur", "in": "query", "description": "How much it is blurred",
      "schema": {"type": "integer", "minimum": 0, "maximum": 2000}
    },
    "image_sharp": {
      "name": "sharp", "in": "query", "description": "How much it is sharpened",
      "schema": {"type": "integer", "minimum": 0, "maximum": 100}
    },
    "image_fm": {
      "name": "fm", "in": "query", "description": "The format; json tells size, type and dimensions",
      "schema": {"type": "string", "enum": ["jpg", "pjpg", "png", "webp", "avif", "gif", "json"]}
    },
    "image_q": {
      "name": "q", "in": "query", "description": "Quality",
      "schema": {"type": "integer", "minimum": 0, "maximum": 100}
    },
    "image_lossless": {
      "name": "lossless", "in": "query", "description": "For WebP and AVIF",
      "schema": {"type": "string", "enum": ["1", "true"]}
    },
    "image_auto": {
      "name": "auto", "in": "query",
      "description": "format: the best one that the client accepts; compress: a lower quality; both with a comma",
      "schema": {"type": "string"}
    },
    "image_palette": {
      "name": "palette", "in": "query", "description": "The most frequent colours, as JSON",
      "schema": {"type": "string", "enum": ["json"]}
    },
    "image_dl": {
      "name": "dl", "in": "query", "description": "The name of a download; empty: the original one",
      "schema": {"type": "string"}
    }
  },
  "responses": {
    "Image": {
      "description": "The image, or with fm=json and palette=json what is asked of it; what is no image as it is",
      "content": {"*/*": {"schema": {"type": "string", "contentMediaType": "image/*"}}}
    }
  }
})";

}  // namespace inkwell::images
