// Drives @cosmicjs/sdk, unmodified but for its addresses: node hosted_sdk.mjs <world>, a JSON object with the server's
// addresses and a bucket's keys. An assertion that does not hold ends it with code 1.
import assert from 'node:assert/strict';
import { createBucketClient } from '@cosmicjs/sdk';
import { picture, refused, world } from './hosted_world.mjs';

const { main, upload, slug, readKey, writeKey } = world;
const custom = { apiUrl: `${main}/v3`, uploadUrl: `${upload}/v3` };
const cosmic = createBucketClient({ bucketSlug: slug, readKey, writeKey, custom });

async function objectTypes() {
    assert.deepEqual((await cosmic.objectTypes.find()).object_types, []);
    await cosmic.objectTypes.insertOne({ title: 'Authors', metafields: [{ title: 'City', key: 'city', type: 'text' }] });
    const made = await cosmic.objectTypes.insertOne({
        title: 'Posts',
        slug: 'posts',
        emoji: '🌍',
        metafields: [
            { title: 'Lead', key: 'lead', type: 'textarea' },
            { title: 'Price', key: 'price', type: 'number' },
            { title: 'Featured', key: 'featured', type: 'switch', options: 'true,false' },
            { title: 'Tags', key: 'tags', type: 'check-boxes', options: [{ value: 'sea' }, { value: 'hills' }] },
            {
                title: 'Level',
                key: 'level',
                type: 'select-dropdown',
                options: [
                    { key: 'e', value: 'Easy' },
                    { key: 'h', value: 'Hard' },
                ],
            },
            { title: 'Hero', key: 'hero', type: 'file' },
            { title: 'Author', key: 'author', type: 'object', object_type: 'authors' },
            { title: 'Readers', key: 'readers', type: 'objects', object_type: 'authors' },
            {
                title: 'SEO',
                key: 'seo',
                type: 'parent',
                children: [
                    { title: 'Title', key: 'title', type: 'text' },
                    { title: 'Image', key: 'image', type: 'file' },
                ],
            },
            {
                title: 'Steps',
                key: 'steps',
                type: 'repeater',
                repeater_fields: [
                    { title: 'Text', key: 'text', type: 'text' },
                    { title: 'Minutes', key: 'minutes', type: 'number' },
                ],
            },
        ],
    });
    assert.equal(made.object_type.slug, 'posts');
    const { object_types: all } = await cosmic.objectTypes.find();
    assert.deepEqual(
        all.map((type) => type.slug),
        ['authors', 'posts'],
    );
    await cosmic.objectTypes.updateOne('authors', { singular: 'Author' });
    assert.equal((await cosmic.objectTypes.findOne('authors')).object_type.singular, 'Author');
    await cosmic.objectTypes.insertOne({ title: 'Gone' });
    await cosmic.objectTypes.deleteOne('gone');
    assert.equal((await refused(cosmic.objectTypes.findOne('gone'))).status, 404);
}

async function media() {
    const none = await refused(cosmic.media.find());
    assert.equal(none.status, 404);
    assert.match(none.message, /^No media found in bucket/);

    const folder = await fetch(`${custom.apiUrl}/buckets/${slug}/media-folders`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${writeKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'Photos' }),
    });
    assert.equal(folder.status, 200);
    const { media: plain } = await cosmic.media.insertOne({ media: picture, filename: 'sea.png', contentType: 'image/png' });
    const { media: filed } = await cosmic.media.insertOne({
        media: { buffer: picture, originalname: 'hills.png' },
        folder: 'photos',
        metadata: { caption: 'Hills' },
    });
    assert.equal(plain.folder, null);
    assert.equal(filed.folder, 'photos');
    assert.equal(filed.original_name, 'hills.png');
    assert.equal(filed.metadata.caption, 'Hills');
    const missing = await refused(cosmic.media.insertOne({ media: picture, filename: 'x.png', folder: 'nowhere' }));
    assert.match(missing.message, /nowhere/);

    assert.equal((await cosmic.media.find().limit(1)).media.length, 1);
    assert.equal((await cosmic.media.find().limit(1)).total, 2);
    const inFolder = await cosmic.media.find({ folder: 'photos' }).props('name,folder,imgix_url');
    assert.deepEqual(inFolder.media, [{ name: filed.name, folder: 'photos', imgix_url: filed.imgix_url }]);
    const byAge = await cosmic.media.find().props(['id', 'created_at']).sort('created_at').skip(1);
    assert.deepEqual(byAge.media, [{ id: filed.id, created_at: filed.created_at }]);
    assert.match(filed.created_at, /^\d{4}-\d\d-\d\dT/);
    const since = await cosmic.media.find({ created_at: { $gt: '2000-01-01T00:00:00.000Z' } }).useCache();
    assert.equal(since.total, 2);
    const { media: one } = await cosmic.media.findOne({ name: plain.name });
    assert.equal(one.id, plain.id);

    await cosmic.media.updateOne(filed.id, { alt_text: 'Some hills' });
    await cosmic.media.updateOne(plain.id, { folder: 'photos' });
    const edited = (await cosmic.media.findOne({ id: filed.id })).media;
    assert.equal(edited.alt_text, 'Some hills');
    assert.equal(edited.metadata.caption, 'Hills');
    assert.equal((await cosmic.media.find({ folder: 'photos' })).total, 2);
    await cosmic.media.updateOne(plain.id, { folder: null });

    const shown = await fetch(`${filed.imgix_url}?w=20&fm=webp`);
    assert.equal(shown.headers.get('content-type'), 'image/webp');
    const { media: doomed } = await cosmic.media.insertOne({ media: picture, filename: 'gone.png' });
    await cosmic.media.deleteOne(doomed.id);
    assert.equal((await refused(cosmic.media.findOne({ id: doomed.id }))).status, 404);
    return { plain, filed };
}

async function writes(files) {
    const { object: ada } = await cosmic.objects.insertOne({ title: 'Ada', type: 'authors', metadata: { city: 'Bergen' } });
    const { object: bob } = await cosmic.objects.insertOne({ title: 'Bob', type: 'authors', metadata: { city: null } });
    const metadata = {
        lead: 'By the sea',
        price: 12.5,
        featured: true,
        tags: ['sea'],
        level: 'Hard',
        hero: files.filed.name,
        author: ada.id,
        readers: [ada.id, bob.id],
        seo: { title: 'Sea', image: files.plain.name },
        steps: [{ text: 'Go', minutes: 5 }, { text: 'Come back' }],
    };
    const { object: post } = await cosmic.objects.insertOne({
        title: 'A walk',
        type: 'posts',
        thumbnail: files.filed.name,
        metadata,
    });
    assert.equal(post.slug, 'a-walk');
    assert.equal(post.thumbnail, files.filed.imgix_url);
    assert.deepEqual(post.metadata.level, { key: 'h', value: 'Hard' });
    assert.deepEqual(
        post.metadata.steps.map((step) => [step.text, step.minutes]),
        [
            ['Go', 5],
            ['Come back', null],
        ],
    );

    await cosmic.objects.updateOne(post.id, { metadata: { price: 20, seo: { title: 'The sea' } } });
    const { object: edited } = await cosmic.objects.findOne({ id: post.id });
    assert.equal(edited.metadata.price, 20);
    assert.equal(edited.metadata.lead, 'By the sea');
    assert.equal(edited.metadata.seo.title, 'The sea');
    assert.equal(edited.metadata.seo.image.name, files.plain.name);
    // What was read may be sent back.
    await cosmic.objects.updateOne(post.id, { metadata: edited.metadata });
    assert.deepEqual((await cosmic.objects.findOne({ id: post.id })).object.metadata, edited.metadata);

    const bad = await refused(cosmic.objects.insertOne({ title: 'X', type: 'posts', metadata: { price: 'much', seo: 1 } }));
    assert.equal(bad.status, 400);
    assert.deepEqual(
        bad.problems.map((problem) => problem.path),
        ['metadata.seo', 'metadata.price'],
    );
    assert.match((await refused(cosmic.objects.insertOne({ type: 'posts' }))).message, /title/);
    assert.equal((await refused(cosmic.objects.updateOne('0123456789abcdef01234567', { title: 'X' }))).status, 404);
    await assert.rejects(
        createBucketClient({ bucketSlug: slug, readKey, custom }).objects.insertOne({ title: 'X', type: 'posts' }),
        /writeKey/,
    );
    const { object: draft } = await cosmic.objects.insertOne({ title: 'A draft', type: 'posts', status: 'draft' });
    const { object: doomed } = await cosmic.objects.insertOne({ title: 'Gone', type: 'posts' });
    await cosmic.objects.deleteOne(doomed.id, true);
    for (const title of ['B walk', 'C walk']) await cosmic.objects.insertOne({ title, type: 'posts', metadata: { price: 1 } });
    return { ada, bob, post, draft };
}

async function reads(files, { ada, bob, post, draft }) {
    const all = await cosmic.objects.find({ type: 'posts' }).props('id,title').sort('created_at').limit(2);
    assert.equal(all.total, 3);
    assert.deepEqual(all.objects[0], { id: post.id, title: 'A walk' });
    const next = await cosmic.objects.find({ type: 'posts' }).sort('created_at').after(all.objects[1].id);
    assert.deepEqual(
        next.objects.map((object) => object.title),
        ['C walk'],
    );
    assert.equal((await cosmic.objects.find({ type: 'posts' }).skip(2)).objects.length, 1);
    const cheap = await cosmic.objects.find({ type: 'posts', 'metadata.price': { $lt: 5 } }).props(['title']);
    assert.equal(cheap.total, 2);
    const by = await cosmic.objects.find({ $or: [{ 'metadata.author': ada.id }, { slug: 'nobody' }] });
    assert.equal(by.objects[0].metadata.author.metadata.city, 'Bergen');
    const awkward = await refused(cosmic.objects.find({ title: 'a+b & "c" #1 ä?' }));
    assert.match(awkward.message, /^No objects found for your query/);

    assert.equal((await cosmic.objects.findOne({ id: post.id }).depth(0)).object.metadata.author, ada.id);
    const { object: opened } = await cosmic.objects.findOne({ id: post.id }).depth(1);
    assert.deepEqual(
        opened.metadata.readers.map((reader) => reader.id),
        [ada.id, bob.id],
    );
    const graph = await cosmic.objects.findOne({ id: post.id }).props(`{
        title
        metadata {
            lead
            author {
                title
                metadata {
                    city
                }
            }
            hero {
                imgix_url
            }
        }
    }`);
    assert.deepEqual(graph.object, {
        title: 'A walk',
        metadata: {
            lead: 'By the sea',
            hero: { imgix_url: files.filed.imgix_url },
            author: { title: 'Ada', metadata: { city: 'Bergen' } },
        },
    });

    assert.equal((await refused(cosmic.objects.findOne({ id: draft.id }))).status, 404);
    assert.equal((await cosmic.objects.findOne({ id: draft.id }).status('any')).object.status, 'draft');
    const wrong = createBucketClient({ bucketSlug: slug, readKey: 'wrong', custom });
    assert.equal((await refused(wrong.objects.find({ type: 'posts' }))).status, 401);
    assert.equal((await refused(cosmic.objects.find({ type: { $near: 1 } }))).status, 400);
    assert.equal((await refused(cosmic.objects.find({}).sort('nonsense'))).status, 400);
}

async function joins(files, { post }) {
    const props = 'id,title,metadata.hero.url,metadata.hero.imgix_url,metadata.seo.image.url';
    const one = await cosmic.objects.findOne({ id: post.id }).props(props).options({ media: { props: 'alt_text,size' } });
    const { hero, seo } = one.object.metadata;
    assert.deepEqual([hero.alt_text, hero.size], ['Some hills', files.filed.size]);
    assert.deepEqual([seo.image.alt_text, seo.image.imgix_url], [null, files.plain.imgix_url]);
    const many = await cosmic.objects.find({ type: 'posts' }).props(props).options({ media: { props: 'all' } });
    assert.equal(many.objects.find((object) => object.id === post.id).metadata.hero.original_name, 'hills.png');
}

async function revisions({ post }) {
    const { revision } = await cosmic.objectRevisions.insertOne(post.id, {
        title: 'A longer walk',
        status: 'draft',
        metadata: { lead: 'Along the sea' },
    });
    const all = await cosmic.objectRevisions.find(post.id).status('any').props('id,title').limit(5);
    assert.deepEqual(all.revisions, [{ id: revision.id, title: 'A longer walk' }]);
    const one = await cosmic.objectRevisions.findOne({ objectId: post.id, revisionId: revision.id })
        .status('any')
        .depth(0);
    assert.equal(one.revision.metadata.lead, 'Along the sea');
    assert.equal(one.revision.metadata.price, 20);
    assert.equal((await cosmic.objects.findOne({ id: post.id })).object.title, 'A walk');
}

await objectTypes();
const files = await media();
const made = await writes(files);
await reads(files, made);
await joins(files, made);
await revisions(made);
assert.equal((await refused(cosmic.ai.generateText({ prompt: 'x' }))).status, 404);
console.log('done');
