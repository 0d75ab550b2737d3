// What a hand does by mistake or twice, and what two people do at once: nothing is chosen blind, made twice, or deleted unseen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, open, signIn, start } from './support.mjs';

const path = '/buckets/demo';
const type = 'routes';
let site;
let page;

const stage = (place, km) => ({ type: 'repeating_item', children: [{ type: 'text', title: 'Place', key: 'place', value: place }, { type: 'number', title: 'Km', key: 'km', value: km }] });
const metafields = (stages, way) => [
  { type: 'repeater', title: 'Stages', key: 'stages', repeater_fields: stage('', '').children, children: stages },
  { type: 'html-textarea', title: 'Way', key: 'way', value: way },
];

before(async () => {
  site = await start();
  await site.api('POST', `${path}/object-types`, { title: 'Routes', singular: 'Route', slug: type, metafields: metafields([], '') });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const dialog = (name, at = page) => at.getByRole('dialog', { name });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const go = (where, at = page) => at.goto(`${site.url}/dashboard/demo/${where}`);
const make = async (title, more = {}) => (await site.api('POST', `${path}/objects`, { type, title, status: 'published', ...more })).object.id;

test('of a repeater that both changed, the fields that differ are shown, and HTML as readers see it', async () => {
  const before = [stage('Harbour', 1), stage('Quay', 2), stage('Mole', 3)];
  const id = await make('Shore', { metafields: metafields(before, '<p>Along <strong>the water</strong></p>') });
  await go(`objects/${type}/${id}`);
  await page.getByRole('button', { name: /Quay/ }).click();
  await page.getByLabel('Km').fill('7');
  await site.api('PATCH', `${path}/objects/${id}`, { keep_revision: true,
    metafields: metafields([before[0], stage('Quay', 55), before[2], stage('Light', 4)], '<p>Over <strong>the dunes</strong></p>') });
  await button('Publish').click();
  const conflict = dialog('Somebody else changed this too').getByRole('group', { name: 'Stages' });
  const versions = await conflict.locator('> dl.version').allInnerTexts();
  assert.deepEqual(versions.map((each) => each.split(/\n+/).filter(Boolean)),
    [['Item 2 › Km', '7', 'Item 4', 'is not there'], ['Item 2 › Km', '55', 'Item 4', 'Place', 'Light', 'Km', '4']]);
  await axe(page, 'conflict');
  await conflict.getByLabel('Theirs').check();
  await button('Save the merged version').click();
  await told('It is published');

  await go(`objects/${type}/${id}/history`);
  await page.getByRole('button', { name: 'Compare with now' }).last().click();
  const row = (name) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await row('Stages').locator('ins').getByText('Light').waitFor();
  assert.match(await row('Stages').locator('del').innerText(), /Item 2 › Km\s+2\s/);
  assert.match(await row('Stages').locator('ins').innerText(), /Item 2 › Km\s+55\s/);
  await row('Way').frameLocator('iframe[title="Way: To"]').getByText('Over the dunes').waitFor();
  assert.doesNotMatch(await row('Way').innerText(), /<p>/);
  await axe(page, 'history');
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
