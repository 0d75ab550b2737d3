// node texts.mjs [--check | --write]: the texts that people read, found in the sources with the compiler's own parser.
// Without an option it lists the keys; --write brings the catalogues up to date: new keys come with an empty text, which shows
// English, and what nobody says any more goes. --check fails on texts past t(), and on catalogues that miss something.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = dirname(fileURLToPath(import.meta.url));
/** Files and folders of src whose texts are not through t() yet. The list is to be empty. */
export const exempt = [];

// Attributes of elements, and properties of our own components, that people read.
const read = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label',
  'empty', 'yes', 'text', 'hint']);
const told = new Set(['say', 'fail', 'confirm', 'many']);
const names = new Set(['Inkwell', 'curl', 'Ctrl', 'K', 'JSON', 'CSV', 'HTML', 'Markdown']);

const hasWords = (value) => (value.match(/\p{L}+/gu) ?? []).some((word) => !names.has(word));

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  }).sort();
}

const parse = (file, source = readFileSync(file, 'utf8')) => ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true,
  file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
const nameOf = (node) => (ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '');

/** The literal texts that an expression can become, without those that calls are given. */
function literals(node) {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [{ node, value: node.text }];
  if (ts.isTemplateExpression(node)) return [{ node, value: [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ') }];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node)) return literals(node.expression);
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const either = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken];
    return [...(either.includes(node.operatorToken.kind) ? literals(node.left) : []), ...literals(node.right)];
  }
  return [];
}

const within = (node) => {
  for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at) || ts.isClassLike(at)) return true;
  return false;
};

/** Texts of a file that go past t(), each with its line. */
export function problemsOf(file, source) {
  const tree = parse(file, source);
  const found = [];
  const tell = (node, what) => found.push(`${relative(here, file)}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`);
  const judge = (expression) => {
    for (const { node, value } of literals(expression)) if (hasWords(value)) tell(node, `“${value.trim()}” does not go through t()`);
  };
  const visit = (node) => {
    if (ts.isJsxText(node) && hasWords(node.text)) tell(node, `“${node.text.trim()}” does not go through t()`);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) judge(node.expression);
    if (ts.isJsxAttribute(node) && read.has(node.name.getText()) && node.initializer)
      judge(ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer);
    if (ts.isCallExpression(node) && told.has(nameOf(node.expression))) node.arguments.forEach(judge);
    if (ts.isNewExpression(node) && /Error$/.test(nameOf(node.expression))) node.arguments?.forEach(judge);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && node.left.getText() === 'document.title') judge(node.right);
    if (ts.isCallExpression(node) && ['t', 'plural'].includes(node.expression.getText())) {
      if (!within(node)) tell(node, `${node.getText()} is read before the catalogue is there: call it where something is drawn`);
      if (node.arguments.some((each) => ts.isTemplateExpression(each))) tell(node, 'the key is made of parts: use {names} in one sentence');
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Every key below `folder` with its English: a sentence, or its forms for one and for others. */
export function keysOf(folder, leaveOut = []) {
  const keys = {};
  for (const file of filesOf(folder)) {
    if (leaveOut.some((each) => relative(folder, file).startsWith(each))) continue;
    const visit = (node) => {
      if (ts.isCallExpression(node)) {
        const name = node.expression.getText();
        if (name === 't' || name === 'text') for (const { value } of literals(node.arguments[0])) keys[value] ??= value;
        if (name === 'plural') {
          const [one, other] = [literals(node.arguments[1])[0], literals(node.arguments[2])[0]];
          if (one && other) keys[other.value] = { one: one.value, other: other.value };
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(parse(file));
  }
  return Object.fromEntries(Object.entries(keys).sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
}

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const marked = [...'áƀçđéƒǧĥíĵķľɱñóþǫřšťúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶĽṀÑÓÞǪŘŠŤÚṼŴẊÝŽ'];

function strange(text, name) {
  if (name === 'ar-XB') return text.split(/(\{\w+\})/).map((part, index) => (index % 2 ? part : part && `\u202e${part}\u202c`)).join('');
  const accented = text.split(/(\{\w+\})/).map((part, index) =>
    (index % 2 ? part : [...part].map((letter) => (plain.includes(letter) ? marked[plain.indexOf(letter)] : letter)).join(''))).join('');
  return `[${accented}${' ~'.repeat(Math.ceil((text.length * 0.3) / 2))}]`;
}

/** A catalogue that nobody translated: it shows what is missed, cut off or on the wrong side. */
export const pseudo = (keys, name) => Object.fromEntries(Object.entries(keys).map(([key, english]) => [key,
  typeof english === 'string' ? strange(english, name) : Object.fromEntries(Object.entries(english).map(([form, text]) => [form, strange(text, name)]))]));

const holes = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join();

/** What is wrong with a catalogue: keys it lacks, keys that nobody says, other places for names than the English has. */
export function problemsOfCatalogue(name, catalogue, needed, known) {
  const found = [];
  for (const [key, english] of Object.entries(needed)) {
    const texts = typeof catalogue[key] === 'object' ? Object.values(catalogue[key]) : [catalogue[key]];
    if (texts.some((each) => !each)) found.push(`${name} lacks “${key}”`);
    else if (typeof english !== typeof catalogue[key]) found.push(`${name}: “${key}” ${typeof english === 'string' ? 'has no forms' : 'needs the forms of a number'}`);
    else if (typeof english === 'string' && holes(texts[0]) !== holes(english)) found.push(`${name}: “${key}” has other names in braces`);
  }
  for (const key of Object.keys(catalogue)) if (!(key in known)) found.push(`${name}: nobody says “${key}” any more`);
  return found;
}

export function check(folder = join(here, 'src')) {
  const found = filesOf(folder).filter((file) => !exempt.some((each) => relative(folder, file).startsWith(each))).flatMap((file) => problemsOf(file));
  const [needed, known] = [keysOf(folder, exempt), keysOf(folder)];
  for (const file of readdirSync(join(folder, 'catalogues')).filter((name) => name.endsWith('.json'))) {
    found.push(...problemsOfCatalogue(file, JSON.parse(readFileSync(join(folder, 'catalogues', file), 'utf8')), needed, known));
  }
  return found;
}

function write(folder) {
  const keys = keysOf(folder);
  for (const name of readdirSync(join(folder, 'catalogues')).filter((each) => each.endsWith('.json'))) {
    const file = join(folder, 'catalogues', name);
    const before = JSON.parse(readFileSync(file, 'utf8'));
    const forms = new Intl.PluralRules(name.slice(0, -5)).resolvedOptions().pluralCategories;
    const now = Object.entries(keys).map(([key, english]) => [key,
      before[key] ?? (typeof english === 'string' ? '' : Object.fromEntries(forms.map((form) => [form, ''])))]);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(now), null, 1)}\n`);
    console.log(`${name}: ${now.filter(([, text]) => !text || Object.values(text).some((form) => !form)).length} of ${now.length} texts wait for a translation`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(here, 'src');
  if (process.argv.includes('--write')) write(folder);
  else if (process.argv.includes('--check')) {
    const found = check(folder);
    console.log(found.join('\n') || 'Every text goes through t(), and every catalogue has it.');
    process.exit(found.length ? 1 : 0);
  } else console.log(Object.keys(keysOf(folder)).join('\n'));
}
