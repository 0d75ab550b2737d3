// node build.mjs OUT [--source FILE.cpp]: bundles the application into OUT, compresses it once, and writes the C++
// source that holds it. Names carry a digest of their content, so browsers may keep them for ever.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { keysOf, pseudo } from './texts.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
const sourceAt = process.argv.indexOf('--source');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// The catalogues of src/catalogues, and two made up ones for tests: accents and a third longer, and from right to left.
const catalogues = {
  name: 'catalogues',
  setup(build) {
    build.onResolve({ filter: /^inkwell:/ }, ({ path }) => ({ path, namespace: 'catalogues' }));
    build.onLoad({ filter: /^inkwell:catalogues$/, namespace: 'catalogues' }, () => {
      const folder = join(here, 'src/catalogues');
      const found = readdirSync(folder).filter((name) => name.endsWith('.json'));
      const lines = found.map((name) => `'${name.slice(0, -5)}': () => import('./${name}'),`);
      for (const name of ['en-XA', 'ar-XB']) lines.push(`'${name}': () => import('inkwell:${name}'),`);
      return { contents: `export const catalogues = {${lines.join('')}};`, resolveDir: folder };
    });
    build.onLoad({ filter: /^inkwell:(en-XA|ar-XB)$/, namespace: 'catalogues' }, ({ path }) => ({
      contents: JSON.stringify(pseudo(keysOf(join(here, 'src')), path.slice(8))), loader: 'json',
    }));
  },
};

// What is loaded later begins with everything that is there already, so that esbuild keeps that in one file: the first
// load is one script, however many others share parts with it.
const later = {
  name: 'later',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'found' || !/\.tsx?$/.test(importer)) return;
      const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: 'found' });
      return found.errors.length ? found : { path: found.path, namespace: 'later' };
    });
    build.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `import ${JSON.stringify(join(here, 'src/main.tsx'))};\nexport * from ${JSON.stringify(path)};`, resolveDir: here,
    }));
  },
};

const shared = {
  absWorkingDir: here, outdir: out, entryNames: '[name]-[hash]', bundle: true, format: 'esm', target: 'es2022', minify: true,
  legalComments: 'none', write: false, logLevel: 'warning',
};
const result = await build({
  ...shared,
  entryPoints: { app: 'src/main.tsx', style: 'src/style.css' },
  chunkNames: '[name]-[hash]',
  splitting: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  metafile: true,
  plugins: [catalogues, later],
});
// The script of the frame around a sandboxed part stands alone: nothing of the application is in there.
const frame = await build({ ...shared, entryPoints: { frame: 'src/parts/frame.ts' } });

// The entry only names the file that everything is in: that file is the application.
const holds = (output) => Object.keys(output.inputs).includes('src/main.tsx');
const [application] = Object.entries(result.metafile.outputs).filter(([, output]) => holds(output)).map(([path]) => basename(path));
const empty = Object.entries(result.metafile.outputs).filter(([path, output]) => output.entryPoint === 'src/main.tsx' && basename(path) !== application);
const left = new Set(empty.map(([path]) => basename(path)));
const renamed = (text) => text.replaceAll(application, application.replace(/^chunk-/, 'app-'));
const files = [...result.outputFiles, ...frame.outputFiles]
  .filter((file) => !left.has(basename(file.path)))
  .map((file) => ({
    name: renamed(basename(file.path)),
    bytes: file.path.endsWith('.js') ? Buffer.from(renamed(file.text)) : Buffer.from(file.contents),
  }));
const named = (start, end) => files.find((file) => file.name.startsWith(start) && file.name.endsWith(end)).name;
for (const name of ['index.html', 'frame.html']) {
  const page = readFileSync(join(here, 'src', name), 'utf8')
    .replaceAll('@STYLE@', named('style-', '.css'))
    .replaceAll('@SCRIPT@', named('app-', '.js'))
    .replaceAll('@FRAME@', named('frame-', '.js'));
  files.push({ name, bytes: Buffer.from(page) });
}
files.sort((a, b) => (a.name < b.name ? -1 : 1));

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', html: 'text/html; charset=utf-8' };
for (const file of files) {
  file.type = types[file.name.split('.').pop()];
  file.gzip = gzipSync(file.bytes, { level: 9 });
  file.brotli = brotliCompressSync(file.bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: file.bytes.length },
  });
  writeFileSync(join(out, file.name), file.bytes);
  console.log(`${file.name}: ${file.bytes.length} bytes, gzip ${file.gzip.length}, brotli ${file.brotli.length}`);
}

// A literal per part: octal escapes of three digits cannot run into what follows.
const literal = (bytes) => {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 4000) {
    let line = '';
    for (const byte of bytes.subarray(at, at + 4000)) {
      if (byte >= 32 && byte < 127 && byte !== 34 && byte !== 92 && byte !== 63) line += String.fromCharCode(byte);
      else line += '\\' + byte.toString(8).padStart(3, '0');
    }
    lines.push(`"${line}"`);
  }
  return `{${lines.join('\n') || '""'}, ${bytes.length}}`;
};

if (sourceAt > 0) {
  const entries = files.map((file) => {
    const tag = createHash('sha256').update(file.bytes).digest('hex').slice(0, 32);
    return `    {"${file.name}", "${file.type}", "${tag}",\n${literal(file.bytes)},\n${literal(file.gzip)},\n${literal(file.brotli)}},\n`;
  });
  writeFileSync(
    process.argv[sourceAt + 1],
    '#include "assets.h"\n\nnamespace inkwell::dashboard {\n\nnamespace {\n\nconstexpr Asset kAssets[] = {\n' +
      entries.join('') +
      '};\n\n}  // namespace\n\nstd::span<const Asset> assets() { return kAssets; }\n\n}  // namespace inkwell::dashboard\n',
  );
}
