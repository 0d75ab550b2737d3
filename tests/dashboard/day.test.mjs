// An editor's day in a real browser. Everything that the form stores is read again over the API.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, open, signIn, start, test } from './support.mjs';

let site;
let page;
before(async () => {
  site = await start();
  page = await open(site);
});
after(() => site?.stop());

const option = (...values) => values.map((value) => ({ value }));
const metafields = [
  { type: 'text', title: 'Name', key: 'name', value: '', required: true, maxlength: 40 },
  { type: 'textarea', title: 'Summary', key: 'summary', value: '' },
  { type: 'html-textarea', title: 'Body', key: 'body', value: '' },
  { type: 'markdown', title: 'Notes', key: 'notes', value: '' },
  { type: 'json', title: 'Data', key: 'data', value: '' },
  { type: 'number', title: 'Price', key: 'price', value: '' },
  { type: 'switch', title: 'Open', key: 'open', value: false, options: 'yes,no' },
  { type: 'date', title: 'Day', key: 'day', value: '' },
  { type: 'select-dropdown', title: 'Size', key: 'size', value: '', options: [{ key: 's', value: 'Small' }, { key: 'l', value: 'Large' }] },
  { type: 'radio-buttons', title: 'Kind', key: 'kind', value: '', options: option('Sea', 'Land') },
  { type: 'check-boxes', title: 'Tags', key: 'tags', value: [], options: option('Red', 'Green', 'Blue') },
  { type: 'object', title: 'Writer', key: 'writer', value: '', object_type: 'authors' },
  { type: 'objects', title: 'Places', key: 'places', value: '', object_type: 'locations' },
  { type: 'file', title: 'Picture', key: 'picture', value: '' },
  { type: 'parent', title: 'Frame', key: 'frame', children: [
    { type: 'text', title: 'Caption', key: 'caption', value: '' },
    { type: 'parent', title: 'Inner', key: 'inner', children: [{ type: 'number', title: 'Depth', key: 'depth', value: '' }] }] },
  { type: 'repeater', title: 'Steps', key: 'steps', children: [],
    repeater_fields: [{ type: 'text', title: 'Step', key: 'step', value: '' }] },
];
const path = '/buckets/demo';
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
let id;

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
// Not by the message: the one of an earlier save may still be shown.
const saved = (at = page) => at.waitForResponse((answer) => answer.request().method() === 'PATCH' && /\/objects\/\w+$/.test(answer.url()) && answer.ok());
const more = async (name, at = page) => {
  await at.locator('summary[aria-label="More actions"]').click();
  await button(name, at).click();
};
const read = async (props = '') => (await site.api('GET', `${path}/objects/${id}?status=any&show_metafields=true&depth=0${props}`)).object;
const go = async (address, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/${address}`);
};

test('a wrong password is told, the right one opens the bucket', async () => {
  await page.goto(`${site.url}/dashboard`);
  await axe(page);
  await field('E-mail').fill(site.email);
  await field('Password').fill('not the password');
  await button('Sign in').click();
  await page.getByRole('alert').filter({ hasText: 'do not match' }).waitFor();
  await signIn(page, site);
  await axe(page);
});

test('a form of all sixteen types stores what is typed', async () => {
  await site.api('POST', `${path}/object-types`, { title: 'Things', singular: 'Thing', slug: 'things', metafields });
  await go('objects/things');
  await button('New').click();
  await page.getByLabel('Title', { exact: true }).fill('A lamp');
  await page.getByRole('textbox', { name: 'Name' }).fill('Lamp');
  await field('Summary').fill('Two\nlines');
  await page.getByRole('toolbar', { name: 'Formatting: Body' }).getByRole('button', { name: 'Source' }).click();
  await page.locator('.cm-content[aria-labelledby]').first().waitFor();
  await field('Body').fill('<p>Hello <em>there</em></p>');
  await field('Notes').fill('# Heading\n\n*text*');
  await field('Data').fill('{"a": [1, 2]}');
  await field('Price').fill('19.5');
  await page.getByRole('switch', { name: 'Open' }).check();
  await field('Day').fill('2027-02-03');
  await field('Size').selectOption('Large');
  await field('Land').check();
  await field('Red').check();
  await field('Blue').check();
  await button('Choose Writer').click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('ines');
  await page.getByRole('dialog').getByRole('button', { name: 'Ines Moreau', exact: true }).click();
  await button('Choose Places').click();
  await page.getByRole('dialog').locator('.picks button[aria-pressed]').first().waitFor();
  for (const place of await page.getByRole('dialog').locator('.picks button[aria-pressed]').all()) await place.click();
  await button('Done').click();
  await page.getByLabel('File for Picture').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
  await page.getByText('dot.png').first().waitFor();
  await field('Caption').fill('A caption');
  await field('Depth').fill('3');
  for (const step of ['One', 'Two', 'Three']) {
    await button('Add to Steps').click();
    await field('Step').last().fill(step);
  }
  await button('Move Steps 3 up').click();
  await button('Duplicate Steps 1').click();
  await axe(page);
  await button('Save draft').click();
  await told('The draft is saved');
  id = /objects\/things\/([0-9a-f]{24})$/.exec(page.url())?.[1];
  assert.ok(id, page.url());

  const object = await read();
  assert.equal(object.status, 'draft');
  const { metadata } = object;
  assert.equal(metadata.name, 'Lamp');
  assert.equal(metadata.summary, 'Two\nlines');
  assert.equal(metadata.body, '<p>Hello <em>there</em></p>');
  assert.equal(metadata.notes, '# Heading\n\n*text*');
  assert.deepEqual(metadata.data, { a: [1, 2] });
  assert.equal(metadata.price, 19.5);
  assert.equal(metadata.open, true);
  assert.equal(metadata.day, '2027-02-03');
  assert.deepEqual(metadata.size, { key: 'l', value: 'Large' });
  assert.equal(metadata.kind, 'Land');
  assert.deepEqual(metadata.tags, ['Red', 'Blue']);
  assert.match(metadata.writer, /^[0-9a-f]{24}$/);
  assert.ok(metadata.places.length >= 1);
  assert.equal(metadata.picture.original_name, 'dot.png');
  assert.equal(metadata.frame.caption, 'A caption');
  assert.equal(metadata.frame.inner.depth, 3);
  assert.deepEqual(metadata.steps.map((each) => each.step), ['One', 'One', 'Three', 'Two']);
});

test('what the server refuses stands at its field', async () => {
  await page.getByRole('textbox', { name: 'Slug' }).fill('Not A Slug');
  await button('Save draft').click();
  await page.getByRole('alert').filter({ hasText: 'lug' }).first().waitFor();
  await page.getByRole('textbox', { name: 'Slug' }).fill('a-lamp');
  await button('Save draft').click();
  await told('Nothing has changed since it was saved.');
});

test('it is published, edited as a draft, discarded, unpublished and published again', async () => {
  await button('Publish').click();
  await told('It is published');
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.status, 'published');
  await field('Summary').fill('A better summary');
  await button('Save draft').click();
  await told('The draft is saved');
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.metadata.summary, 'Two\nlines');
  assert.equal((await read()).metadata.summary, 'A better summary');
  await more('Discard draft');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await told('The draft is discarded');
  assert.equal(await field('Summary').inputValue(), 'Two\nlines');
  await more('Unpublish');
  await told('It is a draft again');
  await assert.rejects(site.api('GET', `${path}/objects/${id}`), /404/);
  await button('Publish').click();
  await told('It is published');
});

test('an end is scheduled', async () => {
  await more('Schedule');
  await field('Unpublish at').fill('2099-01-01T00:00');
  await button('Set the schedule').click();
  await told('The schedule is set');
  assert.ok((await read()).unpublish_at > Date.now());
});

test('what is typed and not saved is back after the window was closed', async () => {
  await field('Notes').fill('Not saved yet');
  await page.getByText('Your changes are kept').waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.close();
  page = await open(site, page.context());
  await go(`objects/things/${id}`);
  await told('is back');
  assert.equal(await field('Notes').textContent(), 'Not saved yet');
  await button('Publish').click();
  await told('It is published');
});

test('two people on one object: different fields are both kept, the same one is chosen', async () => {
  const other = await open(site);
  await signIn(other, site);
  await go(`objects/things/${id}`, other);
  await field('Price', other).fill('20');
  await field('Summary', other).fill('Theirs');
  await field('Summary').fill('Mine');
  await field('Caption').fill('My caption');
  await button('Publish', other).click();
  await told('It is published', other);
  await button('Publish').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'Summary' }).getByLabel('Saved', { exact: true }).check();
  await axe(page);
  const done = saved();
  await button('Save the merged version').click();
  await done;
  await told('It is published');
  const { metadata } = await read();
  assert.deepEqual([metadata.price, metadata.summary, metadata.frame.caption], [20, 'Theirs', 'My caption']);
  // A stream that is opened later than this begins with a look at what it missed.
  await field('Price', other).fill('21');
  await button('Publish', other).click();
  await page.waitForFunction(() => [...document.querySelectorAll('input.figure')].some((each) => each.value === '21'));
  await other.context().close();
});

test('what was scheduled and is published by hand is not published a second time, and can be given an end', async () => {
  const time = Date.parse('2098-06-01');
  const { object } = await site.api('POST', `${path}/objects`, { title: 'Lantern', type: 'things', publish_at: time, metafields: [{ key: 'name', value: 'Lantern' }] });
  const times = async () => {
    const { publish_at, unpublish_at } = (await site.api('GET', `${path}/objects/${object.id}?status=any`)).object;
    return [publish_at, unpublish_at];
  };
  const done = async (action) => {
    const answer = saved();
    await action();
    await answer;
  };
  await go(`objects/things/${object.id}`);
  await field('Title').fill('Old lantern');
  await done(() => button('Save draft').click());
  assert.deepEqual(await times(), [time, null]);
  await done(() => button('Publish').click());
  assert.deepEqual(await times(), [null, null]);
  // Whoever publishes without the dashboard leaves the time.
  await site.api('PATCH', `${path}/objects/${object.id}`, { publish_at: time });
  await go(`objects/things/${object.id}`);
  await more('Schedule');
  await field('Unpublish at').fill('2098-01-01T00:00');
  await done(() => button('Set the schedule').click());
  const [from, to] = await times();
  assert.equal(from, null);
  assert.ok(to > Date.now());
  await site.api('PATCH', `${path}/objects/${object.id}`, { publish_at: time, unpublish_at: null });
  await go(`objects/things/${object.id}`);
  await done(() => more('Unpublish'));
  assert.deepEqual(await times(), [null, null]);
});

test('what is prepared over a page goes out by itself, and a further draft keeps its time', async () => {
  const { object } = await site.api('POST', `${path}/objects`, { title: 'Lighthouse', type: 'things', metafields: [{ key: 'name', value: 'Lighthouse' }] });
  const prepared = async () => (await site.api('GET', `${path}/objects/${object.id}?status=any&props=title,status,publish_at`)).object;
  const seen = async () => (await site.api('GET', `${path}/objects/${object.id}?props=title`)).object.title;
  await go(`objects/things/${object.id}`);
  await more('Schedule');
  assert.equal(await field('Publish the changes at').count(), 0); // there are none
  await button('Cancel').click();
  // What somebody else has saved meanwhile is still asked about.
  await field('Name').fill('Mine');
  await site.api('PATCH', `${path}/objects/${object.id}`, { metadata: { name: 'Theirs' } });
  await more('Schedule');
  await button('Set the schedule').click();
  await told('The schedule is cleared');
  await button('Publish').click();
  await page.getByRole('dialog').getByRole('group', { name: 'Name' }).getByLabel('Saved', { exact: true }).check();
  await button('Save the merged version').click();
  await told('It is published');
  await field('Title').fill('New lighthouse');
  await more('Schedule');
  await field('Publish the changes at').fill('2095-01-01T00:00');
  await axe(page);
  await button('Set the schedule').click();
  await told('The schedule is set');
  await page.getByText(/^Changes go out .*2095/).waitFor();
  const { publish_at: time } = await prepared();
  assert.equal(new Date(time).getFullYear(), 2095);
  await field('Title').fill('Newer lighthouse');
  await button('Save draft').click();
  await told('The draft is saved');
  assert.deepEqual(await prepared(), { title: 'Newer lighthouse', status: 'draft', publish_at: time });
  assert.equal(await seen(), 'Lighthouse');
  await button('Publish').click();
  await told('It is published');
  await button('Undo').click();
  await page.getByText(/^Changes go out .*2095/).waitFor();
  assert.deepEqual(await prepared(), { title: 'Newer lighthouse', status: 'draft', publish_at: time });
  assert.equal(await seen(), 'Lighthouse');
  await go('objects/things');
  await page.getByRole('row').filter({ hasText: 'Newer lighthouse' }).getByText('Changed, scheduled').waitFor();
  await go(`objects/things/${object.id}`);
  await more('Schedule');
  await field('Publish the changes at').fill('');
  await button('Set the schedule').click();
  await told('The schedule is cleared');
  assert.equal((await prepared()).publish_at, null);
  await site.api('POST', `${path}/objects/${object.id}/revisions`, { title: 'Last lighthouse', status: 'draft', publish_at: Date.now() + 2000 });
  await page.getByText(/^Changes go out/).waitFor();
  await page.getByText(/^Changes go out/).waitFor({ state: 'hidden' });
  assert.equal(await seen(), 'Last lighthouse');
  assert.equal(await field('Title').inputValue(), 'Last lighthouse');
});

test('the end of what readers see is shown, kept and changed under a draft; a draft that is not taken again is not lost', async () => {
  const end = Date.parse('2097-01-01');
  const { object } = await site.api('POST', `${path}/objects`, { title: 'Buoy', type: 'things', status: 'published', unpublish_at: end, metafields: [{ key: 'name', value: 'Buoy' }] });
  const endOfReaders = async () => (await site.api('GET', `${path}/objects/${object.id}`)).object.unpublish_at;
  const prepared = async () => (await site.api('GET', `${path}/objects/${object.id}?status=any&props=status,title`)).object;
  await site.api('POST', `${path}/objects/${object.id}/revisions`, { title: 'Red buoy', status: 'draft' });
  await go(`objects/things/${object.id}`);
  await page.getByText('Draft changes').waitFor();
  await page.getByText(/^Ends .*2097/).waitFor();
  await more('Schedule');
  assert.match(await field('Unpublish at').inputValue(), /^2097-01-01T/);
  await button('Set the schedule').click();
  await told('The schedule is set');
  assert.equal(await endOfReaders(), end);
  assert.deepEqual(await prepared(), { status: 'draft', title: 'Red buoy' });
  await page.route(/\/revisions\?/, (route) => route.abort());
  await more('Schedule');
  await field('Unpublish at').fill('2096-01-01T00:00');
  await button('Set the schedule').click();
  await page.getByText('Your changes are kept').waitFor();
  await page.unroute(/\/revisions\?/);
  assert.equal((await prepared()).status, 'published');
  await go(`objects/things/${object.id}`);
  await told('is back');
  assert.equal(await field('Title').inputValue(), 'Red buoy');
  await button('Save draft').click();
  await told('draft is saved');
  assert.deepEqual(await prepared(), { status: 'draft', title: 'Red buoy' });
});

test('history compares and restores one field', async () => {
  await go(`objects/things/${id}/history`);
  await page.getByRole('heading', { name: 'All versions' }).waitFor();
  await page.getByRole('button', { name: 'Compare with now' }).last().click();
  await button('Restore Price').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await told('Price is restored');
  await axe(page);
  const { metadata } = await read();
  assert.notEqual(metadata.price, 21);
  assert.equal(metadata.summary, 'Theirs');
});

test('a list is searched and filtered, and a change of many is undone', async () => {
  await go('objects/articles');
  await page.getByRole('link', { name: 'What the marsh remembers' }).waitFor();
  await axe(page);
  await field('Status').selectOption('draft');
  await page.getByRole('link', { name: 'What the marsh remembers' }).waitFor({ state: 'detached' });
  await field('Status').selectOption('');
  await page.getByRole('searchbox').fill('marsh');
  await page.waitForURL(/q=marsh/); // it is asked for a moment later, and lets go what was chosen before
  await page.getByRole('link', { name: 'What the marsh remembers' }).waitFor();
  await page.getByRole('link', { name: 'The boats that leave at four' }).waitFor({ state: 'detached' });
  await field('Choose What the marsh remembers').check();
  await button('Unpublish').click();
  await told('1 object unpublished');
  const status = async () => (await site.api('GET', `${path}/objects?status=any&query=${encodeURIComponent('{"slug":"what-the-marsh-remembers"}')}`)).objects[0].status;
  assert.equal(await status(), 'draft');
  await button('Undo').click();
  await told('1 object as before');
  assert.equal(await status(), 'published');
});

test('two thousand objects scroll without a page button', async () => {
  const objects = Array.from({ length: 2000 }, (_, index) => ({ type: 'tides', title: `Tide ${String(index).padStart(4, '0')}`, slug: `tide-${index}` }));
  await site.api('POST', `${path}/import`, { bucket: { object_types: [{ title: 'Tides', slug: 'tides' }], objects } });
  await go('objects/tides?order_by=title');
  await page.getByRole('link', { name: 'Tide 0000' }).waitFor();
  await page.getByRole('region', { name: 'Tides' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await page.getByRole('link', { name: 'Tide 1999' }).waitFor();
  assert.ok((await page.locator('tbody tr').count()) < 100);
});

test('a picture is uploaded, described, and keeps its focal point', async () => {
  await go('media');
  await page.getByLabel('Files to upload').setInputFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: /harbour\.png/ }).click();
  await field('Alt text').fill('A harbour');
  await page.getByRole('button', { name: /^Focal point/ }).press('ArrowRight');
  await axe(page);
  await button('Save').click();
  await told('The file is saved');
  const { media } = await site.api('GET', `${path}/media?limit=1&query=${encodeURIComponent('{"original_name":"harbour.png"}')}`);
  assert.equal(media[0].metadata.alt_text, 'A harbour');
  assert.deepEqual(media[0].focal_point, { x: 0.52, y: 0.5 });
  await axe(page);
});

test('what is deleted is in the trash and comes back', async () => {
  await go(`objects/things/${id}`);
  await more('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await told('is in the trash');
  await go('trash');
  await button('Restore A lamp').click();
  await told('is restored');
  await axe(page);
  assert.equal((await read()).title, 'A lamp');
});

test('what comes into the trash while somebody is asked whether to empty it is shown, and stays', async () => {
  const thrown = async (title) => {
    const { object } = await site.api('POST', `${path}/objects`, { type: 'things', title });
    await site.api('DELETE', `${path}/objects/${object.id}`);
  };
  await thrown('Asked about');
  await go('trash');
  await button('Restore Asked about').waitFor();
  await button('Empty the trash').click();
  const dialog = page.getByRole('dialog', { name: 'Empty the trash?' });
  await dialog.waitFor();
  await thrown('Not asked about');
  await page.getByRole('rowheader', { name: 'Not asked about' }).waitFor({ state: 'attached' });
  await button('Empty the trash', dialog).click();
  await told('What the list showed is deleted for good.');
  await page.getByRole('rowheader', { name: 'Asked about', exact: true }).waitFor({ state: 'detached' });
  assert.deepEqual((await site.api('GET', `${path}/trash`)).trash.map(({ title }) => title), ['Not asked about']);
});

test('every screen fits a telephone, in the light and in the dark', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const address of ['', 'objects/things', `objects/things/${id}`, `objects/things/${id}/history`, 'media', 'trash']) {
      await go(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('load');
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, `${address} is wider than 360 px`);
      await axe(page);
    }
  }
});

test('the first load is small', async () => {
  const fresh = await open(site);
  const loads = [];
  fresh.on('response', (response) => loads.push(response));
  await fresh.goto(`${site.url}/dashboard`);
  await button('Sign in', fresh).waitFor();
  assert.ok(loads.length <= 5, loads.map((each) => each.url()).join('\n'));
  let bytes = 0;
  for (const each of loads) bytes += (await each.request().sizes()).responseBodySize;
  assert.ok(bytes < 150_000, `${bytes} bytes`);
  await fresh.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
