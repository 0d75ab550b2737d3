// Languages that the browser does not speak itself, and titles that run the other way.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
let site;
let page;
before(async () => {
  site = await start();
  await site.api('POST', `${path}/object-types`, { title: 'Songs', singular: 'Song', slug: 'songs', localization: true, locales: ['en-GB', 'he-IL'], priority_locale: 'en-GB', metafields: [] });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const title = 'שיר (1) של הים';
const make = async () => (await site.api('POST', `${path}/objects`, { title, type: 'songs', locale: 'he-IL', status: 'draft' })).object.id;
const show = async (id) => {
  await page.goto(`${site.url}/dashboard/demo/objects/songs/${id}`);
  await page.locator('[data-path=title] input').waitFor();
};
const speak = (language) => page.evaluate((code) => localStorage.setItem('inkwell:language', code), language);

test('languages are called as the language of the dashboard calls them, not that of the browser', async () => {
  const id = await make();
  await speak('de');
  await show(id);
  assert.deepEqual(await page.locator('[data-path=locale] option').allInnerTexts(), ['Englisch (Vereinigtes Königreich)', 'Hebräisch (Israel)']);
  await speak('en');
});

test('a title that runs from right to left stands alone in sentences, and keeps its place on the screen', async () => {
  const id = await make();
  await show(id);
  const heading = page.getByRole('heading', { level: 1 });
  const look = (at) => at.evaluate((each) => [getComputedStyle(each).direction, getComputedStyle(each).textAlign, getComputedStyle(each).unicodeBidi]);
  assert.deepEqual((await look(heading)).slice(0, 2), ['rtl', 'left']);
  await page.locator('summary[aria-label="More actions"]').click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await page.getByRole('status').filter({ hasText: `“\u2068${title}\u2069” is copied, as a draft.` }).waitFor();
  assert.equal((await site.api('GET', `${path}/objects/${page.url().split('/').pop()}?status=any`)).object.title, `${title} (copy)`, 'what is stored holds no marks');
  await page.goto(`${site.url}/dashboard/demo/objects/songs`);
  assert.equal((await look(page.getByRole('link', { name: title, exact: true }).first()))[2], 'plaintext');
  assert.deepEqual(await look(page.locator('[data-cell="0:1"]')), ['ltr', 'left', 'isolate']);
  await axe(page, 'list');
  await page.goto(`${site.url}/dashboard/demo`);
  assert.equal((await look(page.getByRole('link', { name: title, exact: true }).first()))[2], 'plaintext');
});

test('the points of a list stand on the side where its words begin, and nothing of that is stored', async () => {
  await site.api('POST', `${path}/object-types`, { title: 'Hymns', singular: 'Hymn', slug: 'hymns', metafields: [{ type: 'html-textarea', title: 'Body', key: 'body', value: '' }] });
  const value = '<ul><li><p>שיר של הים</p></li></ul><ul><li><p>A song of the sea</p></li></ul>';
  const { object } = await site.api('POST', `${path}/objects`, { title: 'Lists', type: 'hymns', metafields: [{ key: 'body', value }] });
  await page.goto(`${site.url}/dashboard/demo/objects/hymns/${object.id}`);
  const lists = page.locator('.prose ul');
  await lists.nth(1).waitFor();
  assert.deepEqual(await lists.evaluateAll((all) => all.map((each) => [getComputedStyle(each).direction, getComputedStyle(each.firstElementChild).direction])), [['rtl', 'rtl'], ['ltr', 'ltr']]);
  await axe(page, 'lists');
  await lists.nth(1).click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'The draft is saved.' }).waitFor();
  const { metadata } = (await site.api('GET', `${path}/objects/${object.id}?status=any`)).object;
  assert.match(metadata.body, /sea!/);
  assert.doesNotMatch(metadata.body, /dir=/);
});

test('the arrow keys make the pane wider towards the form, whichever side that is', async () => {
  const id = await make();
  for (const [language, wider, narrower] of [['en', 'ArrowLeft', 'ArrowRight'], ['ar-XB', 'ArrowRight', 'ArrowLeft']]) {
    await speak(language);
    await page.evaluate(() => localStorage.setItem('inkwell:pane', 'preview'));
    await show(id);
    const grip = page.locator('.grip');
    const width = async () => Number(await grip.getAttribute('aria-valuenow'));
    await grip.focus();
    const before = await width();
    await page.keyboard.press(wider);
    await page.waitForFunction((past) => Number(document.querySelector('.grip').getAttribute('aria-valuenow')) === past + 3, before);
    await page.keyboard.press(narrower);
    await page.waitForFunction((past) => Number(document.querySelector('.grip').getAttribute('aria-valuenow')) === past, before);
  }
  await speak('en');
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
