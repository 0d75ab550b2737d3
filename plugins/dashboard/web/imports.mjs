// node imports.mjs: fails where files of src import one another in a circle, and names it. What is only a type does not count.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const src = join(dirname(fileURLToPath(import.meta.url)), 'src');
// A field may open a form, which has fields; and a group of fields is a field.
const recursive = new Set(['editor/relations.tsx editor/editor.tsx', 'editor/groups.tsx editor/fields.tsx']);

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name)).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
const known = new Set(files);
const fileAt = (path) => [`${path}.ts`, `${path}.tsx`, join(path, 'index.tsx')].find((each) => known.has(each));

const isOfTypes = ({ isTypeOnly, name, namedBindings: named }) =>
  isTypeOnly || (!name && named && ts.isNamedImports(named) && named.elements.every((each) => each.isTypeOnly));

function importsOf(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.text.startsWith('.')) return [];
    if (statement.importClause && isOfTypes(statement.importClause)) return [];
    return fileAt(join(dirname(file), statement.moduleSpecifier.text)) ?? [];
  });
}

const name = (file) => relative(src, file);
const done = new Set();
const circles = [];
function follow(file, way) {
  if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].map(name).join(' -> '));
  if (done.has(file)) return;
  for (const next of importsOf(file)) if (!recursive.has(`${name(file)} ${name(next)}`)) follow(next, [...way, file]);
  done.add(file);
}
for (const file of files) follow(file, []);
for (const circle of circles) console.error(`a circle: ${circle}`);
console.log(`${files.length} files, ${circles.length} circles`);
process.exit(circles.length || files.length < 100 ? 1 : 0);
