// Each line that ends with "wrong" must be refused by tsc --strict, and no other.
import type { Authors, AuthorsCreation, ObjectTypes, Posts, PostsCreation, PostsEdit, PostsField } from "./bucket.js";

declare const post: Posts;
declare const author: Authors;

export const type: "authors" = post.type; // wrong
export const swapped: Posts = author; // wrong
export const unknownType: ObjectTypes["pages"] = post; // wrong
export const locale: "fr" | null = post.locale; // wrong
export const unset: PostsFieldOf = post.metadata.lead; // wrong
type PostsFieldOf = string | undefined;
export const missing = post.metadata?.none; // wrong
export const lead: number | undefined = post.metadata?.lead; // wrong
export const size: "medium" | undefined = post.metadata?.size?.value; // wrong
export const tone: string = post.metadata?.tone ?? null; // wrong
export const tags: "sea"[] | undefined = post.metadata?.tags; // wrong
export const featured: string | null | undefined = post.metadata?.featured; // wrong
export const price: number | undefined = post.metadata?.price; // wrong
export const url: string | undefined = post.metadata?.picture.url; // wrong
export const city = post.metadata?.author?.metadata?.city; // wrong
export const social: string | undefined = post.metadata?.page?.social?.card?.size; // wrong
export const minutes: string | null | undefined = post.metadata?.steps?.[0]?.minutes; // wrong

export const words: PostsField = { key: "price", value: "much" }; // wrong
export const option: PostsField = { key: "size", value: "medium" }; // wrong
export const noKey: PostsField = { key: "prize", value: 1 }; // wrong
export const inner: PostsField = { key: "page", children: [{ key: "titel", value: "x" }] }; // wrong
export const item: PostsField = { key: "steps", children: [{ children: [] }] }; // wrong
export const noTitle: PostsCreation = { type: "posts" }; // wrong
export const otherType: AuthorsCreation = { type: "posts", title: "x" }; // wrong
export const edit: PostsEdit = { type: "posts" }; // wrong
export const byKey: PostsCreation = { type: "posts", title: "x", metadata: { prize: 1 } }; // wrong
export const kept: PostsCreation = { type: "posts", title: "x", keep_revision: true }; // wrong
export const right: PostsEdit = { title: "x", metafields: [{ key: "price", value: 1 }] };
