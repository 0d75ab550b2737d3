// A list of ten thousand objects: found, looked at, edited in its cells and many at once, while others write.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, open, signIn, start } from './support.mjs';

const path = '/buckets/demo';
const many = 10_000;
const option = (...values) => values.map((value) => ({ value }));
const metafields = [
  { type: 'text', title: 'Harbour', key: 'harbour', value: '' },
  { type: 'number', title: 'Height', key: 'height', value: '' },
  { type: 'date', title: 'Day', key: 'day', value: '' },
  { type: 'select-dropdown', title: 'Size', key: 'size', value: '', options: [{ key: 's', value: 'Small' }, { key: 'l', value: 'Large' }] },
  { type: 'radio-buttons', title: 'Kind', key: 'kind', value: '', options: option('Spring', 'Neap') },
  { type: 'check-boxes', title: 'Marks', key: 'marks', value: [], options: option('Seen', 'Measured') },
  { type: 'switch', title: 'Stormy', key: 'stormy', value: false, options: 'yes,no' },
  { type: 'object', title: 'Observer', key: 'observer', value: '', object_type: 'authors' },
];
const harbours = ['Averil', 'Lisbon', 'Marsh End'];
const two = (number) => String(number).padStart(2, '0');
const tide = (index) => ({
  type: 'tides', title: `Tide ${String(index).padStart(5, '0')}`, slug: `tide-${index}`, status: index % 10 === 3 ? 'draft' : 'published',
  metafields: [
    { key: 'harbour', value: harbours[index % 3] }, { key: 'height', value: index % 50 }, { key: 'day', value: `2026-${two(1 + (index % 12))}-${two(1 + (index % 28))}` },
    { key: 'size', value: index % 2 ? 'Large' : 'Small' }, { key: 'kind', value: index % 4 ? 'Neap' : 'Spring' }, { key: 'marks', value: index % 5 ? [] : ['Seen'] },
    { key: 'stormy', value: index % 7 === 0 }, { key: 'observer', value: '' },
  ].map((each) => ({ ...metafields.find(({ key }) => key === each.key), ...each })),
});

let site;
let page;
before(async () => {
  site = await start();
  const objects = Array.from({ length: many }, (_, index) => tide(index));
  await site.api('POST', `${path}/import`, { bucket: { object_types: [{ title: 'Tides', singular: 'Tide', slug: 'tides', metafields }], objects } });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const dialog = (at = page) => at.getByRole('dialog');
const list = async (query = '', at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/tides${query}`);
  await at.getByRole('grid', { name: 'Tides' }).waitFor();
};
const cell = (row, column, at = page) => at.locator(`[data-cell="${row}:${column}"]`);
const asText = (query) => `?query=${encodeURIComponent(JSON.stringify(query))}`;
const find = async (query) => site.api('GET', `${path}/objects${asText({ type: 'tides', ...query })}&status=any&depth=0&limit=100`);
const tideCalled = async (title) => (await find({ title })).objects[0];
/** The number of objects as the server counts them is what the list shows. */
const shows = async (query) => {
  const { total } = await find(query);
  await page.getByRole('status').filter({ hasText: `${total.toLocaleString('en-GB')} objects` }).waitFor();
  return total;
};
async function addFilter(name, condition, fill) {
  await button('Filter').click();
  await dialog().getByLabel('Field').selectOption({ label: name });
  if (condition) await dialog().getByLabel('Condition').selectOption({ label: condition });
  await fill?.(dialog());
  await button('Add filter').click();
  await dialog().waitFor({ state: 'detached' });
}

test('filters of several kinds combine, stand in the address and survive a reload', async () => {
  await list();
  await shows({});
  await axe(page);
  await addFilter('Harbour', 'is one of', async (at) => {
    // The values that there are, with how many objects have each.
    await at.getByText('Marsh End').waitFor();
    assert.match(await at.locator('.offered label').filter({ hasText: 'Averil' }).innerText(), /3,334/);
    await axe(page);
    await at.getByRole('checkbox', { name: /Averil/ }).check();
    await at.getByRole('checkbox', { name: /Lisbon/ }).check();
  });
  await shows({ 'metadata.harbour': { $in: ['Averil', 'Lisbon'] } });
  await addFilter('Height', 'is between', async (at) => {
    await at.getByRole('spinbutton', { name: 'From' }).fill('10');
    await at.getByRole('spinbutton', { name: 'To' }).fill('20');
  });
  await addFilter('Day', 'is on or after', (at) => at.getByLabel('Value').fill('2026-06-01'));
  await addFilter('Stormy', null, (at) => at.getByRole('radio', { name: /No/ }).check());
  await addFilter('Size', 'is one of', (at) => at.getByRole('checkbox', { name: /Large/ }).check());
  const all = { 'metadata.harbour': { $in: ['Averil', 'Lisbon'] }, 'metadata.height': { $gte: 10, $lte: 20 }, 'metadata.day': { $gte: '2026-06-01' },
    'metadata.stormy': false, 'metadata.size': { $in: ['Large'] } };
  const total = await shows(all);
  assert.ok(total > 10 && total < 1000, String(total));
  await page.reload();
  assert.equal(await shows(all), total);
  const chips = page.getByRole('list', { name: 'Filters' });
  assert.deepEqual(await chips.locator('button[aria-haspopup]').allInnerTexts(), [
    'Harbour is one of “Averil”, “Lisbon”', 'Height is between 10 and 20', 'Day is on or after 1 Jun 2026', 'Stormy is No', 'Size is one of “Large”']);
  await axe(page);
  await button('Remove filter: Height is between 10 and 20').click();
  const { 'metadata.height': gone, ...rest } = all;
  assert.ok((await shows(rest)) > total, JSON.stringify(gone));
  await field('Status').selectOption('draft');
  await shows({ ...rest, status: 'draft' });
  await button('Remove all filters').click();
  await shows({ status: 'draft' });
});

test('a condition that no filter makes is kept, and shown as it is', async () => {
  const query = { $or: [{ 'metadata.height': 1 }, { 'metadata.height': 2 }] };
  await list(asText(query));
  await shows(query);
  await page.getByRole('list', { name: 'Filters' }).getByText('"$or"').waitFor();
});

test('what is scheduled, and a draft over what readers see, are found by their status', async () => {
  const { id } = await tideCalled('Tide 00003');
  await site.api('PATCH', `${path}/objects/${id}`, { publish_at: Date.parse('2099-01-01') });
  const changed = await tideCalled('Tide 00004');
  await site.api('POST', `${path}/objects/${changed.id}/revisions`, { title: 'Tide 00004, prepared', status: 'draft' });
  await list('?status=scheduled');
  await page.getByRole('link', { name: 'Tide 00003' }).waitFor();
  await page.getByRole('status').filter({ hasText: /^1 object$/ }).waitFor();
  await list('?status=changed');
  await page.getByRole('link', { name: 'Tide 00004, prepared' }).waitFor();
  await page.getByRole('status').filter({ hasText: /^1 object$/ }).waitFor();
  await page.getByRole('row', { name: /Tide 00004/ }).getByText('Changed', { exact: true }).waitFor();
});

test('a search says that it found more than it shows, and a filter of titles finds all', async () => {
  await list('?q=tide');
  await page.getByText('These are the best 100 of 1,000 or more').waitFor();
  await button('Find it in all titles').click();
  await shows({ title: { $regex: 'tide', $options: 'i' } });
});

test('columns are chosen and put in order, and the list is sorted by one', async () => {
  await list('?columns=status,metadata.height&order_by=-metadata.height');
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['', 'Title', 'Status', 'Height ↓']);
  await cell(0, 3).filter({ hasText: '49' }).waitFor();
  await page.getByRole('columnheader', { name: 'Height' }).getByRole('button').click();
  await cell(0, 3).filter({ hasText: /^0$/ }).waitFor();
  await page.locator('summary').filter({ hasText: 'Columns' }).click();
  await page.locator('.columns').getByLabel('Day', { exact: true }).check();
  await button('Move Day forward').click();
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['', 'Title', 'Status', 'Day', 'Height ↑']);
  assert.match(page.url(), /columns=status%2Cmetadata.day%2Cmetadata.height/);
  await axe(page);
  await list();
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['', 'Title', 'Status', 'Day', 'Height'], 'this computer keeps them');
});

test('a view keeps filters, words, order and columns under a name; others see it once it is shared', async () => {
  const query = { 'metadata.size': { $in: ['Large'] } };
  await list(`${asText(query)}&status=draft&q=tide&order_by=title&columns=metadata.size,status`);
  const menu = page.locator('.views > summary');
  await menu.click();
  await button('Save this view…').click();
  await dialog().getByLabel('Name').fill('Large drafts');
  await axe(page);
  await button('Save').click();
  await told('The view “Large drafts” is saved');
  const before = new URL(page.url()).searchParams;
  await list();
  await menu.click();
  await button('Large drafts').click();
  await page.getByRole('columnheader', { name: 'Size' }).waitFor();
  const now = new URL(page.url()).searchParams;
  for (const name of ['q', 'status', 'query', 'order_by', 'columns', 'view']) assert.equal(now.get(name), before.get(name), name);
  const { views } = await site.api('GET', `${path}/views`);
  assert.deepEqual([views[0].title, views[0].type, views[0].sort, views[0].shared], ['Large drafts', 'tides', 'title', false]);
  assert.deepEqual(views[0].query, { type: 'tides', ...query, status: 'draft' });
  await menu.click();
  await button('Rename or share…').click();
  await dialog().getByLabel('Name').fill('Large ones');
  await dialog().getByLabel('Everybody in this bucket sees it').check();
  await button('Save').click();
  await menu.filter({ hasText: 'View: Large ones' }).waitFor();
  assert.equal((await site.api('GET', `${path}/views`)).views[0].shared, true);
  await menu.click();
  await button('Delete this view').click();
  await button('Delete', dialog()).click();
  await told('is deleted');
  assert.equal((await site.api('GET', `${path}/views`)).total, 0);
});

const columns = '&columns=status,metadata.harbour,metadata.height,metadata.day,metadata.size,metadata.kind,metadata.marks,metadata.stormy';

test('cells of each kind are edited in their place, and an edit is undone', async () => {
  await list(`?order_by=title${columns}`);
  await cell(13, 3).filter({ hasText: 'Lisbon' }).dblclick();
  await field('Harbour of Tide 00013').fill('Nowhere');
  await axe(page);
  await page.keyboard.press('Enter');
  await told('Harbour of “Tide 00013” is saved.');
  const read = async () => (await tideCalled('Tide 00013'));
  assert.equal((await read()).metadata.harbour, 'Nowhere');
  assert.equal((await read()).status, 'draft');
  await button('Undo').click();
  await told('Harbour of “Tide 00013” is as before.');
  assert.equal((await read()).metadata.harbour, 'Lisbon');
  // By keyboard alone, from cell to cell.
  await cell(13, 4).click();
  await page.keyboard.press('F2');
  await field('Height of Tide 00013').fill('7.5');
  await page.keyboard.press('Tab');
  await told('Height of “Tide 00013”');
  await page.keyboard.press('Enter');
  await field('Day of Tide 00013').fill('2027-03-04');
  await page.keyboard.press('Tab');
  await told('Day of “Tide 00013”');
  await page.keyboard.press('Enter');
  await field('Size of Tide 00013').selectOption('Small');
  await page.keyboard.press('Tab');
  await told('Size of “Tide 00013”');
  await page.keyboard.press('Enter');
  await field('Kind of Tide 00013').selectOption('Spring');
  await page.keyboard.press('Tab');
  await told('Kind of “Tide 00013”');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Marks of Tide 00013' }).getByLabel('Measured').check();
  await page.keyboard.press('Tab');
  await told('Marks of “Tide 00013”');
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Stormy of Tide 00013' }).check();
  await page.keyboard.press('Enter');
  await told('Stormy of “Tide 00013”');
  const { metadata } = await read();
  assert.deepEqual([metadata.height, metadata.day, metadata.size.value, metadata.kind, metadata.marks, metadata.stormy],
    [7.5, '2027-03-04', 'Small', 'Spring', ['Measured'], true]);
  // Escape leaves it as it was.
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F2');
  await field('Title of Tide 00013').fill('Thrown away');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Tide 00013' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '13:1');
  assert.ok(await read());
});

test('an edit of what is published is told to be so; one over a prepared draft goes into the draft', async () => {
  await list(`?order_by=title${columns}`);
  await cell(1, 3).filter({ hasText: 'Lisbon' }).dblclick();
  await page.getByText('Readers see it at once.').waitFor();
  await field('Harbour of Tide 00001').fill('Seen');
  await page.keyboard.press('Enter');
  await told('is saved, and readers see it');
  assert.equal((await site.api('GET', `${path}/objects${asText({ slug: 'tide-1' })}`)).objects[0].metadata.harbour, 'Seen');
  await cell(4, 3).filter({ hasText: 'Lisbon' }).dblclick();
  await page.getByText('Goes into a draft').waitFor();
  await field('Harbour of Tide 00004, prepared').fill('Not seen yet');
  await page.keyboard.press('Enter');
  await told('is saved in the draft over it');
  const live = (await site.api('GET', `${path}/objects${asText({ slug: 'tide-4' })}`)).objects[0];
  assert.deepEqual([live.title, live.metadata.harbour], ['Tide 00004', 'Lisbon']);
  const prepared = await tideCalled('Tide 00004, prepared');
  assert.equal(prepared.metadata.harbour, 'Not seen yet');
});

test('somebody else was faster in the same cell: what they wrote is told, and nothing is lost unasked', async () => {
  await list(`?order_by=title${columns}`);
  const { id } = await tideCalled('Tide 00023');
  await cell(23, 3).filter({ hasText: 'Marsh End' }).scrollIntoViewIfNeeded();
  const write = async (mine, theirs) => {
    await cell(23, 3).dblclick();
    await field('Harbour of Tide 00023').fill(mine);
    await site.api('PATCH', `${path}/objects/${id}/metafields/harbour`, { value: theirs });
    await site.api('PATCH', `${path}/objects/${id}/metafields/height`, { value: 99 });
    await page.keyboard.press('Enter');
    await dialog().getByText(`made it “${theirs}”. Yours is “${mine}”.`).waitFor();
  };
  await write('Mine', 'Theirs');
  await axe(page);
  await button('Cancel', dialog()).click();
  await cell(23, 3).filter({ hasText: 'Theirs' }).waitFor();
  assert.equal((await tideCalled('Tide 00023')).metadata.harbour, 'Theirs');
  await write('Mine', 'Theirs again');
  await button('Save mine', dialog()).click();
  await told('Harbour of “Tide 00023” is saved');
  const { metadata } = await tideCalled('Tide 00023');
  assert.deepEqual([metadata.harbour, metadata.height], ['Mine', 99], 'another field of another person stays');
});

test('the keyboard walks, chooses and extends; what is chosen stays chosen while rows move', async () => {
  await list(`?order_by=title${columns}`);
  await cell(0, 1).filter({ hasText: 'Tide 00000' }).waitFor();
  await cell(0, 2).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '2:2');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 chosen').waitFor();
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByText('2 chosen').waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('group', { name: 'Chosen objects' }).getByText(/^\d00 chosen$/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Chosen objects' }).waitFor({ state: 'detached' });
  await page.keyboard.press('End');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '3:9');
});

test('one field of all that match is set: first the server says how many, then it is done, then undone', async () => {
  const query = { 'metadata.harbour': 'Averil', 'metadata.height': { $gte: 10, $lte: 20 } };
  await list(asText(query));
  const total = await shows(query);
  await cell(0, 1).filter({ hasText: 'Tide' }).click({ position: { x: 290, y: 10 } });
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /^Choose all .* that match$/ }).click();
  await button('Set a field').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Size' });
  await dialog().getByLabel('New value').selectOption('Small');
  const { total: small } = await find({ ...query, 'metadata.size': 'Small' });
  await dialog().getByText(`${total - small} objects will change. ${small} stay as they are.`).waitFor();
  assert.equal((await find({ ...query, 'metadata.size': 'Small' })).total, small, 'nothing is stored yet');
  await axe(page);
  await button(`Change ${total - small} objects`).click();
  await told(`${total - small} objects changed: Size`);
  assert.equal((await find({ ...query, 'metadata.size': 'Small' })).total, total);
  await button('Undo').click();
  await told(`${total - small} objects as before`);
  assert.equal((await find({ ...query, 'metadata.size': 'Small' })).total, small);
});

test('an object is duplicated as a draft, moved in the order by hand, and both are undone', async () => {
  await list(`?query=${encodeURIComponent('{"slug":"tide-42"}')}`);
  await field('Choose Tide 00042').check();
  await button('Duplicate').click();
  await told('1 object copied, as drafts');
  const copy = await tideCalled('Tide 00042 (copy)');
  assert.deepEqual([copy.status, copy.metadata.height, copy.metadata.harbour], ['draft', 42, 'Averil']);
  await button('Undo').click();
  await told('1 object in the trash');
  assert.equal((await find({ title: 'Tide 00042 (copy)' })).total, 0);
  await list('?order_by=order');
  await field('Choose Tide 00002').check();
  await button('Move up').click();
  await told('1 object moved');
  const titles = async () => (await site.api('GET', `${path}/objects${asText({ type: 'tides' })}&limit=3&props=title&status=any&sort=order`)).objects.map((each) => each.title);
  assert.deepEqual(await titles(), ['Tide 00000', 'Tide 00002', 'Tide 00001']);
  await cell(1, 1).filter({ hasText: 'Tide 00002' }).waitFor();
  await button('Undo').click();
  await told('1 object as before');
  assert.deepEqual(await titles(), ['Tide 00000', 'Tide 00001', 'Tide 00002']);
});

test('what is chosen is a file: CSV as the columns stand, JSON as the API gives it', async () => {
  await list(`?order_by=title&columns=metadata.harbour,metadata.height`);
  await field('Choose Tide 00005').check();
  await field('Choose Tide 00007').check();
  const text = async (kind) => {
    await button('Export').click();
    const [file] = await Promise.all([page.waitForEvent('download'), button(kind, dialog()).click()]);
    const chunks = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  };
  const [head, ...lines] = (await text('CSV')).replace(/\r\n$/, '').split('\r\n');
  assert.equal(head, '\ufeffid,Title,Harbour,Height');
  assert.deepEqual(lines.map((line) => line.slice(25)), ['Tide 00005,Marsh End,5', 'Tide 00007,Lisbon,7']);
  const { objects } = JSON.parse(await text('JSON'));
  assert.deepEqual(objects.map((each) => each.metadata.height), [5, 7]);
});

test('what another person writes appears at its place: the list keeps its scroll, what is chosen and the keyboard', async () => {
  await list(`?order_by=title${columns}`);
  await cell(0, 1).filter({ hasText: 'Tide 00000' }).waitFor();
  await page.getByRole('region', { name: 'Tides' }).evaluate((box) => box.scrollTo(0, box.querySelector('tbody tr').offsetHeight * 5000));
  await page.getByRole('link', { name: 'Tide 05003' }).waitFor();
  await field('Choose Tide 05003').check();
  const place = () => page.evaluate(() => {
    const link = [...document.querySelectorAll('tbody a')].find((each) => each.textContent === 'Tide 05003');
    return Math.round(link.getBoundingClientRect().top);
  });
  const before = await place();
  const { id } = await tideCalled('Tide 05004');
  await site.api('PATCH', `${path}/objects/${id}/metafields/harbour`, { value: 'By another' });
  const row = page.getByRole('row', { name: /Tide 05004/ });
  await row.getByText('By another').waitFor();
  await page.locator('tr.marked').filter({ hasText: 'Tide 05004' }).waitFor();
  // A new row far above moves none of those that are looked at.
  await site.api('POST', `${path}/objects`, { ...tide(1), title: 'Tide 00000 and a half', slug: 'tide-half' });
  await page.getByRole('status').filter({ hasText: '10,001 objects' }).waitFor();
  await page.getByRole('link', { name: 'Tide 05003' }).waitFor();
  assert.equal(await place(), before);
  assert.ok(await field('Choose Tide 05003').isChecked());
  // So does a draft that somebody prepares over what is published.
  const other = await tideCalled('Tide 05005');
  await site.api('POST', `${path}/objects/${other.id}/revisions`, { title: 'Tide 05005, prepared', status: 'draft' });
  await page.getByRole('row', { name: /Tide 05005, prepared/ }).getByText('Changed', { exact: true }).waitFor();
  assert.equal(await place(), before);
});

test('a change of thousands tells how far it has come', async () => {
  const query = { 'metadata.harbour': 'Marsh End' };
  await list(asText(query));
  const total = await shows(query);
  await field('Choose all that are loaded').check();
  await page.getByRole('button', { name: /^Choose all .* that match$/ }).click();
  await button('Set a field').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Height' });
  await dialog().getByLabel('New value').fill('77');
  const change = dialog().getByRole('button', { name: /^Change 3,\d\d\d objects$/ });
  await change.waitFor();
  const bar = page.getByRole('progressbar').waitFor({ timeout: 60_000 });
  await change.click();
  await bar;
  await page.getByRole('status').filter({ hasText: 'objects changed: Height' }).waitFor({ timeout: 60_000 });
  assert.equal((await find({ ...query, 'metadata.height': 77 })).total, total);
});

test('a list that cannot be read says so, and is read again', async () => {
  let broken = true;
  await page.route('**/v2/buckets/demo/objects?*', (route) => (broken ? route.abort() : route.continue()));
  await list();
  await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
  await axe(page);
  broken = false;
  await button('Try again').click();
  await shows({});
  await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor({ state: 'detached' });
  await page.unroute('**/v2/buckets/demo/objects?*');
  await list(asText({ 'metadata.harbour': 'Atlantis' }));
  await page.getByText('Nothing is found.').waitFor();
  await axe(page);
  await button('Show all').click();
  await shows({});
});

test('ten thousand rows are scrolled to their end by keyboard and wheel; few are in the page, and a step draws few', async () => {
  await list('?order_by=title');
  await cell(0, 1).filter({ hasText: 'Tide 00000' }).first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const nodes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((each) => each.name === 'Nodes').value;
  };
  await page.evaluate(() => {
    globalThis.drawn = [];
    globalThis.most = 0;
    const body = document.querySelector('tbody');
    new MutationObserver((changes) => {
      globalThis.drawn.push(changes.reduce((sum, each) => sum + [...each.addedNodes].filter((node) => node.nodeName === 'TR').length, 0));
      globalThis.most = Math.max(globalThis.most, body.childElementCount);
    }).observe(body, { childList: true });
  });
  await cell(0, 2).click();
  const begun = await nodes();
  await page.keyboard.press('Control+End');
  await page.getByRole('link', { name: 'Tide 09999' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.closest('tr').getAttribute('aria-rowindex')), '10002');
  await page.keyboard.press('Control+Home');
  await page.getByRole('link', { name: 'Tide 00000', exact: true }).waitFor();
  await page.evaluate(() => (globalThis.drawn.length = 0));
  await page.mouse.move(700, 500);
  for (let turns = 0; turns < 40; ++turns) {
    await page.mouse.wheel(0, 360);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  const slow = await page.evaluate(() => globalThis.drawn);
  assert.ok(slow.length > 10, 'rows were drawn');
  // A turn of the wheel brings eight rows: what stays is not drawn again.
  assert.ok(Math.max(...slow) <= 20, `rows drawn in one step: ${slow}`);
  await page.getByRole('region', { name: 'Tides' }).evaluate(async (box) => {
    for (let at = box.scrollTop; at < box.scrollHeight; at += 9000) {
      box.scrollTop = at;
      await new Promise(requestAnimationFrame);
    }
    box.scrollTop = box.scrollHeight;
  });
  await page.getByRole('link', { name: 'Tide 09999' }).waitFor();
  const most = await page.evaluate(() => globalThis.most);
  assert.ok(most <= 64, `${most} rows in the page`);
  const grown = (await nodes()) - begun;
  assert.ok(grown < 1500, `${grown} nodes more after the scroll`);
});

test('on a telephone the title stays while the columns scroll, and nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await list(`?order_by=title${columns}&query=${encodeURIComponent('{"metadata.size":{"$in":["Large"]},"metadata.height":{"$gte":5}}')}`);
    await page.getByRole('link', { name: 'Tide 00005' }).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await page.getByRole('region', { name: 'Tides' }).evaluate((box) => box.scrollTo(400, 0));
    const left = await page.getByRole('link', { name: 'Tide 00005' }).evaluate((link) => link.getBoundingClientRect().left);
    assert.ok(left >= 0 && left < 120, `the title is at ${left}`);
    await field('Choose Tide 00005').check();
    await axe(page);
  }
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
