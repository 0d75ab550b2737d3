// README opens with a picture of the dashboard.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const tree = process.env.DASHBOARD_TREE;

test('README opens with a picture of a sane size', () => {
  const [, path] = /^# Inkwell\n\n!\[[^\]]{20,}\]\(([^)]+\.png)\)\n/.exec(readFileSync(join(tree, 'README.md'), 'utf8'));
  const bytes = readFileSync(join(tree, path));
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  assert.equal(bytes.subarray(12, 16).toString(), 'IHDR');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  assert.ok(width >= 1200 && width <= 3000 && height >= 700 && height <= 2000, `${width} by ${height}`);
  assert.ok(bytes.length > 20_000 && bytes.length < 300_000, `${bytes.length} bytes`);
});
