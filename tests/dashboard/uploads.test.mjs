// Many files at once, and large ones over a connection that is lost.
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { axe, gate, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
const piece = 8 * 1024 * 1024;
let site;
let page;
const folder = mkdtempSync(join(tmpdir(), 'inkwell-uploads-'));
before(async () => {
  site = await start();
  page = await open(site);
  await signIn(page, site);
  await page.goto(`${site.url}/dashboard/demo/media`);
  await page.getByLabel('Files to upload').waitFor({ state: 'attached' });
});
after(async () => {
  rmSync(folder, { recursive: true });
  await site?.stop();
});

const files = (at) => at.getByLabel('Files to upload');
const told = (text) => page.getByRole('status').filter({ hasText: text }).first().waitFor({ timeout: 60_000 });
const named = async (name) => (await site.api('GET', `${path}/media?query=${encodeURIComponent(JSON.stringify({ original_name: name }))}`)).media;

test('forty files that are dropped arrive, and what is refused is told by its name', async () => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    for (let i = 0; i < 40; ++i) data.items.add(new File([`file ${i}`], `dropped-${i}.txt`, { type: 'text/plain' }));
    data.items.add(new File([], 'empty.txt', { type: 'text/plain' }));
    const zone = document.querySelector('.dropzone');
    for (const name of ['dragover', 'drop']) zone.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await page.getByRole('region', { name: 'Uploads' }).waitFor();
  await told('files are uploaded');
  const { media } = await site.api('GET', `${path}/media?limit=100&sort=-created`);
  assert.equal(media.filter((each) => each.original_name.startsWith('dropped-')).length, 40);
  const refused = !media.some((each) => each.original_name === 'empty.txt');
  if (refused) await page.getByRole('alert').filter({ hasText: 'empty.txt was not uploaded' }).waitFor();
  await axe(page);
});

test('many files that are refused are told in one message', async () => {
  const refusedOne = /\/v2\/buckets\/demo\/media$/;
  await page.route(refusedOne, (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { message: 'the type is not allowed' } }) : route.continue()));
  await files(page).setInputFiles(Array.from({ length: 25 }, (_, index) => ({ name: `refused-${index}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') })));
  const note = page.locator('.note.error').filter({ hasText: '25 files were not uploaded: ' });
  await note.waitFor();
  assert.match(await note.innerText(), /refused-0\.txt: .*; .*refused-24\.txt: /s);
  assert.equal(await page.locator('.note.error').filter({ hasText: 'refused-' }).count(), 1);
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await page.unroute(refusedOne);
});

test('a large file goes on where it was when the server was killed and started again', async () => {
  const bytes = randomFillSync(Buffer.alloc(3 * piece + 12_345));
  const offsets = [];
  page.on('request', (request) => request.method() === 'PATCH' && request.url().includes('/media/tus/') && offsets.push(Number(request.headers()['upload-offset'])));
  let killed = false;
  await page.route('**/media/tus/*', async (route) => {
    if (route.request().method() === 'PATCH' && !killed && route.request().headers()['upload-offset'] === String(piece)) {
      killed = true;
      await site.kill();
    }
    await route.continue();
  });
  writeFileSync(join(folder, 'large.bin'), bytes);
  await files(page).setInputFiles(join(folder, 'large.bin'));
  await page.getByText('The server does not answer. It goes on by itself.').waitFor();
  await site.restart();
  await told('large.bin is uploaded');
  assert.ok(killed);
  assert.ok(offsets.slice(1).every((each) => each > 0), `it began again: ${offsets}`);
  const [media] = await named('large.bin');
  assert.equal(media.size, bytes.length);
  const stored = Buffer.from(await (await fetch(`${site.url}/v2/media-files/demo/${media.name}`)).arrayBuffer());
  assert.ok(stored.equals(bytes));
  await page.unroute('**/media/tus/*');
});

test('a file whose page was closed goes on when it is dropped again', async () => {
  const bytes = randomFillSync(Buffer.alloc(2 * piece + 5));
  const file = { name: 'later.bin', mimeType: 'application/octet-stream', size: bytes.length };
  // The same file, with the same time, on both pages: its bytes are made there.
  const give = (at) => at.evaluate(({ name, size }) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(size).fill(7)], name, { type: 'application/octet-stream', lastModified: 1_700_000_000_000 }));
    const zone = document.querySelector('.dropzone');
    for (const kind of ['dragover', 'drop']) zone.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
  }, file);
  await page.route('**/media/tus/*', (route) => (route.request().headers()['upload-offset'] === String(piece) ? undefined : route.continue()));
  const second = page.waitForRequest((request) => request.headers()['upload-offset'] === String(piece));
  await give(page);
  await second;
  page.once('dialog', (dialog) => dialog.accept()); // leaving asks while files are on their way
  await page.goto(`${site.url}/dashboard/demo/media`);
  await page.unroute('**/media/tus/*');
  await files(page).waitFor({ state: 'attached' });
  const offsets = [];
  page.on('request', (request) => request.method() === 'PATCH' && offsets.push(request.headers()['upload-offset']));
  await give(page);
  await told('later.bin is uploaded');
  assert.equal(offsets[0], String(piece));
  assert.equal((await named('later.bin'))[0].size, bytes.length);
});

test('that a file was refused is no news once it has arrived, and what is said of the others stays', async () => {
  const file = (name, words) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });
  const refused = (text) => page.getByRole('alert').filter({ hasText: text });
  await files(page).setInputFiles([file('first.txt', ''), file('second.txt', '')]);
  await refused('2 files were not uploaded').waitFor();
  await files(page).setInputFiles(file('first.txt', 'now there is something'));
  await told('first.txt is uploaded');
  await refused('second.txt was not uploaded: it is empty').waitFor();
  assert.equal(await refused('first.txt').count(), 0);
  await files(page).setInputFiles(file('second.txt', 'here too'));
  await told('second.txt is uploaded');
  assert.equal(await refused('was not uploaded').count(), 0);
});

test('an upload is stopped, and nothing of it stays', async () => {
  await page.route('**/media/tus/*', (route) => (route.request().method() === 'PATCH' ? undefined : route.continue()));
  await files(page).setInputFiles({ name: 'never.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(piece) });
  const stop = page.getByRole('listitem').filter({ hasText: 'never.bin' }).getByRole('button', { name: 'Stop', exact: true });
  await stop.click();
  await stop.waitFor({ state: 'detached' });
  assert.deepEqual(await named('never.bin'), []);
  await page.unroute('**/media/tus/*');
});

test('a file that goes up in one request is stopped too', async () => {
  const whole = /\/buckets\/demo\/media$/;
  await page.route(whole, (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await files(page).setInputFiles({ name: 'never.txt', mimeType: 'text/plain', buffer: Buffer.from('never') });
  const given = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  const stop = page.getByRole('listitem').filter({ hasText: 'never.txt' }).getByRole('button', { name: 'Stop', exact: true });
  await stop.click();
  await given;
  await stop.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('alert').filter({ hasText: 'never.txt' }).count(), 0);
  assert.deepEqual(await named('never.txt'), []);
  await page.unroute(whole);
});

test('a file is replaced under its record, and what shows it shows the new one', async () => {
  await page.goto(`${site.url}/dashboard/demo/media?q=quay-houses`);
  const [before] = await named('quay-houses.jpg');
  await page.getByRole('button', { name: /quay-houses/ }).click();
  await page.getByText(/^Used in|^Not used/).waitFor();
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  await page.getByLabel('The new file').setInputFiles({ name: 'quay-new.png', mimeType: 'image/png', buffer: pixel });
  await page.getByRole('dialog', { name: 'Replace the file?' }).getByRole('button', { name: 'Replace', exact: true }).click();
  await told('The file is replaced.');
  const { media } = await site.api('GET', `${path}/media/${before.id}`);
  assert.deepEqual([media.original_name, media.type, media.created], ['quay-new.png', 'image/png', before.created]);
});

test('a file that is being replaced says so, and what comes of it is told wherever one is by then', async () => {
  const dialog = page.getByRole('dialog', { name: 'winter-storm.jpg' });
  const replacing = /\/media\/\w+\/replace$/;
  const replace = async (name) => {
    await page.getByLabel('The new file').setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from('png') });
    await page.getByRole('dialog', { name: 'Replace the file?' }).getByRole('button', { name: 'Replace', exact: true }).click();
  };
  const answer = (status, message) => (route) => route.fulfill({ status, contentType: 'application/json', body: JSON.stringify({ status, message }) });
  await page.goto(`${site.url}/dashboard/demo/media?q=winter-storm`);
  await page.getByRole('button', { name: /winter-storm/ }).click();
  await page.getByText(/^Used in|^Not used/).waitFor();
  await page.route(replacing, (route) => route.abort());
  await replace('lost.png');
  await dialog.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
  await page.unroute(replacing);

  const slow = gate();
  await page.route(replacing, async (route) => {
    await slow.opened;
    await answer(413, 'the body is larger than 5 bytes')(route);
  });
  await replace('large.png');
  await dialog.getByRole('status').filter({ hasText: 'Saving…' }).waitFor();
  assert.equal(await dialog.getByRole('alert').filter({ hasText: /\S/ }).count(), 0, 'the last error is another one\'s');
  await axe(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  slow.open();
  await page.getByRole('alert').filter({ hasText: 'The body is larger than 5 bytes' }).waitFor();
  await page.unroute(replacing);

  await page.getByRole('button', { name: /winter-storm/ }).click();
  await page.getByText(/^Used in|^Not used/).waitFor();
  const everything = /\/v2\/buckets\//; // one read that is answered would say that the session goes on
  await page.route(everything, answer(401, 'the session has ended'));
  await replace('late.png');
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await page.unroute(everything);
  await page.keyboard.press('Escape');
  await dialog.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();
  await page.reload();
});

test('of a file only what was changed is stored', async () => {
  await files(page).setInputFiles({ name: 'almanac.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  await told('almanac.pdf is uploaded');
  const [made] = await named('almanac.pdf');
  await page.goto(`${site.url}/dashboard/demo/media?q=almanac`);
  await page.getByRole('button', { name: /almanac/ }).click();
  const dialog = page.getByRole('dialog', { name: 'almanac.pdf' });
  await dialog.getByLabel('Folder').selectOption({ label: 'Covers' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await told('The file is saved.');
  const { media } = await site.api('GET', `${path}/media/${made.id}`);
  assert.deepEqual([media.folder, media.metadata], ['covers', made.metadata]);
});

test('a folder is made, named anew and deleted; what is in it stays', async () => {
  const button = (name) => page.getByRole('button', { name, exact: true });
  await page.goto(`${site.url}/dashboard/demo/media`);
  await button('New folder').click();
  await page.getByLabel('Name', { exact: true }).fill('Winter');
  await axe(page);
  await button('Save').click();
  await page.waitForURL(/folder=winter/);
  await files(page).setInputFiles({ name: 'in-winter.txt', mimeType: 'text/plain', buffer: Buffer.from('cold') });
  await told('in-winter.txt is uploaded');
  assert.equal((await named('in-winter.txt'))[0].folder, 'winter');
  await button('Rename').click();
  await page.getByLabel('Name', { exact: true }).fill('Deep winter');
  await button('Save').click();
  await page.getByRole('link', { name: 'Deep winter', exact: true }).waitFor();
  await button('Delete folder').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete folder', exact: true }).click();
  await told('is deleted');
  assert.equal((await named('in-winter.txt'))[0].folder, null);
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
