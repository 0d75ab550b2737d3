// Drives cosmicjs 4 or 5, unmodified but for its addresses, against /v2: node hosted_cosmicjs.mjs 4|5 <world>.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { picture, refused, world } from './hosted_world.mjs';

const require = createRequire(import.meta.url);
const version = process.argv[2];
process.env.COSMIC_API_URL = world.main;
process.env.UPLOAD_API_URL = world.upload;
const Cosmic = require(`cosmicjs-${version}`);
const custom = { apiUrl: `${world.main}/v2`, uploadUrl: `${world.upload}/v2` };
const connect = (more = {}) => Cosmic(version === '4' ? more : { custom, ...more });
const bucket = connect().bucket({ slug: world.slug, read_key: world.readKey, write_key: world.writeKey });

async function objectTypes() {
    const metafields = [
        { title: 'Lead', key: 'lead', type: 'text' },
        { title: 'Price', key: 'price', type: 'number' },
        { title: 'Hero', key: 'hero', type: 'file' },
        { title: 'Next', key: 'next', type: 'object', object_type: 'posts' },
    ];
    const { object_type: made } = await bucket.addObjectType({ title: 'Posts', singular: 'Post', slug: 'posts', metafields });
    assert.equal(made.slug, 'posts');
    await bucket.editObjectType({ slug: 'posts', title: 'All posts' });
    assert.equal((await bucket.getObjectType({ slug: 'posts' })).object_type.title, 'All posts');
    await bucket.addObjectType({ title: 'Gone' });
    await bucket.deleteObjectType({ slug: 'gone' });
    assert.equal((await bucket.getObjectTypes()).object_types.length, 1);
    assert.equal((await refused(bucket.getObjectType({ slug: 'gone' }))).status, 404);
}

async function media() {
    const none = await refused(bucket.getMedia());
    assert.deepEqual([none.status, none.message], [404, 'No media found in bucket']);
    const { media: plain } = await bucket.addMedia({ media: { buffer: picture, originalname: 'sea.png' } });
    const { media: filed } = await bucket.media.insertOne({
        media: { buffer: picture, originalname: 'hills.png' },
        folder: 'photos',
        metadata: { caption: 'Hills' },
        trigger_webhook: true,
    });
    assert.equal(filed.imgix_url, filed.image_url);
    assert.deepEqual(filed.metadata, { caption: 'Hills' });
    const found = await bucket.media.find({ folder: 'photos' }).props('id,name').sort('-created').limit(5).skip(0);
    assert.deepEqual(found.media, [{ id: filed.id, name: filed.name }]);
    assert.equal((await bucket.media.findOne({ id: plain.id })).media.folder, null);
    assert.equal((await bucket.getSingleMedia({ id: plain.id, props: 'name' })).media.name, plain.name);
    assert.equal((await bucket.getMedia({ limit: 1, query: { type: 'image/png' } })).total, 2);
    const { media: gone } = await bucket.addMedia({ media: { buffer: picture, originalname: 'gone.png' } });
    await bucket.deleteMedia({ id: gone.id });
    assert.equal((await refused(bucket.getSingleMedia({ id: gone.id }))).status, 404);
    return filed;
}

async function writes(file) {
    const { object: first } = await bucket.addObject({
        title: 'First',
        type: 'posts',
        content: '<p>Hello</p>',
        thumbnail: file.name,
        metafields: [
            { type: 'text', title: 'Lead', key: 'lead', value: 'By the sea' },
            { key: 'hero', value: file.name },
        ],
    });
    assert.equal(first.thumbnail, file.imgix_url);
    assert.equal(first.metadata.hero.imgix_url, file.imgix_url);
    const { object: second } = await bucket.objects.insertOne({
        title: 'Second',
        type: 'posts',
        metafields: [{ key: 'next', value: first.id }],
    });
    const { object: draft } = await bucket.objects.insertOne({ title: 'Draft', type: 'posts', status: 'draft' });
    await bucket.objects.updateOne({ id: second.id }, { $set: { title: 'The second' } });
    await bucket.editObject({ id: first.id, content: '<p>Hi</p>' });
    await bucket.editObjectMetafield({ id: first.id, key: 'price', value: 5 });
    const { metafields } = await bucket.getObjectMetafields({ id: first.id });
    assert.equal(metafields.find((metafield) => metafield.key === 'price').value, 5);
    for (const remove of ['deleteObject', 'deleteOne']) {
        const { object: gone } = await bucket.addObject({ title: 'Gone', type: 'posts' });
        await (remove === 'deleteOne' ? bucket.objects.deleteOne({ id: gone.id, trigger_webhook: true }) : bucket.deleteObject(gone));
        assert.equal((await refused(bucket.getObject({ id: gone.id }))).status, 404);
    }
    const bad = await refused(bucket.addObject({ type: 'posts', metafields: [{ key: 'price', value: 'much' }] }));
    assert.equal(bad.status, 400);
    assert.match(bad.message, /title/);
    return { first, second, draft };
}

async function reads({ first, second, draft }) {
    const list = await bucket.objects.find({ type: 'posts' }).props('id,title').sort('created_at').limit(1).skip(1);
    assert.deepEqual(list.objects, [{ id: second.id, title: 'The second' }]);
    assert.equal(list.total, 2);
    const next = await bucket.objects.find({ type: 'posts' }).sort('created_at').after(first.id).useCache(false);
    assert.equal(next.objects[0].metadata.next.title, 'First');
    const flat = await bucket.objects.find({ slug: 'second' }).depth(0).showMetafields(true).status('any');
    assert.equal(flat.objects[0].metadata.next, first.id);
    assert.equal(flat.objects[0].metafields.length, 4);
    assert.equal((await bucket.objects.findOne({ id: first.id }).props('title')).object.title, 'First');
    const older = await bucket.getObjects({ query: { 'metadata.price': { $gte: 5 } }, props: 'title', limit: 3, use_cache: false });
    assert.deepEqual(older.objects, [{ title: 'First' }]);
    assert.equal((await bucket.getObject({ id: draft.id, status: 'any' })).object.title, 'Draft');
    assert.equal((await refused(bucket.getObject({ id: draft.id }))).status, 404);
    const none = await refused(bucket.objects.find({ slug: 'nobody' }));
    assert.equal(none.status, 404);
    assert.match(none.message, /^No objects found for your query/);
    assert.equal((await refused(bucket.getObjects({ query: { colour: 'red' } }))).status, 400);
    const stranger = connect().bucket({ slug: world.slug, read_key: 'wrong' });
    assert.equal((await refused(stranger.getObjects())).status, 401);
}

async function revisions({ first }) {
    await bucket.addObjectRevision({ id: first.id, title: 'Of the sea', status: 'draft' });
    const { revisions: all } = await bucket.getObjectRevisions({ id: first.id, status: 'any', limit: 5 });
    assert.deepEqual(
        all.map((revision) => revision.title),
        ['Of the sea'],
    );
}

async function people() {
    const { token } = await connect().authenticate({ email: world.email, password: world.password });
    const api = connect({ token });
    assert.equal((await api.getUser()).user.email, world.email);
    assert.deepEqual(
        (await api.getBuckets()).buckets.map((one) => one.slug),
        [world.slug],
    );
    await api.editBucket({ slug: world.slug, title: 'A new title' });
    assert.equal((await api.getBucket({ slug: world.slug })).bucket.title, 'A new title');
    assert.equal((await api.bucket({ slug: world.slug }).getUsers()).users.length, 1);
    await api.addBucket({ title: 'Second', slug: 'second-bucket' });
    await api.deleteBucket({ slug: 'second-bucket' });
    assert.equal((await refused(api.getBucket({ slug: 'second-bucket' }))).status, 404);
}

await objectTypes();
const made = await writes(await media());
await reads(made);
await revisions(made);
await people();
console.log('done');
