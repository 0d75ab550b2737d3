// The history of an object: what a restore has done, what others do meanwhile, and a server that does not answer.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
const type = 'categories';
let site;
let page;
before(async () => {
  site = await start();
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const refused = (text, at = page) => at.getByRole('alert').filter({ hasText: text }).first().waitFor();
const make = async (title, more = {}) => (await site.api('POST', `${path}/objects`, { type, title, status: 'published', ...more })).object.id;
const edit = (id, title) => site.api('PATCH', `${path}/objects/${id}`, { title, keep_revision: true });
const read = async (id, status = 'any') => (await site.api('GET', `${path}/objects/${id}?status=${status}`)).object;
const go = async (id) => {
  await page.goto(`${site.url}/dashboard/demo/objects/${type}/${id}/history`);
  await page.getByRole('heading', { name: 'All versions' }).waitFor();
};
const restore = async (name = 'Restore Title') => {
  await button(name).click();
  await button('Restore', page.getByRole('dialog', { name: 'Restore?' })).click();
};
const side = (label) => page.locator('.compare label').filter({ hasText: label }).locator('select');
const chosen = (label) => side(label).evaluate((each) => each.selectedOptions[0].text);
const state = (at) => at.locator('.heading .state');
const focused = (check, value) => page.waitForFunction(check, value);

test('what is restored over what readers see is a draft: it is compared, can be opened, and taken back', async () => {
  const id = await make('Version one');
  await edit(id, 'Published now');
  await go(id);
  await restore();
  await told('Title is restored. It is a draft now.');
  await state(page).getByText('Draft changes').waitFor();
  await button('Restore Title').waitFor({ state: 'detached' });
  assert.equal(await chosen(/^To/), 'Draft that is prepared');
  assert.match(await chosen(/^From/), /^Version, /);
  assert.deepEqual([(await read(id)).title, (await read(id, 'published')).title], ['Version one', 'Published now']);
  // The button that was pressed is gone.
  await focused(() => document.querySelector('main').contains(document.activeElement));
  await axe(page, 'restored');
  // "Now" is what has the latest words.
  await button('Compare with now').last().click();
  assert.equal(await chosen(/^To/), 'Draft that is prepared');
  await button('Undo').click();
  await told('It is as it was before.');
  await state(page).getByText('Draft changes').waitFor({ state: 'detached' });
  await button('Restore Title').waitFor();
  assert.equal(await chosen(/^To/), 'Published now');
  assert.deepEqual([(await read(id)).status, (await read(id)).title], ['published', 'Published now']);
  await restore();
  await page.getByRole('link', { name: 'Open the draft' }).click();
  await page.waitForFunction(() => document.querySelector('[data-path=title] input')?.value === 'Version one');
});

test('what a restore put in the place of a draft comes back, over what readers see and of what they do not', async () => {
  const live = await make('Anchor');
  await edit(live, 'Bollard');
  await site.api('POST', `${path}/objects/${live}/revisions`, { title: 'Capstan', status: 'draft' });
  await go(live);
  await side(/^From/).selectOption({ index: 3 });
  await side(/^To/).selectOption({ label: 'Draft that is prepared' });
  await page.getByRole('row').getByText('Anchor').waitFor();
  await restore();
  await told('Title is restored.');
  assert.equal((await read(live)).title, 'Anchor');
  await button('Undo').click();
  await told('It is as it was before.');
  assert.deepEqual([(await read(live)).title, (await read(live, 'published')).title], ['Capstan', 'Bollard']);

  const draft = await make('Dinghy', { status: 'draft' });
  await edit(draft, 'Ebb');
  await go(draft);
  await restore();
  await told('Title is restored.');
  assert.equal((await read(draft)).title, 'Dinghy');
  await button('Undo').click();
  await told('It is as it was before.');
  assert.equal((await read(draft)).title, 'Ebb');
});

test('what others do appears by itself, and one’s own doing elsewhere is not blamed on somebody else', async () => {
  const id = await make('Ford');
  await edit(id, 'Gully');
  await go(id);
  await edit(id, 'Harbour');
  await page.locator('ins').getByText('Harbour').waitFor();
  const rows = page.locator('ol.rows').first().getByRole('listitem');
  await page.waitForFunction(() => document.querySelector('ol.rows').children.length === 2);
  assert.equal(await rows.count(), 2);
  // The news is late: the version that is known here is an old one.
  await page.route(new RegExp(`/objects/${id}\\?status=any&props=id,title`), (route) => route.fulfill({ status: 429, json: { status: 429, message: 'too many requests from this address; try again later' } }));
  await edit(id, 'Inlet');
  await refused('too many requests');
  await page.unrouteAll();
  await restore();
  await refused('You changed it elsewhere meanwhile.');
  await page.locator('ins').getByText('Inlet').waitFor();
  await restore();
  await told('Title is restored.');
});

test('the focus stays in the comparison when a field of several is restored', async () => {
  const id = await make('Jetty', { slug: 'jetty' });
  await site.api('PATCH', `${path}/objects/${id}`, { title: 'Kelp', slug: 'kelp', keep_revision: true });
  await go(id);
  await restore();
  await told('Title is restored.');
  await focused(() => document.activeElement?.getAttribute('aria-label') === 'Restore Slug');
});

test('a server that does not answer is told once where it is read; that nothing was restored stays said', async () => {
  const id = await make('Lagoon');
  await edit(id, 'Marina');
  await go(id);
  await page.context().setOffline(true);
  await restore();
  await refused('The server does not answer.');
  assert.equal(await page.getByText('The server does not answer.').count(), 1);
  await side(/^To/).selectOption({ index: 1 });
  const problem = page.locator('p.problem');
  await problem.waitFor();
  assert.equal(await problem.count(), 1);
  const [head, said] = [await page.getByRole('heading', { level: 1 }).boundingBox(), await problem.boundingBox()];
  assert.ok(said.y > head.y, 'below the heading');
  await page.context().setOffline(false);
  await problem.waitFor({ state: 'detached' });
  assert.equal(await page.getByText('The server does not answer.').count(), 1);
});

test('a title of 200 letters without a space makes the page no wider than the screen', async () => {
  const id = await make('n'.repeat(200));
  await edit(id, 'o'.repeat(200));
  await page.setViewportSize({ width: 360, height: 740 });
  await go(id);
  await page.getByRole('heading', { name: 'Activity' }).waitFor();
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${wide} px of ${room}`);
  await axe(page, 'without-spaces');
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
