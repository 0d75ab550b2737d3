// The files of a bucket: tiles and a table, kinds, several at once, folders by drag and by keyboard, alt texts one after the other.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, gate, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
let site;
let page;
before(async () => {
  site = await start();
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const dialog = (at = page) => at.getByRole('dialog');
const tile = (name, at = page) => at.locator('li.media').filter({ hasText: name });
const counted = (text, at = page) => at.getByRole('heading', { name: 'Media' }).locator('..').getByRole('status').filter({ hasText: text }).waitFor();
const folder = (name, at = page) => at.getByRole('list', { name: 'Folders' }).getByRole('link', { name, exact: true });
const go = async (query = '?view=grid', at = page) => {
  await at.goto(`${site.url}/dashboard/demo/media${query}`);
  await counted(/\d file/, at);
};
const named = async (name) => (await site.api('GET', `${path}/media?query=${encodeURIComponent(JSON.stringify({ original_name: name }))}`)).media[0];
const folderOf = async (name) => (await named(name)).folder;
const names = () => page.getByRole('table', { name: 'Files' }).locator('tbody th .filename').allInnerTexts();

test('files of all kinds arrive, and each kind is shown by itself', async () => {
  await go('?view=grid');
  await field('Files to upload').setInputFiles([
    { name: 'first-sketch.png', mimeType: 'image/png', buffer: pixel },
    { name: 'second-sketch.png', mimeType: 'image/png', buffer: pixel },
    { name: 'third-sketch.png', mimeType: 'image/png', buffer: pixel },
    { name: 'foghorn.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00') },
    { name: 'waves.mp4', mimeType: 'video/mp4', buffer: Buffer.from('\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom', 'latin1') },
    { name: 'tide-table.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('low water at six') },
    { name: 'charts.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1') },
  ]);
  await told('8 files are uploaded');
  const shows = async (kind, expected) => {
    await field('Kind').selectOption(kind);
    await page.waitForFunction((wanted) => [...document.querySelectorAll('.tile > span:nth-child(2)')].map((each) => each.textContent).sort().join() === wanted, expected.join());
    await counted(new RegExp(`^${expected.length} file`));
  };
  await shows('audio', ['foghorn.mp3']);
  await shows('video', ['waves.mp4']);
  await shows('documents', ['notes.txt', 'tide-table.pdf']);
  await shows('other', ['charts.zip']);
  await shows('no-alt', ['first-sketch.png', 'second-sketch.png', 'third-sketch.png']);
  await field('Kind').selectOption('images');
  await counted('16 files');
  await axe(page, 'grid');
});

test('the table sorts by each of its columns, and remembers that it is wanted', async () => {
  await go('');
  await button('List').click();
  const table = page.getByRole('table', { name: 'Files' });
  await table.waitFor();
  assert.deepEqual((await table.getByRole('columnheader').allInnerTexts()).map((each) => each.trim()), ['', 'Name', 'Kind', 'Size', 'Added ↓', 'Used in']);
  const sorted = async (column, way) => {
    await table.getByRole('columnheader', { name: column }).getByRole('button').click();
    await page.locator(`th[aria-sort=${way}]`).filter({ hasText: column }).waitFor();
  };
  const settled = (first) => page.locator('tbody tr').first().filter({ hasText: first }).waitFor();
  // The newest comes first before, too: what tells the two apart is all of the names.
  const byName = (await names()).sort();
  await sorted('Name', 'ascending');
  await page.waitForFunction((wanted) => [...document.querySelectorAll('tbody th .filename')].map((each) => each.innerText).join() === wanted, byName.join());
  await sorted('Name', 'descending');
  await settled('winter-storm.jpg');
  await sorted('Size', 'descending');
  const { media } = await site.api('GET', `${path}/media?sort=-size&limit=1`);
  await settled(media[0].original_name);
  await sorted('Kind', 'ascending');
  await settled('tide-table.pdf'); // application/pdf
  await sorted('Used in', 'descending');
  await page.locator('tbody tr').first().filter({ hasText: /\d objects?/ }).waitFor();
  const uses = (await table.locator('tbody td:last-child').allInnerTexts()).map((each) => parseInt(each, 10) || 0);
  assert.ok(uses[0] >= 1, uses.join());
  assert.deepEqual(uses, [...uses].sort((a, b) => b - a));
  const used = await named((await names())[0]);
  assert.equal((await site.api('GET', `${path}/media/${used.id}/references?status=any`)).total, uses[0]);
  await sorted('Used in', 'ascending');
  await settled('Not used');
  await axe(page, 'list');
  await go('');
  await table.waitFor();
  await button('Grid').click();
  await table.waitFor({ state: 'detached' });
});

test('several files are chosen, moved to a folder by the keyboard alone, and moved back', async () => {
  await go();
  await tile('first-sketch.png').waitFor();
  await field('Choose first-sketch.png').focus();
  await page.keyboard.press('Space');
  await field('Choose notes.txt').focus();
  await page.keyboard.press('Space');
  await page.getByText('2 chosen').waitFor();
  await axe(page, 'chosen');
  await button('Move to…').focus();
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Covers', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Covers');
  await axe(page, 'move-to');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await told('2 files are in “Portraits”.');
  assert.deepEqual([await folderOf('first-sketch.png'), await folderOf('notes.txt')], ['portraits', 'portraits']);
  await button('Undo').click();
  await told('2 files are where they were.');
  assert.deepEqual([await folderOf('first-sketch.png'), await folderOf('notes.txt')], [null, null]);
});

test('with Shift all between two are chosen', async () => {
  await go('?sort=original_name&view=grid');
  await tile('winter-storm.jpg').waitFor();
  await field('Choose charts.zip').check();
  await field('Choose first-sketch.png').click({ modifiers: ['Shift'] });
  const between = (await page.locator('.tile > span:nth-child(2)').allInnerTexts()).indexOf('first-sketch.png') + 1;
  await page.getByText(`${between} chosen`).waitFor();
  await button('Choose all shown').click();
  await page.getByText('21 chosen').waitFor();
  await button('Clear').click();
  await page.getByRole('group', { name: 'Chosen files' }).waitFor({ state: 'detached' });
});

test('a file is dragged onto a folder; when it is one of those that are chosen, all of them go', async () => {
  for (const view of ['grid', 'list']) {
    await go(`?view=${view}`);
    const row = (name) => (view === 'grid' ? tile(name) : page.getByRole('row').filter({ hasText: name }));
    await row('waves.mp4').dragTo(folder('Coasts'));
    await told('1 file is in “Coasts”.');
    assert.equal(await folderOf('waves.mp4'), 'coasts');
    await field('Choose foghorn.mp3').check();
    await field('Choose charts.zip').check();
    await row('charts.zip').dragTo(folder('Covers'));
    await told('2 files are in “Covers”.');
    assert.deepEqual([await folderOf('foghorn.mp3'), await folderOf('charts.zip'), await folderOf('waves.mp4')], ['covers', 'covers', 'coasts']);
    await folder('Covers').click();
    await page.waitForURL(/folder=covers/);
    await counted('6 files');
    await field('Choose foghorn.mp3').check();
    await row('charts.zip').dragTo(folder('No folder'));
    await told('1 file is in no folder.');
    await counted('5 files');
    await folder('No folder').click();
    await page.getByText('charts.zip').first().waitFor();
    assert.equal(await folderOf('charts.zip'), null);
    for (const name of ['waves.mp4', 'foghorn.mp3']) await site.api('PATCH', `${path}/media/${(await named(name)).id}`, { folder: null });
  }
});

test('files of the computer that are dropped onto a folder go into it', async () => {
  await go();
  await folder('Coasts').evaluate((link) => {
    const data = new DataTransfer();
    data.items.add(new File(['sand'], 'dune.txt', { type: 'text/plain' }));
    for (const name of ['dragover', 'drop']) link.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await told('dune.txt is uploaded');
  assert.equal(await folderOf('dune.txt'), 'coasts');
  const { total } = await site.api('GET', `${path}/media?query=${encodeURIComponent('{"original_name":"dune.txt"}')}`);
  assert.equal(total, 1);
});

test('what another person uploads appears by itself', async () => {
  const other = await open(site);
  await signIn(other, site);
  const stream = page.waitForResponse(/\/changes\?/);
  await go();
  await stream;
  await go('?view=grid', other);
  await field('Files to upload', other).setInputFiles({ name: 'by-another.txt', mimeType: 'text/plain', buffer: Buffer.from('there') });
  await tile('by-another.txt').waitFor();
  await other.context().close();
});

test('images without alt text are described one after the other, by keyboard, and saved as one goes', async () => {
  await go();
  await button('Write alt texts (3)').click();
  const area = dialog().getByLabel('Alt text');
  const first = await dialog().locator('.filetitle').innerText();
  await page.waitForFunction((element) => element === document.activeElement, await area.elementHandle());
  await dialog().getByRole('status').filter({ hasText: '1 of 3' }).waitFor();
  await axe(page, 'describe');
  await page.keyboard.type('A sketch of the pier');
  await page.keyboard.press('Enter');
  await dialog().getByRole('status').filter({ hasText: '2 of 3 · Saved.' }).waitFor();
  assert.equal((await named(first)).metadata.alt_text, 'A sketch of the pier');
  // On without a word, back, and on: nothing is stored for what was left empty.
  const second = await dialog().locator('.filetitle').innerText();
  await page.keyboard.press('PageDown');
  await dialog().getByRole('status').filter({ hasText: '3 of 3' }).waitFor();
  const third = await dialog().locator('.filetitle').innerText();
  await page.keyboard.type('A sketch of the mole');
  await page.keyboard.press('PageUp');
  await dialog().getByRole('status').filter({ hasText: '2 of 3 · Saved.' }).waitFor();
  assert.equal((await named(second)).metadata.alt_text, undefined);
  assert.equal((await named(third)).metadata.alt_text, 'A sketch of the mole');
  // Somebody else was faster: theirs is told, and replaced when one goes on.
  const { id } = await named(second);
  await site.api('PATCH', `${path}/media/${id}`, { metadata: { credit: 'Ines', alt_text: 'Theirs' } });
  await page.keyboard.type('Mine');
  await page.keyboard.press('Enter');
  await dialog().getByRole('alert').filter({ hasText: 'Somebody else has written “Theirs” meanwhile' }).waitFor();
  assert.equal((await named(second)).metadata.alt_text, 'Theirs');
  await page.keyboard.press('Enter');
  await dialog().getByRole('status').filter({ hasText: '3 of 3 · Saved.' }).waitFor();
  assert.deepEqual((await named(second)).metadata, { credit: 'Ines', alt_text: 'Mine' });
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await button('Write alt texts (3)').waitFor({ state: 'detached' });
  // Back saves what is typed, too.
  await site.api('PATCH', `${path}/media/${id}`, { metadata: { credit: 'Ines' } });
  const menu = (name) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  await menu('Trash').click();
  await menu('Media').click();
  await button('Write alt texts (1)').click();
  await page.waitForFunction((element) => element === document.activeElement, await area.elementHandle());
  await page.keyboard.type('Mine again');
  await page.goBack();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
  assert.deepEqual((await named(second)).metadata, { credit: 'Ines', alt_text: 'Mine again' });
});

test('an alt text that was typed is not dropped by Escape, nor by going elsewhere', async () => {
  await go();
  await tile('winter-storm.jpg').locator('button.tile').click();
  const about = page.getByRole('dialog', { name: 'winter-storm.jpg' });
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  const area = about.getByLabel('Alt text');
  const before = await area.inputValue();
  // Nothing was changed: nothing is asked.
  await page.keyboard.press('Escape');
  await about.waitFor({ state: 'detached' });
  await tile('winter-storm.jpg').locator('button.tile').click();
  await area.fill('A wave over the mole');
  const ways = [() => page.keyboard.press('Escape'), () => button('Close', about).click(), () => about.getByRole('link', { name: 'The storm watch' }).click()];
  for (const leave of ways) {
    await leave();
    await button('Cancel', asked).click();
    await asked.waitFor({ state: 'detached' });
    assert.equal(await area.inputValue(), 'A wave over the mole');
  }
  // Escape for both: of the browser's own ways to close, only a few may be refused in a row.
  for (let time = 0; time < 4; ++time) {
    await page.keyboard.press('Escape');
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    assert.equal(await area.inputValue(), 'A wave over the mole');
  }
  for (let time = 0; time < 8; ++time) await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  assert.ok(await about.evaluate((each) => each.matches(':modal')));
  // A key that is held down is one press.
  await page.keyboard.down('Escape');
  for (let time = 0; time < 5; ++time) await page.keyboard.down('Escape');
  await page.keyboard.up('Escape');
  await asked.waitFor();
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  // What the browser has closed all the same is there again, and asks.
  await about.evaluate((each) => each.close());
  await asked.waitFor();
  assert.ok(await asked.evaluate((each) => each.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2))), 'the question is in front');
  await button('Cancel', asked).click();
  await asked.waitFor({ state: 'detached' });
  assert.equal(await area.inputValue(), 'A wave over the mole');
  await button('Save', about).click();
  await told('The file is saved.');
  assert.equal((await named('winter-storm.jpg')).metadata.alt_text, 'A wave over the mole');
  await tile('winter-storm.jpg').locator('button.tile').click();
  await area.fill(before);
  await page.keyboard.press('Escape');
  await button('Leave', asked).click();
  await about.waitFor({ state: 'detached' });
  assert.equal((await named('winter-storm.jpg')).metadata.alt_text, 'A wave over the mole');
});

test('a file chooser that is cancelled leaves its dialog open', async () => {
  await go();
  await tile('tide-table.pdf').locator('button.tile').click();
  await field('The new file').evaluate((input) => input.dispatchEvent(new Event('cancel', { bubbles: true })));
  // It is opened again, and a file is chosen.
  await field('The new file').setInputFiles({ name: 'tides-anew.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') });
  const asked = page.getByRole('dialog', { name: 'Replace the file?' });
  await button('Cancel', asked).click();
  await asked.waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'tide-table.pdf' }).press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('the files of one folder or search do not stand under another whose answer is late or does not come', async () => {
  await go();
  await tile('first-sketch.png').waitFor();
  await field('Choose first-sketch.png').check();
  const late = gate();
  const ofFolder = (url) => url.pathname.endsWith('/media') && url.search.includes('portraits');
  await page.route(ofFolder, async (route) => {
    await late.opened;
    await route.continue();
  });
  await folder('Portraits').click();
  await page.getByRole('main').getByText('Loading…').waitFor();
  assert.equal(await page.locator('li.media').count(), 0);
  assert.equal(await page.getByRole('group', { name: 'Chosen files' }).count(), 0);
  late.open();
  await page.locator('li.media').first().waitFor();
  assert.equal(await tile('first-sketch.png').count(), 0);
  await page.unroute(ofFolder);

  const ofKind = (url) => url.pathname.endsWith('/media') && url.search.includes('audio');
  await page.route(ofKind, (route) => route.abort());
  await field('Kind').selectOption('audio');
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
  assert.equal(await page.locator('li.media').count(), 0);
  await page.unroute(ofKind);
  // What was shown is there at once when it is asked for again.
  await field('Kind').selectOption('');
  await page.locator('li.media').first().waitFor();
});

test('several files are deleted, and come back', async () => {
  await go();
  await field('Choose notes.txt').check();
  await field('Choose tide-table.pdf').check();
  await button('Delete').click();
  await button('Delete', dialog()).click();
  await told('2 files are in the trash.');
  await tile('notes.txt').waitFor({ state: 'detached' });
  await button('Undo').click();
  await tile('notes.txt').waitFor();
  await tile('tide-table.pdf').waitFor();
});

test('two hundred files are read while one scrolls, each once', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ name: `scrolled-${String(index).padStart(3, '0')}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`${index}`) }));
  await go('?q=scrolled');
  await field('Files to upload').setInputFiles(many);
  await page.getByRole('status').filter({ hasText: '200 files are uploaded' }).waitFor({ timeout: 120_000 });
  await go('?sort=original_name&kind=documents&view=list');
  await page.waitForFunction(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector('tbody')?.textContent.includes('tide-table.pdf');
  });
  const shown = await names();
  assert.equal(new Set(shown).size, shown.length);
  assert.equal(shown.filter((each) => each.startsWith('scrolled-')).length, 200);
});

test('a search that finds more files than are shown says so', async () => {
  const results = (skip) => Array.from({ length: 100 }, (_, index) => ({ kind: 'media', id: String(skip + index).padStart(24, '0') }));
  const searched = /\/v2\/buckets\/demo\/search\?/;
  const { id } = await named('tide-table.pdf');
  await page.route(searched, (route) => {
    const skip = Number(new URL(route.request().url()).searchParams.get('skip') ?? 0);
    return route.fulfill({ json: { results: [...(skip ? [] : [{ kind: 'media', id }]), ...results(skip)].slice(0, 100), total: 320, total_is_exact: true, limit: 100, skip, complete: true } });
  });
  await page.goto(`${site.url}/dashboard/demo/media?q=tide`);
  await counted('1 file, the best of more that match');
  await page.unroute(searched);
});

test('a choice among more files than it shows says so', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/categories/new`);
  await button('Choose Thumbnail').click();
  const { total } = await site.api('GET', `${path}/media?limit=1`);
  await told(`60 of ${total} are shown: search for the others.`);
  await dialog().getByRole('searchbox').fill('tide-table');
  await dialog().locator('.tile').filter({ hasText: 'scrolled' }).first().waitFor({ state: 'detached' });
  await dialog().locator('.tile').filter({ hasText: 'tide-table.pdf' }).waitFor();
  assert.equal(await dialog().getByText('are shown').count(), 0);
});

test('a file for a form is looked for in a folder, and uploaded into it', async () => {
  await site.api('POST', `${path}/media-folders`, { title: 'Charts' });
  for (const [query, name] of [['?view=grid&folder=charts', 'first-chart.png'], ['?view=grid', 'second-chart.png']]) {
    await page.goto(`${site.url}/dashboard/demo/media${query}`);
    await field('Files to upload').setInputFiles({ name, mimeType: 'image/png', buffer: pixel });
    await told(`${name} is uploaded`);
  }
  await page.goto(`${site.url}/dashboard/demo/objects/categories/new`);
  await button('Choose Thumbnail').click();
  const chooser = page.getByRole('dialog', { name: 'Choose: Thumbnail' });
  const chip = (name) => chooser.getByRole('list', { name: 'Folders' }).getByRole('button', { name, exact: true });
  const shows = (count) => page.waitForFunction((wanted) => document.querySelectorAll('dialog .tile').length === wanted, count);
  await chip('Charts').click();
  await shows(1);
  await chooser.getByRole('button', { name: 'first-chart.png' }).waitFor();
  await chooser.getByLabel('Search').fill('chart');
  await shows(1);
  await chip('No folder').click();
  await chooser.getByRole('button', { name: 'second-chart.png' }).waitFor();
  assert.equal(await chooser.getByRole('button', { name: 'first-chart.png' }).count(), 0);
  await chooser.getByLabel('Search').fill('');
  await chip('Charts').click();
  await shows(1);
  for (const [scheme, width] of [['light', 360], ['dark', 360], ['light', 1440], ['dark', 1440]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await axe(page, `chooser-${scheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 900 });
  await chooser.getByLabel('File to upload').setInputFiles({ name: 'soundings.png', mimeType: 'image/png', buffer: pixel });
  await chooser.waitFor({ state: 'detached' });
  await page.locator('[data-path=thumbnail]').getByText('soundings.png').waitFor();
  assert.equal(await folderOf('soundings.png'), 'charts');
  for (const name of ['first-chart.png', 'second-chart.png', 'soundings.png']) await site.api('DELETE', `${path}/media/${(await named(name)).id}`);
});

test('a file that is gone from a form is named, and an upload in a form keeps the focus', async () => {
  const { object } = await site.api('POST', `${path}/objects`, { type: 'categories', title: 'With a picture', status: 'draft' });
  await page.goto(`${site.url}/dashboard/demo/objects/categories/${object.id}`);
  const button_ = button('Upload Thumbnail');
  await button_.focus();
  const { open: go_, opened } = gate();
  await page.route(/\/buckets\/demo\/media$/, async (route) => {
    await opened;
    await route.continue();
  });
  await page.getByLabel('File for Thumbnail').setInputFiles({ name: 'soon-gone.png', mimeType: 'image/png', buffer: pixel });
  await button('Uploading…').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.innerText), 'Uploading…');
  go_();
  await page.locator('[data-path=thumbnail] img').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Upload Thumbnail');
  await page.unrouteAll();
  // A refusal takes it away no more than a success.
  await page.getByLabel('File for Thumbnail').setInputFiles({ name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
  await page.getByRole('alert').filter({ hasText: 'nothing.png was not uploaded: it is empty' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Upload Thumbnail');
  await button('Save draft').click();
  await told('The draft is saved.');
  const gone = await named('soon-gone.png');
  await site.api('DELETE', `${path}/media/${gone.id}`);
  await page.reload();
  await page.locator('[data-path=thumbnail]').getByText(`The file “${gone.name}” is gone. It may be in the trash.`).waitFor();
  await axe(page, 'gone-file');
});

test('who may not change files chooses, drags and describes none', async () => {
  const contributor = await addMember(site, 'carl@example.com', { role: 'contributor', object_types: ['articles'] });
  const theirs = await open(site);
  await signIn(theirs, contributor);
  await go('?view=grid&kind=images', theirs);
  await tile('cliff-path.jpg', theirs).waitFor();
  await site.api('PATCH', `${path}/media/${(await named('third-sketch.png')).id}`, { metadata: {} });
  await go('?kind=no-alt', theirs);
  await tile('third-sketch.png', theirs).waitFor();
  assert.equal(await theirs.getByRole('checkbox').count(), 0);
  assert.equal(await theirs.locator('[draggable=true]').count(), 0);
  assert.equal(await theirs.getByRole('button', { name: /Write alt texts/ }).count(), 0);
  assert.equal(await button('New folder', theirs).count(), 0);
  await axe(theirs, 'contributor');
  await theirs.context().close();
});

test('on a telephone and in the dark everything fits, tiles and table', async () => {
  for (const [width, colorScheme] of [[360, 'light'], [360, 'dark'], [1440, 'light'], [1440, 'dark']]) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const view of ['grid', 'list']) {
      await go(`?kind=images&view=${view}`);
      await field('Choose cliff-path.jpg').check();
      await page.waitForFunction(() => [...document.images].every((each) => each.complete || each.getBoundingClientRect().top > innerHeight));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${view} at ${width}`);
      await axe(page, `${view}-${width}-${colorScheme}`);
    }
    await button('Write alt texts (1)').click();
    await dialog().getByLabel('Alt text').waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await axe(page, `describe-${width}-${colorScheme}`);
    await page.keyboard.press('Escape');
  }
});

test('what is typed while an alt text is saved does not go into the image before', async () => {
  await go();
  await field('Files to upload').setInputFiles(['held-one.png', 'held-two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: pixel })));
  await told('2 files are uploaded');
  await page.getByRole('button', { name: /Write alt texts/ }).click();
  const area = dialog().getByLabel('Alt text');
  await page.waitForFunction((element) => element === document.activeElement, await area.elementHandle());
  const answer = gate();
  const saved = async (route) => {
    if (route.request().method() === 'PATCH') await answer.opened;
    await route.continue();
  };
  await page.route('**/media/*', saved);
  const first = await dialog().locator('.filetitle').innerText();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.type('A pixel');
  await page.keyboard.press('Enter');
  await sent;
  await page.keyboard.type(' and more');
  assert.equal(await area.inputValue(), 'A pixel');
  answer.open();
  await dialog().getByRole('status').filter({ hasText: 'Saved.' }).waitFor();
  await page.waitForFunction((element) => element === document.activeElement && !element.readOnly, await area.elementHandle());
  await page.keyboard.type('Another');
  assert.equal(await area.inputValue(), 'Another');
  await button('Done', dialog()).click();
  await dialog().waitFor({ state: 'detached' });
  await page.unroute('**/media/*', saved);
  assert.equal((await named(first)).metadata.alt_text, 'A pixel');
});

test('a file that somebody else changed is read again, and what was typed is saved with the next press', async () => {
  await go('?view=grid&kind=images');
  await tile('cliff-path.jpg').locator('button.tile').click();
  const about = page.getByRole('dialog', { name: 'cliff-path.jpg' });
  await about.getByLabel('Alt text').fill('Typed here');
  const { id } = await named('cliff-path.jpg');
  await site.api('PATCH', `${path}/media/${id}`, { metadata: { credit: 'Ines', alt_text: 'Typed there' }, focal_point: { x: 0.2, y: 0.3 } });
  await button('Save', about).click();
  await about.getByRole('alert').filter({ hasText: 'Somebody else changed it meanwhile.' }).waitFor();
  await about.getByRole('button', { name: 'Focal point: 20% from left, 30% from top.' }).waitFor();
  assert.equal(await about.getByLabel('Alt text').inputValue(), 'Typed here');
  await button('Save', about).click();
  await told('The file is saved.');
  const { metadata, focal_point } = await named('cliff-path.jpg');
  assert.deepEqual([metadata, focal_point], [{ credit: 'Ines', alt_text: 'Typed here' }, { x: 0.2, y: 0.3 }]);
});

test('an alt text that is refused again and again is told, and can be left behind', async () => {
  await go();
  await field('Files to upload').setInputFiles({ name: 'lost-sketch.png', mimeType: 'image/png', buffer: pixel });
  await told('uploaded');
  await page.getByRole('button', { name: /Write alt texts/ }).click();
  const texts = page.getByRole('dialog', { name: 'Alt texts' });
  const asked = page.getByRole('dialog', { name: 'Close without saving?' });
  await texts.getByLabel('Alt text').fill('Of a file that is gone');
  await page.route('**/media/*', (route) => route.fulfill({ status: 404, json: { status: 404, message: 'the file was not found' } }));
  await page.keyboard.press('Escape');
  await texts.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  assert.equal(await asked.count(), 0);
  await page.keyboard.press('Escape');
  await button('Cancel', asked).click();
  assert.equal(await texts.getByLabel('Alt text').inputValue(), 'Of a file that is gone');
  await button('Done', texts).click();
  await button('Close it', asked).click();
  await texts.waitFor({ state: 'detached' });
  await page.unroute('**/media/*');
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
