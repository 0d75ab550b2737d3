// Values that are not complete, too long or no longer offered: nothing of them is lost, cut or saved as something else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axe, open, signIn, start } from './support.mjs';

const path = '/buckets/demo';
let site;
let page;
const options = (...values) => values.map((value) => ({ value }));
before(async () => {
  site = await start();
  const field = (type, title, key, more = {}) => ({ type, title, key, value: '', ...more });
  await site.api('POST', `${path}/object-types`, { title: 'Gauges', slug: 'gauges', singular: 'Gauge', options: { slug_field: false, content_editor: false },
    metafields: [field('number', 'Depth', 'depth'), field('date', 'Read on', 'read_on'), field('text', 'Motto', 'motto', { maxlength: 10 }),
      field('radio-buttons', 'Tide', 'tide', { options: options('High', 'Low') }),
      field('check-boxes', 'Winds', 'winds', { value: [], options: options('North', 'South', 'West') }), field('file', 'Chart', 'chart')] });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const alert = (text, at = page) => at.getByRole('alert').filter({ hasText: text }).first().waitFor();
const make = async (title, values = {}) => (await site.api('POST', `${path}/objects`, { title, type: 'gauges', status: 'published',
  metafields: Object.entries(values).map(([key, value]) => ({ key, value })) })).object.id;
const show = async (id, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/gauges/${id}`);
  await field('Title', at).waitFor();
};
const stored = async (id) => (await site.api('GET', `${path}/objects/${id}?status=any`)).object.metadata;
const saved = (at = page) => at.waitForResponse((answer) => ['POST', 'PATCH'].includes(answer.request().method()) && /\/objects\/\w+(\/revisions\?props=id)?$/.test(answer.url()) && answer.ok());
const press = async (name, at = page) => {
  const done = saved(at);
  await button(name, at).click();
  await done;
  await at.locator('.actions [aria-disabled=true]').first().waitFor({ state: 'detached' });
};

test('a number that is not complete is not saved as empty', async () => {
  const id = await make('Pier', { depth: 7 });
  await show(id);
  await field('Depth').fill('7-8');
  await field('Motto').fill('Beside it');
  await page.locator('[data-path="metafields[0]"] .problem').filter({ hasText: 'Depth is no number yet, or could be two: write it like 1234.5' }).waitFor();
  await axe(page, 'number');
  await button('Save draft').click();
  await alert('“Depth” is not complete yet.');
  await page.waitForFunction(() => document.activeElement?.closest('[data-path="metafields[0]"]'));
  assert.equal((await stored(id)).depth, 7);
  await page.locator('.state').getByText('Your changes are kept').waitFor();
  await page.reload();
  await told('is back');
  assert.equal(await field('Depth').inputValue(), '7-8', 'what is not complete is kept, too');
  await field('Depth').fill('7.8');
  await press('Publish');
  assert.deepEqual([(await stored(id)).depth, (await stored(id)).motto], [7.8, 'Beside it']);
  await field('Depth').fill('');
  await press('Publish');
  assert.ok(!(await stored(id)).depth);
});

test('a date of which a part is missing is not saved as empty', async () => {
  const id = await make('Quay', { read_on: '2026-03-14' });
  await show(id);
  const day = field('Read on');
  await day.focus();
  await page.keyboard.press('Delete');
  await field('Motto').fill('A day');
  await button('Save draft').click();
  await alert('“Read on” is not complete yet.');
  assert.equal((await stored(id)).read_on, '2026-03-14');
  await day.fill('2026-04-15');
  await press('Publish');
  assert.equal((await stored(id)).read_on, '2026-04-15');
  // Typed into an empty one, which is no input to the browser before it is whole.
  await day.fill('');
  await press('Publish');
  await day.focus();
  await page.keyboard.type('12');
  await page.keyboard.press('Control+s');
  await alert('“Read on” is not complete yet.');
});

test('a decimal comma is understood, and what could be two numbers is refused', async () => {
  const id = await make('Harbour', { depth: 1234.5 });
  const german = await open(site, await site.browser.newContext({ locale: 'de-DE' }));
  await german.goto(`${site.url}/dashboard`);
  await german.locator('input[type=email]').fill(site.email);
  await german.locator('input[type=password]').fill(site.password);
  await german.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await german.getByRole('heading', { name: 'Zuletzt geändert' }).waitFor();
  await show2(german, id);
  const depth = german.getByLabel('Depth', { exact: true });
  assert.equal(await depth.inputValue(), '1234,5');
  for (const [text, value] of [['3,75', 3.75], ['3.75', 3.75], ['1.234,5', 1234.5], ['1,234.5', 1234.5], ['1.234.567', 1234567], ['1 234', 1234], ['0.125', 0.125], ['1,234', 1.234], ['-0,5', -0.5], ['2e3', 2000]]) {
    await depth.fill(text);
    await press('Veröffentlichen', german);
    assert.equal((await stored(id)).depth, value, text);
  }
  for (const text of ['1.234', '1,2,3', '12.34.567', '1.234.5', ',', 'seven']) {
    await depth.fill(text);
    await german.getByLabel('Motto', { exact: true }).focus();
    await german.locator('[data-path="metafields[0]"] .problem').filter({ hasText: '1234,5' }).waitFor();
  }
  await german.context().close();
});

const show2 = async (at, id) => {
  await at.goto(`${site.url}/dashboard/demo/objects/gauges/${id}`);
  await at.getByLabel('Depth', { exact: true }).waitFor();
};

test('a cell and a filter refuse what is no number yet', async () => {
  const id = await make('Buoy', { depth: 5 });
  await page.goto(`${site.url}/dashboard/demo/objects/gauges?columns=metadata.depth`);
  await page.getByRole('row').filter({ hasText: 'Buoy' }).getByRole('gridcell').filter({ hasText: /^5$/ }).dblclick();
  await field('Depth of Buoy').fill('7-8');
  await page.keyboard.press('Enter');
  await alert('Depth is no number yet');
  await page.keyboard.press('Escape');
  assert.equal((await stored(id)).depth, 5);
  await button('Filter').click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByLabel('Field').selectOption({ label: 'Depth' });
  await dialog.getByLabel('Value').fill('1,234');
  await dialog.getByRole('button', { name: 'Add filter' }).click();
  await dialog.getByText('Depth is no number yet').waitFor();
  await page.keyboard.press('Escape');
});

test('a change of many says what it empties, and is not offered for what is no number yet', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/gauges?columns=metadata.depth`);
  const { total } = await site.api('GET', `${path}/objects?status=any&query=${encodeURIComponent('{"type":"gauges","metadata.depth":{"$gt":-100}}')}`);
  await page.getByRole('checkbox', { name: 'Choose all' }).check();
  await button('Set a field').click();
  const dialog = page.getByRole('dialog', { name: /^Set a field/ });
  await dialog.getByLabel('Field').selectOption({ label: 'Depth' });
  await dialog.getByText(`“Depth” will be emptied in ${total} objects.`).waitFor();
  await axe(page, 'emptied');
  assert.match(await button(`Empty ${total} objects`, dialog).getAttribute('class'), /danger/);
  await dialog.getByLabel('New value').fill('7-8');
  await dialog.getByText('Depth is no number yet').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Change', exact: true }).isDisabled());
  await dialog.getByLabel('New value').fill('9,5');
  await dialog.getByRole('button', { name: /^Change \d+ objects$/ }).waitFor();
  await page.keyboard.press('Escape');
});

test('what new objects begin with is not emptied by a number that is not complete', async () => {
  await page.goto(`${site.url}/dashboard/demo/types/gauges`);
  await page.locator('.itembar .fold').filter({ hasText: 'Depth' }).click();
  await field('New objects begin with').fill('7-8');
  await button('Save').click();
  await alert('“Depth” is not complete yet.');
  await field('New objects begin with').fill('');
  await page.locator('.state').getByText('Saved', { exact: true }).waitFor();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
