// The types of the dashboard's sources are those that the running server describes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve, test } from './support.mjs';

// Where npm has installed what makes the types: the build folder, or the sources of whoever works on them.
const folder = [process.env.DASHBOARD_BUILD, process.env.DASHBOARD_TREE].map((each) => join(each, 'plugins/dashboard/web'))
  .find((each) => existsSync(join(each, 'node_modules/openapi-typescript')));
const { committed, typesOf } = await import(pathToFileURL(join(folder, 'types.mjs')).href);

let server;
before(async () => {
  server = await serve();
});
after(() => server?.stop());

test('the types in the sources are those of the server that runs', async () => {
  const document = await (await fetch(`${server.url}/v2/openapi.json`)).json();
  assert.ok(Object.keys(document.components.schemas).length > 50);
  const [now, before] = [(await typesOf(document)).split('\n'), committed().split('\n')];
  const at = now.findIndex((line, index) => line !== before[index]);
  assert.ok(at < 0 && now.length === before.length,
    `src/api.d.ts differs from the server at line ${at + 1}: “${before[at]?.trim()}” is “${now[at]?.trim()}”. Run npm run types -- URL/v2/openapi.json in plugins/dashboard/web.`);
});

test('a server that answers something else would be noticed', async () => {
  const document = await (await fetch(`${server.url}/v2/openapi.json`)).json();
  document.components.schemas.User.properties.email = { type: 'number' };
  assert.notEqual(await typesOf(document), committed());
});
