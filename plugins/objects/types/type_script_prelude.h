#pragma once

#include <string_view>

namespace inkwell::objects {

/// What every file of declarations begins with: interface/resources.md, "Objects", and interface/media-and-images.md.
constexpr std::string_view kTypeScriptPrelude =
    R"(// Written by `inkwell types`. Write it again when an object type has changed.

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A media record. */
export interface Media {
  id: string;
  name: string;
  original_name: string;
  size: number;
  type: string;
  bucket: string;
  created: string;
  location: string | null;
  folder: string | null;
  url: string;
  image_url: string;
  imgix_url?: string;
  metadata: { [key: string]: Json };
  focal_point?: { x: number; y: number };
}

/** An object as reads show it. */
export interface BucketObject<Type extends string = string, Metadata = { [key: string]: Json }, Locale = string | null> {
  id: string;
  slug: string;
  title: string;
  content: string;
  bucket: string;
  created: string;
  created_at: string;
  created_by: string | null;
  modified_at: string;
  modified_by: string | null;
  published_at: string | null;
  publish_at: number | null;
  unpublish_at: number | null;
  status: "draft" | "published";
  type: Type;
  locale: Locale;
  options: { slug_field: boolean; content_editor: boolean };
  thumbnail: string | null;
  metadata: Metadata | null;
}

/** A related object: its id where `depth` ends, or where it is on the way already. */
export type Related<Slug extends string> = string | (Slug extends keyof ObjectTypes ? ObjectTypes[Slug] : BucketObject);

/** What a list of objects answers with. */
export interface ObjectList<T extends BucketObject<string, unknown, unknown>> {
  objects: T[];
  total?: number;
  limit: number;
}

/** A metafield that is written in full, such as one that the object's type does not have. */
export interface WholeMetafield {
  type: string;
  title: string;
  key: string;
  help?: string;
  value?: Json;
  required?: boolean;
  regex?: string;
  regex_message?: string;
  minlength?: number;
  maxlength?: number;
  options?: Json;
  object_type?: string;
  children?: Json[];
  repeater_fields?: Json[];
}

/** Values by key, as reads show them, or as the type of the metafield takes them: an id, a name, null for none. */
export type ValuesByKey<Metadata> = { [Key in keyof Metadata]?: Metadata[Key] | Json };

/** What every creation of an object may give: of `metafields` and `metadata` one at most. */
export interface ObjectCreation<Type extends string, Field, Locale, Metadata> {
  type: Type;
  title: string;
  slug?: string;
  content?: string;
  status?: "draft" | "published";
  locale?: Locale | null;
  thumbnail?: string | null;
  publish_at?: number | null;
  unpublish_at?: number | null;
  options?: { slug_field?: boolean; content_editor?: boolean };
  metafields?: Field[];
  metadata?: ValuesByKey<Metadata>;
  created_by?: string | null;
  trigger_webhook?: boolean;
  pretty?: boolean;
}

/** An item of a repeater. */
export interface RepeatingItem<Field> {
  type: "repeating_item";
  title?: string;
  key?: string;
  children: Field[];
}
)";

}  // namespace inkwell::objects
