// Ten thousand objects: many changed at once, scrolled through, and written by others meanwhile.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, open, signIn, test } from './support.mjs';
import { asText, begin, button, cell, dialog, field, find, list, many, page, path, shows, site, tide, tideCalled, told } from './tides.mjs';

before(begin);
after(() => site?.stop());

// What others do is told from here on: the page before may be about to begin a stream of its own.
const listAndHear = async (query) => {
  await page.goto('about:blank');
  const stream = page.waitForResponse(/\/changes\?/);
  await list(query);
  await stream;
};
const columns = '&columns=status,metadata.harbour,metadata.height,metadata.day,metadata.size,metadata.kind,metadata.marks,metadata.stormy';

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
  const byHand = `${path}/objects${asText({ type: 'tides' })}&limit=3&props=title&status=any&sort=order`;
  const titles = async () => (await site.api('GET', byHand)).objects.map((each) => each.title);
  assert.deepEqual(await titles(), ['Tide 00000', 'Tide 00002', 'Tide 00001']);
  await cell(1, 1).filter({ hasText: 'Tide 00002' }).waitFor();
  const undone = async () => {
    await button('Undo').click();
    await told('1 object as before');
    assert.deepEqual(await titles(), ['Tide 00000', 'Tide 00001', 'Tide 00002']);
  };
  await undone();
  // And by the mouse; without an order by hand no row is dragged.
  await button('Clear').click();
  await cell(2, 1).filter({ hasText: 'Tide 00002' }).waitFor();
  await cell(2, 1).dragTo(cell(0, 1), { targetPosition: { x: 150, y: 4 } });
  await told('1 object moved');
  assert.deepEqual(await titles(), ['Tide 00002', 'Tide 00000', 'Tide 00001']);
  await cell(0, 1).filter({ hasText: 'Tide 00002' }).waitFor();
  await undone();
  await list('?order_by=title');
  await cell(0, 1).filter({ hasText: 'Tide 00000' }).waitFor();
  assert.equal(await page.locator('tr[draggable=true]').count(), 0);
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
  // What happens before the stream has begun is read, not told: no row is marked for it.
  await listAndHear(`?order_by=title${columns}`);
  await cell(0, 1).filter({ hasText: 'Tide 00000' }).waitFor();
  await page.getByRole('region', { name: 'Tides' }).evaluate((box) => box.scrollTo(0, box.querySelector('tbody tr').offsetHeight * 5000));
  await page.getByRole('link', { name: 'Tide 05003' }).waitFor();
  await field('Choose Tide 05003').check();
  // Waits for the row: when the list is read anew, it is empty for a moment.
  const place = () => page.getByRole('link', { name: 'Tide 05003', exact: true }).evaluate((link) => Math.round(link.getBoundingClientRect().top));
  const before = await place();
  const { id } = await tideCalled('Tide 05004');
  const row = page.getByRole('row', { name: /Tide 05004/ });
  // The mark fades: it is looked for from the beginning.
  const marked = page.locator('tr.marked').filter({ hasText: 'Tide 05004' }).waitFor();
  await Promise.all([marked, site.api('PATCH', `${path}/objects/${id}/metafields/harbour`, { value: 'By another' })]);
  await row.getByText('By another').waitFor();
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

test('what is typed into a cell stays while somebody saves another type, and is not saved because its cell goes', async () => {
  await listAndHear(`?order_by=title${columns}`);
  const harbour = field(/^Harbour of Tide/);
  await cell(11, 3).filter({ hasText: /\w/ }).dblclick();
  await harbour.fill('Half a');
  await site.api('POST', `${path}/object-types`, { title: 'Buoys', singular: 'Buoy', slug: 'buoys', metafields: [] });
  await page.getByRole('link', { name: 'Buoys' }).waitFor();
  assert.equal(await harbour.inputValue(), 'Half a');
  await page.keyboard.press('Escape');
  // Whoever saves reads the object first.
  const asked = [];
  page.on('request', (request) => /\/objects\/[0-9a-f]{24}\?/.test(request.url()) && asked.push(request.url()));
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: 'Tides' }).first().click();
  await cell(1, 3).filter({ hasText: /\w/ }).dblclick();
  await harbour.fill('Half a');
  await page.goBack();
  await dialog().getByText('What you typed is not saved: Harbour of').waitFor();
  await button('Leave', dialog()).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  assert.deepEqual(asked, []);
});

test('what is set in all that match stays in its dialog while the list is read anew', async () => {
  await listAndHear(asText({ 'metadata.harbour': 'Averil' }));
  await field('Choose all that are loaded').check();
  await page.getByRole('button', { name: /^Choose all .* that match$/ }).click();
  await button('Set a field').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Harbour' });
  await dialog().getByLabel('New value').fill('Porth');
  await dialog().getByText(/objects will change/).waitFor();
  const read = new Promise((resolve) => page.route(/\/v2\/buckets\/demo\/objects\?/, (route) => {
    resolve();
    return route.continue();
  }, { times: 1 }));
  const { object_type: { metafields } } = await site.api('GET', `${path}/object-types/tides`);
  await site.api('PATCH', `${path}/object-types/tides`, { metafields: [...metafields, { type: 'text', title: 'Remark', key: 'remark', value: '' }] });
  await read;
  await page.getByRole('status').filter({ hasText: /^[\d,]+ objects$/ }).waitFor();
  assert.equal(await dialog().getByLabel('New value').inputValue(), 'Porth');
  await button('Cancel', dialog()).click();
});

// Somebody makes an object that comes before all that are called Tide 00001 and so on.
const oneMore = async (title) => {
  const before = await cell(6, 1).innerText();
  await site.api('POST', `${path}/objects`, { ...tide(1), title, slug: undefined });
  await cell(7, 1).filter({ hasText: before }).waitFor();
};

test('the keyboard stays with its object while rows move: Enter edits that one', async () => {
  await listAndHear(`?order_by=title${columns}`);
  await cell(5, 3).filter({ hasText: /\w/ }).click();
  const title = await cell(5, 1).innerText();
  await oneMore('Tide 00000 and a third');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '6:3');
  await page.keyboard.press('Enter');
  await field(`Harbour of ${title}`).waitFor();
  await page.keyboard.press('Escape');
});

test('Shift chooses from the object that was turned last, wherever that is now, and turns back as it ticks', async () => {
  await listAndHear('?order_by=title');
  await field('Choose Tide 00003').check();
  await oneMore('Tide 00000 and a fourth');
  const ends = field('Choose Tide 00008');
  await ends.click({ modifiers: ['Shift'] });
  await page.getByText('6 chosen').waitFor();
  await ends.click({ modifiers: ['Shift'] });
  await page.getByText('5 chosen').waitFor();
  assert.equal(await ends.isChecked(), false);
  assert.equal(await page.getByRole('row', { name: /Tide 00008/ }).getAttribute('aria-selected'), 'false');
});

test('what is moved to the top comes before the first that is not chosen, from anywhere, or it is said that it stands there', async () => {
  const byHand = `${path}/objects${asText({ type: 'tides' })}&limit=3&props=title&status=any&sort=order`;
  const titles = async () => (await site.api('GET', byHand)).objects.map((each) => each.title);
  const [first, second, third] = await titles();
  await listAndHear('?order_by=order');
  await field(`Choose ${first}`).check();
  await button('Move to the top').click();
  await told('Already at the top.');
  await field(`Choose ${third}`).check();
  await button('Move to the top').click();
  await told('2 objects moved');
  assert.deepEqual(await titles(), [first, third, second]);
  await button('Undo').click();
  await told('2 objects as before');
  await button('Clear').click();
  // Far down, what is at the top is forgotten when the list is read again.
  await page.getByRole('region', { name: 'Tides' }).evaluate((box) => box.scrollTo(0, box.querySelector('tbody tr').offsetHeight * 5000));
  await page.getByRole('link', { name: 'Tide 05003' }).waitFor();
  const { id } = await tideCalled('Tide 05004');
  await site.api('PATCH', `${path}/objects/${id}`, { title: 'Tide 05004, again' });
  await page.getByRole('link', { name: 'Tide 05004, again' }).waitFor();
  await field('Choose Tide 05003').check();
  await button('Move to the top').click();
  await told('1 object moved');
  assert.deepEqual(await titles(), ['Tide 05003', first, second]);
  await button('Undo').click();
  await told('1 object as before');
  await site.api('PATCH', `${path}/objects/${id}`, { title: 'Tide 05004' });
});

const bulk = /\/objects\/bulk$/;

test('what is chosen while many are changed stays chosen', async () => {
  await list('?order_by=title');
  let open;
  const held = new Promise((resolve) => (open = resolve));
  await page.route(bulk, (route) => held.then(() => route.continue()), { times: 1 });
  await field('Choose Tide 00002').check();
  await button('Publish').click();
  await field('Choose Tide 00004').check();
  await page.getByText('2 chosen').waitFor();
  open();
  await told(/objects? published/);
  await page.getByText('1 chosen').waitFor();
  assert.deepEqual([await field('Choose Tide 00002').isChecked(), await field('Choose Tide 00004').isChecked()], [false, true]);
});

test('the dialog that sets a field waits for the answer, and has what was typed when that is a refusal', async () => {
  await list('?order_by=title');
  await field('Choose Tide 00002').check();
  await button('Set a field').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Harbour' });
  await dialog().getByLabel('New value').fill('Porth');
  await dialog().getByText('1 object will change').waitFor();
  let open;
  const held = new Promise((resolve) => (open = resolve));
  await page.route(bulk, (route) => held.then(() => route.fulfill({ status: 503, json: { status: 503, message: 'busy' } })), { times: 1 });
  await button('Change 1 object').click();
  await page.keyboard.press('Escape');
  open();
  await dialog().getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  assert.equal(await dialog().getByLabel('New value').inputValue(), 'Porth');
  await button('Change 1 object').click();
  await told('1 object changed: Harbour.');
  await dialog().waitFor({ state: 'detached' });
  assert.equal((await tideCalled('Tide 00002')).metadata.harbour, 'Porth');
});

test('a filter of days asks for what its link says, wherever its reader is; what is no time is a condition by itself', async () => {
  const march = { created_at: { $gte: '2026-02-28T23:00:00.000Z', $lt: '2026-03-31T22:00:00.000Z' } };
  for (const [timezoneId, chip] of [['Europe/Berlin', 'Created is between 1 Mar 2026 and 31 Mar 2026'], ['America/New_York', JSON.stringify(march)]]) {
    const theirs = await open(site, await site.browser.newContext({ timezoneId, locale: 'en-GB', viewport: { width: 1280, height: 900 } }));
    await signIn(theirs, site);
    const asked = theirs.waitForRequest(/\/demo\/objects\?query=[^&]*created_at/);
    await list(asText(march), theirs);
    const { created_at: times } = JSON.parse(new URL((await asked).url()).searchParams.get('query'));
    assert.deepEqual(times, march.created_at, timezoneId);
    await theirs.getByRole('list', { name: 'Filters' }).getByText(chip, { exact: true }).waitFor();
    await theirs.context().close();
  }
  for (const none of [1767225600000, 'yesterday']) {
    await list(asText({ created_at: { $gte: none } }));
    await page.getByRole('list', { name: 'Filters' }).getByText(String(none)).waitFor();
  }
});

test('an export that is cancelled while it is read becomes no file', async () => {
  await list('?order_by=title');
  await field('Choose Tide 00002').check();
  await button('Export').click();
  let free;
  const held = new Promise((resolve) => (free = resolve));
  const asked = page.waitForRequest(/\/demo\/objects\?query=/);
  await page.route(/\/demo\/objects\?query=/, (route) => held.then(() => route.continue()), { times: 1 });
  await button('JSON', dialog()).click();
  await asked;
  await button('Cancel', dialog()).click();
  await dialog().waitFor({ state: 'detached' });
  free();
  await page.locator('.bulk[aria-busy=false]').waitFor();
  assert.equal(await page.getByText(/ in tides\.json\.$/).count(), 0);
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
  const last = await page.getByRole('grid', { name: 'Tides' }).getAttribute('aria-rowcount');
  assert.ok(Number(last) > many);
  assert.equal(await page.evaluate(() => document.activeElement.closest('tr').getAttribute('aria-rowindex')), last);
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
  // 930 as a rule, and 1,698 where what is around the table was drawn during the scroll: Preact keeps the rows of that moment in
  // the children that it was given then. A second window that stays would make it 2,466.
  const grown = (await nodes()) - begun;
  assert.ok(grown < 2000, `${grown} nodes more after the scroll`);
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
