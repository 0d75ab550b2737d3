// What is typed into the cells of a list: it is saved behind whoever goes on, and none of it is lost.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, gate, open, signIn, signOut, start, test } from './support.mjs';

const path = '/buckets/demo';
let site;
let page;
before(async () => {
  site = await start();
  const field = (title, key, type = 'text') => ({ type, title, key, value: '' });
  await site.api('POST', `${path}/object-types`, { title: 'Ports', singular: 'Port', slug: 'ports', metafields: [field('Harbour', 'harbour'), field('Country', 'country'), field('Remark', 'remark', 'textarea')] });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const alert = (text, at = page) => at.getByRole('alert').filter({ hasText: text }).first();
const dialog = (at = page) => at.getByRole('dialog');
const make = async (title, values, status = 'published') => (await site.api('POST', `${path}/objects`, { title, type: 'ports', status,
  metafields: Object.entries(values).map(([key, value]) => ({ key, value })) })).object.id;
const stored = async (id) => (await site.api('GET', `${path}/objects/${id}?status=any`)).object;
const list = async (title, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/ports?columns=metadata.harbour,metadata.country,metadata.remark&q=&query=${encodeURIComponent(JSON.stringify({ title }))}`);
  await cell(1, at).filter({ hasText: title }).waitFor();
};
const cell = (column, at = page) => at.locator(`[data-cell="0:${column}"]`);
const isAt = (column) => page.waitForFunction((place) => document.activeElement?.dataset.cell === place, `0:${column}`);
const begin = async (column, name) => {
  await cell(column).click();
  await page.keyboard.press('Enter');
  await page.waitForFunction((label) => document.activeElement?.getAttribute('aria-label') === label, name);
};
const writes = /\/objects\/[0-9a-f]{24}(\?.*)?$/;
/** The writes of objects wait until the answer is called, with what becomes of them. */
const hold = async (at = page) => {
  const { open: let_, opened } = gate();
  let sent;
  const asked = new Promise((resolve) => (sent = resolve));
  await at.route(writes, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    sent();
    const refusal = await opened;
    return refusal ? route.fulfill({ status: refusal, json: { status: refusal, message: 'not now' } }) : route.continue();
  });
  return { asked, answer: (refusal) => let_(refusal) };
};
const asksBeforeItGoes = () => page.evaluate(() => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
});

test('the keyboard goes on at once, and what is typed next goes where it went', async () => {
  const id = await make('Sines', { harbour: 'First', country: 'Nowhere' });
  await list('Sines');
  const { asked, answer } = await hold();
  await begin(2, 'Harbour of Sines');
  await page.keyboard.type('Second');
  await page.keyboard.press('Tab');
  await isAt(3);
  await page.keyboard.press('Enter');
  await field('Country of Sines').waitFor();
  await page.keyboard.type('Portugal');
  await asked;
  assert.equal(await cell(2).innerText(), 'Second', 'what is on its way is shown');
  assert.equal(await cell(2).getAttribute('aria-busy'), 'true');
  await axe(page, 'on its way');
  await page.keyboard.press('Enter');
  await isAt(3);
  await page.keyboard.type(' and more words');
  // Once more into what is on its way: the last word stands.
  await begin(2, 'Harbour of Sines');
  assert.equal(await field('Harbour of Sines').inputValue(), 'Second');
  await page.keyboard.press('End');
  await page.keyboard.type(' thoughts');
  await page.keyboard.press('Enter');
  assert.ok(await asksBeforeItGoes(), 'a page that is closed takes its requests along');
  answer();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  assert.deepEqual([await cell(2).innerText(), await cell(3).innerText()], ['Second thoughts', 'Portugal']);
  const { metadata } = await stored(id);
  assert.deepEqual([metadata.harbour, metadata.country], ['Second thoughts', 'Portugal']);
  assert.equal(await page.getByRole('alert').filter({ hasText: /\w/ }).count(), 0);
  assert.equal(await asksBeforeItGoes(), false);
  await page.unroute(writes);
});

test('a cell that is opened takes the very next key', async () => {
  await list('Sines');
  await cell(2).click();
  const focused = await cell(2).evaluate(async (element) => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage('');
    });
    return document.activeElement.getAttribute('aria-label');
  });
  assert.equal(focused, 'Harbour of Sines');
  await page.keyboard.press('Escape');
});

test('what is refused is in its cell again with its words, or in the message of who has gone on', async () => {
  const id = await make('Peniche', { harbour: 'First', country: 'Portugal' });
  await list('Peniche');
  let { asked, answer } = await hold();
  await begin(2, 'Harbour of Peniche');
  await page.keyboard.type('Refused');
  await page.keyboard.press('Enter');
  await isAt(2);
  await asked;
  answer(503);
  await field('Harbour of Peniche').waitFor();
  await page.locator('.celleditor').getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  assert.equal(await field('Harbour of Peniche').inputValue(), 'Refused');
  await axe(page, 'refused');
  await page.unroute(writes);
  await page.keyboard.press('Enter');
  await told('Harbour of “Peniche” is saved');
  assert.equal((await stored(id)).metadata.harbour, 'Refused');
  // Who has gone on keeps the cell that they are in.
  const remark = `A long remark ${'of many words '.repeat(30)}`.trim();
  ({ asked, answer } = await hold());
  await begin(4, 'Remark of Peniche');
  await page.keyboard.insertText(remark);
  await page.keyboard.press('Control+Enter');
  await isAt(4);
  await asked;
  await begin(2, 'Harbour of Peniche');
  answer(503);
  await alert('Remark of “Peniche” is not saved').getByText(`Yours is “${remark}”.`).waitFor();
  await axe(page, 'refused behind');
  await page.unroute(writes);
  await page.keyboard.type('Third');
  await page.keyboard.press('Enter');
  await told('Harbour of “Peniche” is saved');
  await button('Try again').click();
  assert.equal(await field('Remark of Peniche').inputValue(), remark);
  await page.keyboard.press('Control+Enter');
  await told('Remark of “Peniche” is saved');
  await alert('is not saved').waitFor({ state: 'detached' });
  assert.deepEqual([(await stored(id)).metadata.harbour, (await stored(id)).metadata.remark], ['Third', remark]);
  // Nor is it gone where the list is.
  ({ asked, answer } = await hold());
  await begin(3, 'Country of Peniche');
  await page.keyboard.type('Elsewhere');
  await page.keyboard.press('Enter');
  await asked;
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  answer(503);
  await alert('Country of “Peniche” is not saved').getByText('Yours is “Elsewhere”.').waitFor();
  await page.unroute(writes);
  await button('Try again').click();
  await told('Country of “Peniche” is saved');
  assert.equal((await stored(id)).metadata.country, 'Elsewhere');
});

test('nobody leaves what they typed into a cell without being asked', async () => {
  const id = await make('Faro', { harbour: 'First', country: 'Portugal' });
  await page.getByRole('link', { name: 'Home' }).click();
  await list('Faro');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  await page.goBack();
  await begin(2, 'Harbour of Faro');
  assert.equal(await asksBeforeItGoes(), false);
  await page.keyboard.type('Half a');
  assert.ok(await asksBeforeItGoes());
  await page.goForward();
  await dialog().getByText('What you typed is not saved: Harbour of Faro.').waitFor();
  await button('Cancel', dialog()).click();
  await dialog().waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Harbour of Faro');
  assert.equal(await field('Harbour of Faro').inputValue(), 'Half a');
  assert.equal((await stored(id)).metadata.harbour, 'First');
  await page.keyboard.press('End');
  await page.keyboard.type(' word');
  await page.keyboard.press('Enter');
  await told('Harbour of “Faro” is saved');
  assert.equal((await stored(id)).metadata.harbour, 'Half a word');
});

test('words whose question is taken back by Back stand in a message, and the browser asks before it goes with them', async () => {
  const id = await make('Aveiro', { harbour: 'First', country: 'Portugal' });
  await list('Aveiro');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  await page.goBack();
  await begin(2, 'Harbour of Aveiro');
  await page.keyboard.type('Mine');
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { harbour: 'Theirs' } });
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Harbour was changed meanwhile' }).waitFor();
  await page.goForward();
  await dialog().waitFor({ state: 'detached' });
  await alert('Harbour of “Aveiro” is not saved').getByText('Yours is “Mine”.').waitFor();
  assert.equal((await stored(id)).metadata.harbour, 'Theirs');
  assert.ok(await asksBeforeItGoes());
  await button('Dismiss', alert('Harbour of “Aveiro” is not saved')).click();
  await alert('is not saved').waitFor({ state: 'detached' });
  assert.equal(await asksBeforeItGoes(), false);
  // Who answers it with Cancel leaves theirs, and is done with it.
  await page.goBack();
  await begin(2, 'Harbour of Aveiro');
  await page.keyboard.type('Mine again');
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { harbour: 'Theirs again' } });
  await page.keyboard.press('Enter');
  await button('Cancel', page.getByRole('dialog', { name: 'Harbour was changed meanwhile' })).click();
  await cell(2).filter({ hasText: 'Theirs again' }).waitFor();
  assert.equal(await alert('is not saved').count(), 0);
});

test('who signs out is asked about the words of a message, and the next person is shown none of them', async () => {
  await make('Setubal', { harbour: 'First', country: 'Portugal' });
  const at = await open(site);
  await signIn(at, site);
  await list('Setubal', at);
  const edit = async (column, name, words) => {
    await cell(column, at).dblclick();
    await field(name, at).fill(words);
    await at.keyboard.press('Enter');
  };
  await edit(3, 'Country of Setubal', 'Algarve');
  await told('Country of “Setubal” is saved', at);
  const { asked, answer } = await hold(at);
  await edit(2, 'Harbour of Setubal', 'For nobody else');
  await asked;
  await at.getByRole('link', { name: 'Home' }).click();
  await at.getByRole('heading', { name: 'Changed last' }).waitFor();
  answer(503);
  await alert('Yours is “For nobody else”.', at).waitFor();
  const question = at.getByRole('dialog', { name: 'Sign out now?' });
  await signOut(at);
  await question.getByText('What a message says is not saved would be lost.').waitFor();
  await axe(at, 'signing out with words');
  await button('Cancel', question).click();
  await alert('Yours is “For nobody else”.', at).waitFor();
  await signOut(at);
  await button('Sign out', question).click();
  await button('Sign in', at).waitFor();
  await signIn(at, site.editor);
  assert.equal(await at.getByText('For nobody else').count() + await button('Undo', at).count() + await button('Try again', at).count(), 0);
  await at.context().close();
});

test('Undo of an edit that made a draft leaves what a colleague has written into that draft', async () => {
  const id = await make('Lagos', { harbour: 'First', country: 'Portugal' });
  const dora = await addMember(site, 'dora@tideline.example', { role: 'editor', publishing_restrictions: 'draft_only' });
  const theirs = await open(site);
  await signIn(theirs, dora);
  await list('Lagos', theirs);
  await cell(2, theirs).dblclick();
  await field('Harbour of Lagos', theirs).fill('Proposed');
  await theirs.keyboard.press('Enter');
  await told('is saved in the draft over it', theirs);
  const { object } = await site.api('GET', `${path}/objects/${id}?status=any&show_metafields=true`);
  await site.api('POST', `${path}/objects/${id}/revisions`, { title: object.title, status: 'draft',
    metafields: object.metafields.map((each) => (each.key === 'country' ? { ...each, value: 'By a colleague' } : each)) });
  await button('Undo', theirs).click();
  await told('is as before', theirs);
  const { metadata } = await stored(id);
  assert.deepEqual([metadata.harbour, metadata.country], ['First', 'By a colleague']);
  await theirs.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
