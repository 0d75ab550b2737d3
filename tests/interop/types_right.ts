// The declarations of typed_bucket.json, used as they are meant, through the client of another service with this
// interface. Compiled by tsc --strict, and run: what it is answered must be what its types say.
import { strict as assert } from "node:assert";
import { createBucketClient } from "@cosmicjs/sdk";
import type {
  Authors, AuthorsCreation, Json, Media, ObjectList, ObjectTypes, Posts, PostsCreation, PostsEdit, PostsField, PostsMetadata,
  PostsMetadata2, Related, Type3d,
} from "./bucket.js";

const [apiUrl, bucketSlug, readKey, writeKey] = process.argv.slice(2) as [string, string, string, string];
const client = createBucketClient({ bucketSlug, readKey, writeKey, custom: { apiUrl, uploadUrl: apiUrl } });

const author: AuthorsCreation = { type: "authors", title: "Ada", metafields: [{ key: "city", value: "London" }] };
const { object: ada } = (await client.objects.insertOne(author)) as { object: Authors };

const fields: PostsField[] = [
  { key: "lead", value: "Hello" },
  { key: "size", value: "large" },
  { key: "tone", value: 'say "hi"' },
  { key: "tags", value: ["sea"] },
  { key: "featured", value: true },
  { key: "price", value: 19.5 },
  { key: "day", value: "" },
  { key: "chart", value: { points: [1, 2] } },
  { key: "author", value: ada.id },
  { key: "page", children: [{ key: "title", value: "Hi" }, { key: "social", children: [{ key: "card", value: "" }] }] },
  { key: "steps", children: [{ type: "repeating_item", children: [{ key: "minutes", value: 5 }] }] },
  { type: "text", title: "More", key: "more", value: "of the object alone" },
];
const creation: PostsCreation = { type: "posts", title: "One", locale: "de", status: "published", metafields: fields };
const { object: made } = (await client.objects.insertOne(creation)) as { object: Posts };
const edit: PostsEdit = { title: "First" };
await client.objects.updateOne(made.id, edit);

const { objects, total } = (await client.objects.find({ type: "posts" })) as unknown as ObjectList<Posts>;
assert.equal(total, 1);
const post: Posts = objects[0]!;
const type: "posts" = post.type;
const locale: "en" | "de" | null = post.locale;
const metadata: PostsMetadata = post.metadata!;
assert.deepEqual([type, locale, post.title], ["posts", "de", "First"]);

const lead: string | undefined = metadata.lead;
const size: "small" | "large" | undefined = metadata.size?.value;
const tone: "plain" | 'say "hi"' | null | undefined = metadata.tone;
const tags: ("sea" | "land")[] | undefined = metadata.tags;
const featured: boolean | null | undefined = metadata.featured;
const price: number | null | undefined = metadata.price;
const day: string | null | undefined = metadata.day;
const chart: Json | undefined = metadata.chart;
const picture: Media | null | undefined = metadata.picture;
const related: Related<"authors"> | null | undefined = metadata.author;
const seeAlso: Related<"posts">[] | undefined = metadata["see-also"];
const card: Media | null | undefined = metadata.page?.social?.card;
const minutes: number | null | undefined = metadata.steps?.[0]?.minutes;
assert.deepEqual(
  { lead, size, tone, tags, featured, price, day, chart, picture, seeAlso, card, minutes },
  {
    lead: "Hello", size: "large", tone: 'say "hi"', tags: ["sea"], featured: true, price: 19.5, day: null,
    chart: { points: [1, 2] }, picture: null, seeAlso: [], card: null, minutes: 5,
  },
);
assert.deepEqual(metadata.size, { key: "Large", value: "large" });
assert.deepEqual([metadata.summary, metadata.body, metadata.notes, metadata.page?.title], ["", "", "", "Hi"]);
if (typeof related !== "object" || related === null) throw new Error("the author is not opened");
const city: string | undefined = related.metadata?.city;
assert.equal(city, "London");

const { objects: flat } = (await client.objects.find({ type: "posts" }).depth(0)) as unknown as ObjectList<Posts>;
const id: Related<"authors"> | null | undefined = flat[0]?.metadata?.author;
assert.equal(id, ada.id);

// Values by key, also as they were read.
const byKey: PostsCreation = {
  type: "posts", title: "Two", locale: "en", thumbnail: null, created_by: null,
  metadata: { lead: "Hi", size: "small", price: 2, day: null, author: ada.id, page: { title: "x" }, steps: [{ minutes: 3 }] },
};
const { object: second } = (await client.objects.insertOne(byKey)) as { object: Posts };
assert.deepEqual([second.metadata?.lead, second.metadata?.size?.value, second.metadata?.price], ["Hi", "small", 2]);
const again: PostsEdit = { metadata: { ...metadata, price: 21 }, keep_revision: true };
const { object: edited } = (await client.objects.updateOne(made.id, again)) as { object: Posts };
assert.deepEqual([edited.metadata?.price, edited.metadata?.size?.value], [21, "large"]);

// Names that would meet, or are none of the language, are others.
export const one: ObjectTypes["posts-metadata"]["metadata"] = {} as PostsMetadata2;
export type Other = Type3d | PostsMetadata2;
console.log("right");
