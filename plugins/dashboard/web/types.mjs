// node types.mjs OPENAPI [--check]: writes src/api.d.ts from the document of a running server, an address or a file; with --check it
// compares, and says what to do when they differ. The answers' types in the sources are these.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const file = join(dirname(fileURLToPath(import.meta.url)), 'src/api.d.ts');
const head = '// Made by `npm run types` from GET /v2/openapi.json: change the server, not this file.\n';

// What an answer holds is what the sources use: the lists of addresses with all their parameters are ten times as long.
function bare(document) {
  const left = (value) => {
    if (Array.isArray(value)) return value.map(left);
    if (!value || typeof value !== 'object') return value;
    // Words and examples are in the server's documents. A property may be called so too: that is an object with a type.
    const spoken = ([name, each]) => ['description', 'summary'].includes(name) ? typeof each === 'string' : ['example', 'examples'].includes(name) && !each?.type;
    return Object.fromEntries(Object.entries(value).filter((entry) => !spoken(entry)).map(([name, each]) => [name, left(each)]));
  };
  const { schemas } = document.components;
  return { openapi: document.openapi, info: { title: 'Inkwell', version: '2' }, paths: {}, components: { schemas: left(schemas) } };
}

export async function typesOf(document) {
  return head + astToString(await openapiTS(bare(document), { alphabetize: true, silent: true }));
}
export const committed = () => readFileSync(file, 'utf8');

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const from = process.argv[2];
  const document = JSON.parse(/^https?:/.test(from) ? await (await fetch(from)).text() : readFileSync(from, 'utf8'));
  writeFileSync(file, await typesOf(document));
}
