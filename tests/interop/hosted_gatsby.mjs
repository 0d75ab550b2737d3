// Drives @cosmicjs/gatsby-source-cosmic, unmodified, as Gatsby does: node hosted_gatsby.mjs <world>. Its base URL cannot
// be configured, so that axios is told another one.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import Module, { createRequire } from 'node:module';
import { refused, world } from './hosted_world.mjs';

// Whoever stands for Gatsby says what it offers.
const load = Module._load;
Module._load = (name, ...more) => (name === 'gatsby/apis.json' ? { features: [] } : load(name, ...more));

const require = createRequire(import.meta.url);
const axios = require('axios');
const { Joi } = require('gatsby-plugin-utils');
const plugin = require('@cosmicjs/gatsby-source-cosmic/gatsby-node.js');

axios.interceptors.request.use((request) => {
    request.url = request.url.replace('https://api.cosmicjs.com/v3', `${world.main}/v3`);
    return request;
});

function gatsby() {
    const site = { nodes: [], types: [], said: [] };
    const kept = new Map();
    site.api = {
        actions: {
            createNode: (node) => site.nodes.push(node),
            createTypes: (types) => site.types.push(...types),
        },
        schema: { buildObjectType: (type) => type },
        cache: {
            get: async (key) => kept.get(key),
            set: async (key, value) => kept.set(key, value),
            del: async (key) => kept.delete(key),
        },
        createContentDigest: (content) => createHash('md5').update(JSON.stringify(content)).digest('hex'),
        reporter: {
            info: (text) => site.said.push(text),
            warn: (text) => site.said.push(text),
            panic: (text, error) => {
                throw new Error(`${text} ${error?.message ?? ''}`);
            },
        },
    };
    return site;
}

function optionsOf(given) {
    return plugin.pluginOptionsSchema({ Joi }).validateAsync({ bucketSlug: world.slug, readKey: world.readKey, ...given });
}

async function source(given) {
    const site = gatsby();
    const options = await optionsOf(given);
    await plugin.createSchemaCustomization(site.api, options);
    await plugin.sourceNodes(site.api, options);
    return site;
}

const titlesOf = (site, type) => site.nodes.filter((node) => node.internal.type === type).map((node) => node.title);

async function wholeBuckets() {
    const site = await source({ limit: 2 });
    assert.deepEqual(titlesOf(site, 'CosmicjsPosts'), ['One', 'Two', 'Three']);
    assert.deepEqual(titlesOf(site, 'CosmicjsAuthors'), ['Ada']);
    assert.ok(site.said.includes('Fetched 3 objects of type posts in 2 call(s) with limit 2.'), site.said.join('\n'));
    assert.ok(
        site.said.some((text) => text.startsWith('WARNING: No objects found') && text.includes('"slug": "empty"')),
        site.said.join('\n'),
    );
    const fields = Object.fromEntries(site.types.map((type) => [type.name, Object.keys(type.fields)]));
    assert.deepEqual(fields.CosmicjsPostsMetadata, ['hero', 'seo', 'steps']);
    assert.deepEqual(fields.CosmicjsPostsMetadataSeo, ['image']);
    const [one] = site.nodes.filter((node) => node.title === 'One');
    assert.equal(one.metadata.author.title, 'Ada');
    return { site, one };
}

async function chosenTypes() {
    const site = await source({
        depth: 0,
        sort: '-created_at',
        objectTypes: [
            { slug: 'posts', query: { 'metadata.price': { $gt: 1 } }, props: 'id,title,metadata.author' },
            'nowhere',
        ],
    });
    assert.deepEqual(titlesOf(site, 'CosmicjsPosts'), ['Three', 'Two']);
    assert.deepEqual(Object.keys(site.nodes[0].metadata), ['author']);
    assert.equal(titlesOf(site, 'CosmicjsAuthors').length, 0);
    assert.ok(site.said.some((text) => text.includes('nowhere') && text.includes('IGNORED')));
    assert.match(site.nodes.find((node) => node.title === 'Two').metadata.author, /^[0-9a-f]{24}$/);
}

async function images({ site, one }) {
    const image = site.types.find((type) => type.name === 'CosmicjsImage');
    assert.equal(image.fields.imgix_url, 'String!');
    const resolve = image.fields.gatsbyImageData.resolve;
    const data = await resolve(one.metadata.hero, { layout: 'fixed', width: 20, formats: ['webp'] }, {}, {});
    assert.deepEqual([data.width, data.height], [20, 15]);
    const address = data.images.sources[0].srcSet.split(' ')[0];
    const answer = await fetch(address);
    assert.equal(answer.headers.get('content-type'), 'image/webp');
}

async function errors() {
    const wrong = await refused(optionsOf({ readKey: 'wrong' }));
    assert.match(wrong.message, /Status Code: 401\nMessage: .*key/);
    assert.match((await refused(optionsOf({ bucketSlug: 'no-bucket' }))).message, /Status Code: 404/);
    const bad = await refused(source({ objectTypes: [{ slug: 'posts', query: { nope: 1 } }] }));
    assert.match(bad.message, /Problem fetching objects(.|\n)*"status": 400(.|\n)*'nope'/);
}

await images(await wholeBuckets());
await chosenTypes();
await errors();
console.log('done');
