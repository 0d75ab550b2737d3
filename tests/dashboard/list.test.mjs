// A list of ten thousand objects: found, looked at in one's own way, edited in its cells.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, open, signIn, test } from './support.mjs';
import { addFilter, asText, begin, button, cell, dialog, field, list, page, path, shows, site, tideCalled, told } from './tides.mjs';

before(begin);
after(() => site?.stop());

const columns = '&columns=status,metadata.harbour,metadata.height,metadata.day,metadata.size,metadata.kind,metadata.marks,metadata.stormy';

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
    await at.getByLabel('From', { exact: true }).fill('10');
    await at.getByLabel('To', { exact: true }).fill('20');
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

test('an object that others are related to is picked for a filter', async () => {
  const { objects: [author] } = await site.api('GET', `${path}/objects${asText({ type: 'authors', title: 'Ines Moreau' })}`);
  const { id } = await tideCalled('Tide 00010');
  await site.api('PATCH', `${path}/objects/${id}/metafields/observer`, { value: author.id });
  await list();
  await button('Filter').click();
  await dialog().getByLabel('Field').selectOption({ label: 'Observer' });
  await button('Choose Observer').click();
  const picker = page.getByRole('dialog', { name: 'Choose: Observer' });
  await picker.getByRole('button', { name: 'Ines Moreau' }).click();
  await button('Done', picker).click();
  await button('Add filter').click();
  await page.getByRole('button', { name: 'Observer is one of Ines Moreau', exact: true }).waitFor();
  await page.getByRole('status').filter({ hasText: /^1 object$/ }).waitFor();
  await page.getByRole('link', { name: 'Tide 00010' }).waitFor();
  await button('Observer is one of Ines Moreau').click();
  await dialog().getByLabel('Condition').selectOption({ label: 'is not set' });
  await button('Change filter').click();
  await shows({ 'metadata.observer': { $in: [null, ''] } });
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
  // The pages of a search end at a thousand; sorted otherwise, as many as one request can name.
  await list('?q=tide');
  await page.getByRole('status').filter({ hasText: '1,000 objects' }).waitFor();
  await page.getByText('These are the best 1,000 of at least 1,000').waitFor();
  await list('?q=tide&order_by=-title');
  await page.getByText(/These are the best 300 of at least/).waitFor();
  await page.getByRole('status').filter({ hasText: '300 objects' }).waitFor();
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

test('a view keeps filters, words, order and columns under a name, for oneself or for all', async () => {
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
  // What a script selects gets no focus by that: the editor takes it a moment after it is drawn.
  const choose = async (name, value) => {
    await field(name).selectOption(value);
    await page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, name);
  };
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
  await choose('Size of Tide 00013', 'Small');
  await page.keyboard.press('Tab');
  await told('Size of “Tide 00013”');
  await page.keyboard.press('Enter');
  await choose('Kind of Tide 00013', 'Spring');
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

test('who may not publish prepares a draft with an edit of a cell, and takes it back', async () => {
  const dora = await addMember(site, 'dora@example.com', { role: 'editor', publishing_restrictions: 'draft_only' });
  const theirs = await open(site);
  await signIn(theirs, dora);
  await list(`?order_by=title${columns}`, theirs);
  await cell(2, 3, theirs).filter({ hasText: 'Marsh End' }).dblclick();
  await theirs.getByText('Goes into a draft').waitFor();
  await field('Harbour of Tide 00002', theirs).fill('Proposed');
  await theirs.keyboard.press('Enter');
  await told('is saved in the draft over it', theirs);
  assert.equal((await tideCalled('Tide 00002')).metadata.harbour, 'Proposed');
  assert.equal((await site.api('GET', `${path}/objects${asText({ slug: 'tide-2' })}`)).objects[0].metadata.harbour, 'Marsh End');
  await button('Undo', theirs).click();
  await told('is as before', theirs);
  assert.deepEqual([(await tideCalled('Tide 00002')).metadata.harbour, (await tideCalled('Tide 00002')).status], ['Marsh End', 'published']);
  await field('Choose Tide 00002', theirs).check();
  assert.equal(await button('Publish', theirs).count(), 0);
  await theirs.context().close();
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

test('a cell that is opened while the one before is being saved stays open; a refusal of the first is told', async () => {
  await list(`?order_by=title${columns}`);
  const writes = (url) => /\/objects\/[0-9a-f]{24}$/.test(url.pathname);
  const write = async (words, height, answer) => {
    let arrive;
    const held = new Promise((resolve) => (arrive = resolve));
    await page.route(writes, async (route) => {
      if (!('harbour' in (route.request().postDataJSON()?.metadata ?? {}))) return route.fallback();
      await held;
      await answer(route);
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH' && 'harbour' in request.postDataJSON().metadata);
    await cell(6, 3).filter({ hasText: /\w/ }).dblclick();
    await field('Harbour of Tide 00006').fill(words);
    await cell(7, 4).dblclick();
    await sent;
    await field('Height of Tide 00007').fill(height);
    arrive();
  };
  const saveHeight = async (height) => {
    assert.equal(await field('Height of Tide 00007').count(), 1, 'the second cell is open still');
    assert.equal(await field('Height of Tide 00007').inputValue(), height);
    await page.keyboard.press('Enter');
    await page.locator('[data-cell="7:4"]:not([aria-busy])').filter({ hasText: new RegExp(`^${height}$`) }).waitFor();
    assert.equal((await tideCalled('Tide 00007')).metadata.height, Number(height));
    await page.unroute(writes);
  };
  await write('Sent first', '61', (route) => route.continue());
  await told('Harbour of “Tide 00006” is saved');
  await saveHeight('61');
  assert.equal((await tideCalled('Tide 00006')).metadata.harbour, 'Sent first');
  await write('Refused', '62', (route) => route.fulfill({ status: 400, json: { status: 400, message: 'not such a harbour' } }));
  await page.getByRole('alert').filter({ hasText: 'Harbour of “Tide 00006” is not saved: Not such a harbour.' }).waitFor();
  await saveHeight('62');
  const { id, metadata } = await tideCalled('Tide 00006');
  assert.equal(metadata.harbour, 'Sent first');
  await write('Too late', '63', async (route) => {
    await site.api('PATCH', `${path}/objects/${id}/metafields/harbour`, { value: 'Theirs' });
    await route.continue();
  });
  await page.getByRole('alert').filter({ hasText: /“Tide 00006” is not saved: .* made it “Theirs”\. Yours is “Too late”\./ }).waitFor();
  await saveHeight('63');
  assert.equal((await tideCalled('Tide 00006')).metadata.harbour, 'Theirs');
});

test('a number is corrected digit by digit, in a cell and in a form, and shown with all its digits', async () => {
  const { id } = await tideCalled('Tide 00008');
  const put = (value) => site.api('PATCH', `${path}/objects/${id}/metafields/height`, { value });
  const correct = async (control) => {
    await control.press('End');
    for (const [key, text] of [['Backspace', '1.0'], ['6', '1.06']]) {
      await page.keyboard.press(key);
      assert.equal(await control.inputValue(), text);
    }
  };
  const below = async (control) => {
    await control.fill('');
    await page.keyboard.type('-0.0004');
    assert.equal(await control.inputValue(), '-0.0004');
  };
  await put(1.05);
  await list(`?order_by=title${columns}`);
  const height = field('Height of Tide 00008');
  await cell(8, 4).filter({ hasText: '1.05' }).dblclick();
  await correct(height);
  await page.keyboard.press('Enter');
  await cell(8, 4).filter({ hasText: /^1\.06$/ }).waitFor();
  await cell(8, 4).dblclick();
  await below(height);
  await page.keyboard.press('Enter');
  await cell(8, 4).filter({ hasText: /^-0\.0004$/ }).waitFor();
  await put(1.05);
  await page.goto(`${site.url}/dashboard/demo/objects/tides/${id}`);
  await page.waitForFunction(() => [...document.querySelectorAll('input.figure')].some((input) => input.value === '1.05'));
  await correct(field('Height'));
  await below(field('Height'));
  await button('Publish').click();
  await told('It is published');
  assert.equal((await tideCalled('Tide 00008')).metadata.height, -0.0004);
});

const gate = () => {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  return { open, opened };
};

for (const [arrival, number] of [['while it is made', 37], ['once it is saved', 41]]) {
  test(`a list that is read again as an edit begins, and arrives ${arrival}, moves no row and hides nothing`, async () => {
    await page.goto('about:blank');
    // A stream that begins once the list is there, so that all is read again, and tells nothing more: not even this edit.
    const [listed, read, arrive, arrived] = [gate(), gate(), gate(), gate()];
    await page.route(/\/changes\?/, async (route) => {
      await listed.opened;
      await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 600000\nevent: ready\ndata: {}\n\n' });
    }, { times: 1 });
    await list(`?order_by=-modified_at${columns}`);
    await cell(0, 1).waitFor();
    const first = await cell(0, 1).innerText();
    const other = `Tide 000${number}`;
    const { id } = await tideCalled(other);
    await site.api('PATCH', `${path}/objects/${id}/metafields/height`, { value: number });
    // In this answer the other comes first, and it is older than the edit.
    await page.route(/\/v2\/buckets\/demo\/objects\?/, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const json = await site.api('GET', pathname.replace('/v2', '') + search);
      read.open();
      await arrive.opened;
      await route.fulfill({ json });
      arrived.open();
    }, { times: 1 });
    listed.open();
    await read.opened;
    await cell(0, 3).dblclick();
    await field(`Harbour of ${first}`).fill(`Where it was typed ${arrival}`);
    const letArrive = async () => {
      arrive.open();
      await arrived.opened;
    };
    if (number === 37) await letArrive();
    await page.keyboard.press('Enter');
    await told(`Harbour of “${first}” is saved`);
    if (number === 41) await letArrive();
    assert.equal((await tideCalled(first)).metadata.harbour, `Where it was typed ${arrival}`);
    assert.notEqual((await tideCalled(other)).metadata.harbour, `Where it was typed ${arrival}`);
    await cell(1, 1).filter({ hasText: other }).waitFor(); // what the others wrote is read once nobody edits
    await cell(0, 1).filter({ hasText: first }).waitFor();
  });
}

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

test('a choice among more objects than it shows says so', async () => {
  await site.api('POST', `${path}/object-types`, { title: 'Logs', singular: 'Log', slug: 'logs', metafields: [
    { type: 'object', title: 'Tide', key: 'tide', value: '', object_type: 'tides' }] });
  await page.goto(`${site.url}/dashboard/demo/objects/logs/new`);
  await button('Choose Tide').click();
  await told('30 of 10,000 are shown: search for the others.');
  await dialog().getByRole('searchbox').fill('Tide 04321');
  await dialog().getByRole('button', { name: 'Tide 04321', exact: true }).click();
  await page.getByRole('link', { name: 'Tide 04321' }).waitFor();
});

test('a list that cannot be read says so, and is read again', async () => {
  let broken = true;
  await page.route('**/v2/buckets/demo/objects?*', (route) => (broken ? route.fulfill({ status: 503, json: { status: 503, message: 'not now' } }) : route.continue()));
  await list();
  const alert = page.getByRole('alert').filter({ has: button('Try again') });
  await alert.waitFor();
  await axe(page);
  broken = false;
  await button('Try again').click();
  await shows({});
  await alert.waitFor({ state: 'detached' });
  await page.unroute('**/v2/buckets/demo/objects?*');
  await list(asText({ 'metadata.harbour': 'Atlantis' }));
  await page.getByText('Nothing is found.').waitFor();
  await axe(page);
  await button('Show all').click();
  await shows({});
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
