// Merge requests: what is shown of a change is what it is, nothing is made or lost by a slip, and two people may be at one.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, gate, open, signIn, start, test } from './support.mjs';

const [here, there] = ['/buckets/demo', '/buckets/staging'];
const type = 'routes';
let site;
let page;

const field = (kind, title, value, more) => ({ type: kind, title, key: title.toLowerCase(), value, ...more });
const stage = (place, km) => ({ type: 'repeating_item', children: [field('text', 'Place', place), field('number', 'Km', km)] });
const metafields = ({ stages = [], box = '', data = null, next = '', day = '', notes = {} } = {}) => [
  { type: 'repeater', title: 'Stages', key: 'stages', repeater_fields: stage('', '').children, children: stages },
  { type: 'parent', title: 'Sidebar', key: 'sidebar', children: [field('text', 'Heading', 'In short'), field('textarea', 'Text', box)] },
  field('json', 'Data', data), field('objects', 'Next', next, { object_type: type }), field('date', 'Day', day), field('text', 'Notes', 'As ever', notes),
];

before(async () => {
  site = await start();
  page = await open(site);
  await signIn(page, site);
  await site.api('POST', '/buckets', { title: 'Staging', slug: 'staging' });
  for (const bucket of [here, there]) await site.api('POST', `${bucket}/object-types`, { title: 'Routes', singular: 'Route', slug: type, metafields: metafields() });
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const dialog = (name, at = page) => at.getByRole('dialog', { name });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const refused = (text, at = page) => at.getByRole('alert').filter({ hasText: text }).first().waitFor();
const heading = (name, at = page) => at.getByRole('heading', { name, level: 1 });
const go = (where, at = page) => at.goto(`${site.url}/dashboard/demo/${where}`);
const make = async (bucket, title, more = {}) =>
  (await site.api('POST', `${bucket}/objects`, { type, title, slug: title.toLowerCase().replaceAll(' ', '-'), status: 'published', ...more })).object.id;
const ask = async (title, objects) => (await site.api('POST', `${here}/merge-requests`, { title, source_bucket: 'staging', objects })).merge_request.id;
const focused = (name, at = page) => at.waitForFunction((wanted) => document.activeElement?.innerText === wanted, name);
const requests = async () => (await site.api('GET', `${here}/merge-requests?limit=1`)).total;

test('each field that differs has a row of its own, in words, and no row says the same twice', async () => {
  const next = await make(there, 'Over the dyke');
  const known = await make(there, 'shared', { title: 'Shared there' });
  const knownHere = await make(here, 'shared', { title: 'Shared here' });
  const day = Date.UTC(2031, 4, 6, 12);
  await make(here, 'coast', { status: 'draft', metafields: metafields({ stages: [stage('Harbour', 1), stage('Quay', 2)], box: 'Old', data: { title: 'Chart', n: 1 }, next: knownHere, day: '2026-01-26' }) });
  const id = await make(there, 'coast', { title: 'Coast', metafields: metafields({
    stages: [stage('Harbour', 3), stage('Quay', 2), stage('Mole', 4)], box: 'New', data: { title: 'Chart', n: 2 }, next: `${known},${next}`, day: '2026-12-01', notes: { required: true } }) });
  const fresh = await make(there, 'fresh', { status: 'draft', publish_at: day, metafields: metafields({ box: 'Words', stages: [stage('Dunes', 5)] }) });
  await go(`settings/merges/${await ask('Coasts', [id, fresh])}`);
  const rows = async (name) => (await page.getByRole('table', { name }).getByRole('row').allInnerTexts()).slice(1).map((each) => each.split('\t').map((part) => part.replace(/\s+/g, ' ')).join(' | '));
  await page.getByText('Over the dyke').waitFor();
  assert.match(await page.locator('summary', { hasText: 'Coast' }).innerText(), /Route 10 fields/);
  assert.deepEqual(await rows('Coast'), [
    'Title | coast | Coast', 'Status | Draft | Published', 'Data | { "title": "Chart", "n": 1 } | { "title": "Chart", "n": 2 }', 'Day | 26 Jan 2026 | 1 Dec 2026',
    'Next | Shared here | Shared here, Over the dyke', 'Notes › Setting “Must be filled in” | empty | Yes',
    'Sidebar › Text | Old | New', 'Stages › Item 1 › Km | 1 | 3', 'Stages › Item 3 › Place | empty | Mole', 'Stages › Item 3 › Km | empty | 4',
  ]);
  const time = await page.evaluate((at) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at)), day);
  assert.deepEqual(await rows('fresh'), ['Title | fresh', 'Status | Draft', `Publish at | ${time}`, 'Notes | As ever',
    'Sidebar › Heading | In short', 'Sidebar › Text | Words', 'Stages › Item 1 › Place | Dunes', 'Stages › Item 1 › Km | 5']);
  await axe(page, 'rows');
});

test('two related objects with one title are told apart, and settings that nothing else shows are spoken of', async () => {
  const [mine, theirs] = [await make(here, 'Twin here', { title: 'Twin' }), await make(there, 'Twin there', { title: 'Twin' })];
  const [old, fresh] = [metafields({ next: mine }), metafields({ next: theirs })];
  await make(here, 'pair', { metafields: old });
  fresh[1] = { ...fresh[1], children: fresh[1].children.toReversed() };
  await go(`settings/merges/${await ask('Twins', [await make(there, 'pair', { metafields: fresh })])}`);
  const table = page.getByRole('table', { name: 'pair' });
  await table.getByText(`Twin (${mine})`).waitFor();
  await table.getByText(`Twin (${theirs})`).waitFor();
  assert.deepEqual((await table.getByRole('row').filter({ hasText: 'Sidebar' }).getByRole('cell').allInnerTexts()), ['other settings', 'other settings']);
});

test('before it is completed it says what readers see of it, and then the heading has the focus', async () => {
  for (const [slug, status] of [['rises', 'draft'], ['sinks', 'published'], ['moves', 'published'], ['rests', 'draft']]) await make(here, slug, { status });
  const objects = [];
  for (const [slug, status] of [['rises', 'published'], ['sinks', 'draft'], ['moves', 'published'], ['rests', 'draft'], ['comes', 'published'], ['waits', 'draft']])
    objects.push(await make(there, slug, { status, title: `${slug}, changed` }));
  await go(`settings/merges/${await ask('All that readers see', objects)}`);
  await button('Complete it').click();
  const asked = dialog('Complete the merge request?');
  await asked.getByText('2 objects are new. 4 objects that are here are overwritten. 2 objects are published by it: readers see them at once. '
    + '1 object is published already: readers see the change at once. 1 object that is published becomes a draft: readers no longer see it.').waitFor();
  assert.match(await button('Complete it', asked).getAttribute('class'), /danger/);
  await button('Complete it', asked).click();
  await told('The merge request is completed');
  await focused('All that readers see');

  // The same once more changes nothing, and the question says so.
  const again = await ask('Once more', objects);
  await go(`settings/merges/${again}`);
  await button('Complete it').click();
  await asked.getByText('Nothing changes here: all of its objects are the same already.').waitFor();
  assert.match(await button('Complete it', asked).getAttribute('class'), /primary/);
  await button('Cancel', asked).click();
  await button('Close unmerged').click();
  await button('Close it unmerged').click();
  await told('The merge request is closed.');
  await focused('Once more');
});

test('a draft that is prepared here and ends with it is told, and asked about', async () => {
  const mine = await make(here, 'prepared');
  const object = await make(there, 'prepared', { title: 'Written there' });
  await site.api('POST', `${here}/objects/${mine}/revisions`, { title: 'Next week', status: 'draft' });
  const id = await ask('Over a draft', [object]);
  await go(`settings/merges/${id}`);
  await page.getByText('A draft of it is prepared here. Completing ends it.').waitFor();
  await button('Complete it').click();
  const asked = dialog('Complete the merge request?');
  await asked.getByText('1 draft that is prepared here ends.').waitFor();
  await button('Cancel', asked).click();
  await site.api('DELETE', `${here}/merge-requests/${id}`);
});

test('Enter in a search makes no request, and what was typed and chosen is lost only to whoever says so', async () => {
  await site.api('POST', '/buckets', { title: 'Attic', slug: 'attic' });
  await site.api('POST', '/buckets/attic/object-types', { title: 'Routes', singular: 'Route', slug: type, metafields: [] });
  await make('/buckets/attic', 'Dusty');
  const before = await requests();
  await go('settings/merges');
  await page.getByRole('link', { name: 'New merge request' }).click();
  await page.getByLabel('From').selectOption('Staging');
  await page.getByLabel('Title', { exact: true }).fill('A slip');
  await page.getByLabel('comes, changed').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByLabel('Search titles').fill('dyke');
  await page.getByLabel('Search titles').press('Enter');
  await page.getByLabel('Over the dyke').waitFor();
  await page.getByLabel('comes, changed').waitFor({ state: 'detached' });
  assert.equal(await requests(), before);

  await page.getByLabel('From').selectOption('Attic');
  const other = dialog('Choose from another bucket?');
  await other.getByText('The 1 object that you chose is not taken along.').waitFor();
  await page.keyboard.press('Escape');
  await other.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('From').inputValue(), 'staging');
  await button('Ask to merge 1 object').waitFor();
  const leave = dialog('Leave without saving?');
  for (const way of [() => button('Cancel').click(), () => page.goBack(), () => page.getByRole('link', { name: 'Media', exact: true }).click()]) {
    await way();
    await button('Cancel', leave).click();
    await leave.waitFor({ state: 'detached' });
    await button('Ask to merge 1 object').waitFor();
  }
  await page.getByLabel('From').selectOption('Attic');
  await button('Choose anew', other).click();
  await page.getByLabel('Search titles').fill('');
  await page.getByLabel('Dusty').check();
  await button('Ask to merge 1 object').click();
  await heading('A slip').waitFor();
  assert.equal(await requests(), before + 1);
});

test('objects of the bucket that was chosen before are not offered while those of another one are on their way', async () => {
  await make(there, 'Left behind');
  await site.api('POST', '/buckets', { title: 'Shed', slug: 'shed' });
  await site.api('POST', '/buckets/shed/object-types', { title: 'Routes', singular: 'Route', slug: type, metafields: [] });
  await make('/buckets/shed', 'Rusty');
  await go('settings/merges/new?from=staging');
  await page.getByLabel('Left behind').waitFor();
  const answer = gate();
  await page.route(/\/buckets\/shed\/objects/, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.getByLabel('From').selectOption('Shed');
  await page.getByLabel('Left behind').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('checkbox').count(), 0);
  answer.open();
  await page.getByLabel('Rusty').waitFor();
  await page.unroute(/\/buckets\/shed\/objects/);
});

test('what somebody else completed meanwhile is shown as completed, and why it was refused stays to be read', async () => {
  const id = await ask('Two at once', [await make(there, 'hurried')]);
  await go(`settings/merges/${id}`);
  await button('Complete it').click();
  await dialog('Complete the merge request?').getByText('1 object is new.').waitFor();
  await site.api('POST', `${here}/merge-requests/${id}/complete`, {});
  await button('Complete it', dialog('Complete the merge request?')).click();
  await refused('Somebody completed the merge request already.');
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await button('Close unmerged').waitFor({ state: 'detached' });
  await focused('Two at once');
  assert.equal(await button('Complete it').count(), 0);
  await refused('Somebody completed the merge request already.');
});

test('what changed after it was looked at is shown before it is merged', async () => {
  const object = await make(there, 'Restless');
  const id = await ask('Looked at', [object]);
  await go(`settings/merges/${id}`);
  await page.getByRole('table', { name: 'Restless' }).waitFor();
  await site.api('PATCH', `${there}/objects/${object}`, { title: 'Other words' });
  const complete = async () => {
    await button('Complete it').click();
    await button('Complete it', dialog('Complete the merge request?')).click();
  };
  await complete();
  await refused('Its objects have changed since you looked at them.');
  await page.getByRole('table', { name: 'Other words' }).waitFor();
  await focused('Looked at');
  assert.equal((await site.api('GET', `${here}/merge-requests/${id}`)).merge_request.status, 'open');
  await complete();
  await told('The merge request is completed');
});

test('what is gone in the source is told, and what to do then', async () => {
  const [stays, goes] = [await make(there, 'Stays'), await make(there, 'Goes')];
  const id = await ask('Half of it', [stays, goes]);
  await site.api('DELETE', `${there}/objects/${goes}`);
  await go(`settings/merges/${id}`);
  await page.getByText('1 new object · 1 object is gone').waitFor();
  await page.getByText('1 object no longer exists in Staging, so this merge request cannot be completed. Close it and make a new one of the others.').waitFor();
  await page.getByRole('listitem').filter({ hasText: /^Goes$/ }).waitFor();
  assert.equal(await button('Complete it').count(), 0);
  await axe(page, 'gone');
  await page.getByRole('link', { name: 'Trash of Staging' }).click();
  await button('Restore Goes').click();
  await told('“Goes” is restored.');
  await go(`settings/merges/${id}`);
  await page.getByText('2 new objects').waitFor();

  // It goes for good while somebody looks at it.
  await site.api('DELETE', `${there}/objects/${goes}`);
  await site.api('DELETE', `${there}/trash/${goes}`);
  await button('Complete it').click();
  await button('Complete it', dialog('Complete the merge request?')).click();
  await refused('Some of its objects no longer exist: look at which.');
  await page.getByRole('listitem').filter({ hasText: goes }).waitFor();
  assert.equal(await button('Complete it').count() + await page.getByRole('link', { name: 'Trash of Staging' }).count(), 0);
});

test('HTML is shown as readers see it, and its source when that is asked for', async () => {
  const [old, fresh] = ['<p>Low <strong>water</strong></p>', '<p class="lead">Low <strong>tide</strong></p>'];
  await make(here, 'tide', { content: old });
  await go(`settings/merges/${await ask('Tides', [await make(there, 'tide', { content: fresh })])}`);
  const row = page.getByRole('table', { name: 'tide' }).getByRole('row').filter({ hasText: 'Content' });
  await row.frameLocator('iframe[title="Content: Here"]').getByText('Low water').waitFor();
  await row.frameLocator('iframe[title="Content: There"]').locator('strong', { hasText: 'tide' }).waitFor();
  assert.ok(!(await row.getByText(fresh).isVisible()));
  await row.getByText('Source').last().press('Enter');
  await row.getByText(fresh).waitFor();
});

test('another page begins at its heading, and long words make no page wider', async () => {
  const objects = [];
  for (let index = 0; index < 51; ++index) objects.push(await make(there, `Way ${index}`));
  objects.push(await make(there, 'long', { title: 'W'.repeat(200) }), await make(there, 'address', { title: `https://example.com/${'a'.repeat(44)}` }));
  await go(`settings/merges/${await ask('A very long title that stands above its button, not beside it, on a telephone', objects)}`);
  await button('Next').click();
  await page.getByText('Page 2 of 2').waitFor();
  await focused('What would change');
  assert.ok(await page.getByRole('heading', { name: 'What would change' }).evaluate((element) => element.getBoundingClientRect().top >= 0 && element.getBoundingClientRect().bottom <= innerHeight));
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('W'.repeat(200)).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const [title, close] = await Promise.all([page.getByRole('heading', { level: 1 }), button('Close unmerged')].map((each) => each.boundingBox()));
  assert.ok(close.y >= title.y + title.height, 'the button stands beside the title');
  await axe(page, 'narrow');
  await page.setViewportSize(wide);
});

test('who administers no other bucket is told so instead of being shown an empty form', async () => {
  const member = await addMember(site, 'alone@tideline.example', { role: 'admin' });
  const at = await open(site);
  await signIn(at, member);
  await go('settings/merges/new', at);
  await at.getByText('It takes another bucket that you administer').waitFor();
  assert.equal(await at.getByRole('form').count() + await at.getByText('Nothing is found.').count(), 0);
  await at.context().close();
});

test('an address without a screen says so and leads home', async () => {
  for (const where of ['articles/64', `objects/${type}/64/nowhere`]) {
    await go(where);
    await heading('Nothing is here').waitFor();
    await refused('There is no screen at this address.');
  }
  await axe(page, 'nowhere');
  await page.getByRole('alert').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
