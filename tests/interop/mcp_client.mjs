// The tools of /mcp as the official SDK of the protocol sees them: node mcp_client.mjs URL COMMAND, tokens in the
// environment. Prints "done" when everything was as it must be.
import assert from 'node:assert/strict';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const url = new URL(process.argv[2]);

async function connect(token) {
  const client = new Client({name: 'inkwell-tests', version: '1'});
  const transport = new StreamableHTTPClientTransport(url, {requestInit: {headers: {Authorization: `Bearer ${token}`}}});
  await client.connect(transport);
  assert.equal(transport.sessionId, undefined);
  return client;
}

/** What a tool answers; it must not be refused. */
async function call(client, name, args = {}) {
  const result = await client.callTool({name, arguments: args});
  assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
  return JSON.parse(result.content[0].text);
}

/** The refusal of a tool, which must be one. */
async function refusal(client, name, args = {}) {
  const result = await client.callTool({name, arguments: args});
  assert.equal(result.isError, true, `${name} is not refused: ${result.content[0].text}`);
  return JSON.parse(result.content[0].text);
}

const writer = await connect(process.env.WRITER);
assert.equal(writer.getServerVersion().name, 'inkwell');
assert.match(writer.getInstructions(), /describe_types/);
await writer.ping();

const {tools} = await writer.listTools();
assert.deepEqual(tools.map((tool) => tool.name), [
  'list_buckets', 'describe_types', 'find_objects', 'search_content', 'read_object', 'find_media', 'create_draft', 'edit_draft',
  'publish_object', 'upload_media',
]);
for (const tool of tools) assert.equal(tool.inputSchema.type, 'object');

const {buckets} = await call(writer, 'list_buckets');
assert.equal(buckets.length, 1);
const {object_types: types} = await call(writer, 'describe_types');
assert.deepEqual(types.map((type) => type.slug), ['posts']);
assert.deepEqual(types[0].metafields.map((metafield) => metafield.key), ['lead', 'price', 'picture']);

// A file, and a draft that shows it.
const bytes = Buffer.from(Array.from({length: 200_000}, (_, n) => (n * 31) % 251));
const {media} = await call(writer, 'upload_media', {
  file_name: 'große "Datei".bin', data: bytes.toString('base64'), alt_text: 'All bytes',
});
assert.equal(media.size, bytes.length);
assert.equal(media.metadata.alt_text, 'All bytes');
const {media: records} = await call(writer, 'find_media', {query: {name: media.name}});
assert.equal(records[0].id, media.id);
const {object: made} = await call(writer, 'create_draft', {
  type: 'posts', title: 'One', content: '<p>Low water</p>',
  metafields: [{key: 'lead', value: 'Hello'}, {key: 'picture', value: media.name}],
});
assert.equal(made.status, 'draft');
assert.equal(made.metadata.picture.id, media.id);

// It is a draft: who reads what is published alone does not find it.
const reader = await connect(process.env.READER);
assert.equal((await refusal(reader, 'read_object', {id: made.id})).status, 404);
assert.equal((await refusal(reader, 'read_object', {id: made.id, status: 'any'})).status, 403);
assert.equal((await refusal(reader, 'find_objects', {type: 'posts', status: 'any'})).status, 403);
assert.equal((await call(reader, 'find_objects', {type: 'posts'})).total, 0);
assert.equal((await call(reader, 'search_content', {q: 'low water'})).total, 0);

// And writes nothing.
assert.equal((await refusal(reader, 'create_draft', {type: 'posts', title: 'No'})).code, 'forbidden');
assert.equal((await refusal(reader, 'publish_object', {id: made.id})).code, 'forbidden');
assert.equal((await refusal(reader, 'upload_media', {file_name: 'a.txt', data: 'aGk='})).code, 'forbidden');

// A contributor who may only make drafts edits it, and does not publish it.
const drafter = await connect(process.env.DRAFTER);
const {object: edited} = await call(drafter, 'edit_draft', {id: made.id, metafields: [{key: 'price', value: 5}]});
assert.deepEqual([edited.title, edited.metadata.lead, edited.metadata.price], ['One', 'Hello', 5]);
assert.match((await refusal(drafter, 'publish_object', {id: made.id})).message, /publish/);
assert.equal((await call(drafter, 'read_object', {id: made.id, status: 'any'})).object.status, 'draft');

const {object: published} = await call(writer, 'publish_object', {id: made.id});
assert.equal(published.status, 'published');
assert.equal((await call(reader, 'read_object', {id: made.id})).object.metadata.price, 5);
assert.equal((await call(reader, 'search_content', {q: 'low water'})).results[0].id, made.id);

// Of what is published a draft is prepared, one edit upon the other, and readers see none of it.
await call(drafter, 'edit_draft', {id: made.id, title: 'Two'});
await call(drafter, 'edit_draft', {id: made.id, metafields: [{key: 'lead', value: 'Again'}]});
const {object: prepared} = await call(writer, 'read_object', {id: made.id, status: 'any'});
assert.deepEqual([prepared.title, prepared.metadata.lead, prepared.metadata.price], ['Two', 'Again', 5]);
assert.equal(prepared.metadata.picture.id, media.id);
assert.equal((await call(reader, 'read_object', {id: made.id})).object.title, 'One');
await call(writer, 'publish_object', {id: made.id});
const {objects} = await call(reader, 'find_objects', {
  type: 'posts', query: {'metadata.price': {$gte: 5}}, props: 'title,metadata.lead',
});
assert.deepEqual(objects, [{title: 'Two', metadata: {lead: 'Again'}}]);

// A mistake of the model is explained to it.
const wrong = await refusal(writer, 'create_draft', {type: 'posts', title: 'No', metafields: [{key: 'prize', value: 1}]});
assert.match(JSON.stringify(wrong.problems), /lead/);
const unknown = await refusal(writer, 'create_draft', {type: 'posts', tilte: 'No'});
assert.deepEqual(unknown.problems.map((problem) => problem.path), ['tilte', 'title']);
await assert.rejects(() => writer.callTool({name: 'drop_bucket', arguments: {}}), /there is no tool 'drop_bucket'/);
await assert.rejects(() => writer.listResources(), /does not support resources|resources/);

// No token, a wrong one, and the keys of the bucket open nothing.
for (const token of ['', 'bt_wrong', 'wrong', process.env.WRITE_KEY, process.env.READ_KEY]) {
  await assert.rejects(() => connect(token), /401|Unauthorized|token/i, token);
}
for (const client of [writer, reader, drafter]) await client.close();
console.log('done');
