// node build.mjs OUT [--source FILE.cpp]: bundles the application into OUT, compresses it once, and writes the C++
// source that holds it. Names carry a digest of their content, so browsers may keep them for ever.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
const sourceAt = process.argv.indexOf('--source');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const result = await build({
  absWorkingDir: here,
  entryPoints: { app: 'src/main.tsx', style: 'src/style.css' },
  outdir: out,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  write: false,
  logLevel: 'warning',
});

const files = result.outputFiles.map((file) => ({ name: basename(file.path), bytes: Buffer.from(file.contents) }));
const named = (start, end) => files.find((file) => file.name.startsWith(start) && file.name.endsWith(end)).name;
const page = readFileSync(join(here, 'src/index.html'), 'utf8')
  .replaceAll('@STYLE@', named('style-', '.css'))
  .replaceAll('@SCRIPT@', named('app-', '.js'));
files.push({ name: 'index.html', bytes: Buffer.from(page) });
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
