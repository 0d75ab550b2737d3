// Editors and screens of plugins: what goes wrong with one is told, and costs neither the value nor the form.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

const { Site, launch, signedIn } = await import(process.env.EDITOR_SUITE);
let site;
let browser;
let page;
const types = ['throws', 'broken', 'silent', 'without-update', 'throws-later', 'greedy', 'counter', 'of-tomorrow', 'framed', 'framed-failure'];

before(async () => {
  site = await Site.start();
  browser = await launch();
  page = await signedIn(browser, site, 'admin');
  for (const type of types) {
    await site.api('POST', '/buckets/b/object-types', { title: type, slug: type, metafields: [{ type, title: 'Asked', key: 'asked', value: '' }, { type: 'text', title: 'Next', key: 'next', value: '' }] });
  }
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

const field = () => page.locator('.field[data-path="metafields[0]"]');
async function edit(type, value) {
  const { object } = await site.api('POST', '/buckets/b/objects', { type, title: 'An object', metafields: [{ type, title: 'Asked', key: 'asked', value }, { type: 'text', title: 'Next', key: 'next', value: '' }] });
  await page.goto(`${site.url}/dashboard/b/objects/${type}/${object.id}`);
  await field().waitFor();
  return object.id;
}
const stored = async (id) => (await site.api('GET', `/buckets/b/objects/${id}/metafields?status=any`)).metafields.map(({ value }) => value);
async function publish() {
  const done = page.waitForResponse((answer) => ['PATCH', 'POST'].includes(answer.request().method()) && /\/objects\/\w+/.test(answer.url()) && !/autosave|presence/.test(answer.url()));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  assert.equal((await done).status(), 200);
}

const failures = {
  throws: 'nothing works',
  broken: '',
  silent: 'it did not come within 5 seconds',
  'without-update': 'it has no function “update”',
  'of-tomorrow': 'it was made for version 2 of the dashboard’s parts',
  'framed-failure': 'framed and broken',
};
for (const [type, reason] of Object.entries(failures)) {
  test(`an editor that fails (${type}) gives way to JSON, with the value untouched and the form at work`, async () => {
    const id = await edit(type, { kept: [1, 'two'] });
    await field().getByRole('alert').filter({ hasText: `The editor of “${type}” has failed: ${reason}` }).waitFor();
    await field().getByRole('textbox').filter({ hasText: '"kept"' }).waitFor();
    await page.getByLabel('Next', { exact: true }).fill('goes on');
    await publish();
    assert.deepEqual(await stored(id), [{ kept: [1, 'two'] }, 'goes on']);
  });
}

test('an editor that fails later gives way to JSON, too', async () => {
  const id = await edit('throws-later', 'kept');
  await field().getByRole('button', { name: 'Press' }).click();
  await field().getByRole('alert').filter({ hasText: 'has failed: pressed' }).waitFor();
  await field().getByRole('textbox').waitFor();
  assert.deepEqual(await stored(id), ['kept', '']);
});

test('a value that is too large or no JSON is not taken over; one that is, is a copy', async () => {
  const id = await edit('greedy', 'kept');
  await field().getByRole('button', { name: 'Large' }).click();
  await field().getByRole('alert').filter({ hasText: 'Not taken over: its value is larger than 1,000,000 characters.' }).waitFor();
  await field().getByRole('button', { name: 'Circle' }).click();
  await field().getByRole('alert').filter({ hasText: 'circular' }).waitFor();
  assert.equal(await page.locator('.state').getByText('Not saved').count(), 0);
  await field().getByRole('button', { name: 'Good' }).click();
  await publish();
  assert.deepEqual((await stored(id))[0], { deep: [1] });
  await page.getByText('Asked', { exact: true }).first().waitFor();
});

test('what an editor changes is undone by its button and by Ctrl+Z, and Undo is no change of its own', async () => {
  const id = await edit('counter', 3);
  const button = (count) => field().getByRole('button', { name: `${count} (null, en)` });
  await button(3).click();
  await button(4).click();
  await button(5).press('Control+z');
  await button(4).waitFor();
  await field().getByRole('button', { name: 'Undo in Asked' }).click();
  await button(3).waitFor();
  assert.equal(await field().getByRole('button', { name: 'Undo in Asked' }).count(), 0);
  await button(3).click();
  await publish();
  assert.deepEqual((await stored(id))[0], 4);
});

test('what somebody else saves reaches the editor', async () => {
  const id = await edit('counter', 7);
  await field().getByRole('button', { name: '7 (null, en)' }).waitFor();
  await site.api('PATCH', `/buckets/b/objects/${id}`, { metafields: [{ type: 'counter', title: 'Asked', key: 'asked', value: 70 }, { type: 'text', title: 'Next', key: 'next', value: '' }] });
  await field().getByRole('button', { name: '70 (null, en)' }).waitFor();
});

test('an editor enters the page with its value, never empty', async () => {
  await page.addInitScript(() => {
    globalThis.entered = [];
    new MutationObserver(() => {
      for (const part of document.querySelectorAll('.part > *')) if (part.localName.includes('-')) globalThis.entered.push(part.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  await edit('counter', 8);
  await field().getByRole('button', { name: '8 (null, en)' }).waitFor();
  assert.equal(await page.evaluate(() => globalThis.entered[0]), '8 (null, en)');
});

test('a sandboxed editor edits its value and reaches nothing else', async () => {
  const id = await edit('framed', 'before');
  const frame = page.frameLocator('.field iframe');
  await frame.getByText('page: closed, session: closed, storage: closed, cookies: closed').waitFor();
  assert.equal(await frame.getByRole('textbox', { name: 'Asked' }).inputValue(), 'before');
  await frame.getByRole('textbox').fill('after');
  await field().getByRole('button', { name: 'Undo in Asked' }).waitFor(); // the frame has told the form
  await publish();
  assert.deepEqual((await stored(id))[0], 'after');
});

test('a screen of a plugin stands in the menu, and asks with the session of the person', async () => {
  await page.goto(`${site.url}/dashboard/b`);
  const link = page.getByRole('link', { name: 'Strange' });
  await link.waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('strange'); // by keys: what else comes into the field before it listens is lost
  await page.getByRole('option', { name: 'Strange', selected: true }).waitFor();
  await page.keyboard.press('Escape');
  await link.click();
  await page.getByRole('heading', { name: 'Strange' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'throws-later' }).waitFor();
  await page.getByRole('link', { name: 'Failing' }).click();
  await page.getByRole('alert').filter({ hasText: 'The screen “Failing” has failed: nothing works.' }).waitFor();
  await page.goto(`${site.url}/dashboard/b/parts/nothing`);
  await page.getByText('No plugin that runs has such a screen.').waitFor();
});

test("the example's screen approves what waits", async () => {
  const { object } = await site.api('POST', '/buckets/b/objects', { type: 'counter', title: 'A page' });
  await site.api('POST', `/buckets/b/objects/${object.id}/comments`, { author: 'Ann', text: 'Well said.' });
  await page.goto(`${site.url}/dashboard/b/parts/comments`);
  await page.getByText('Ann: Well said.').waitFor();
  await page.getByRole('button', { name: 'Approve Ann' }).click();
  await page.getByText('0 waiting').waitFor();
  const { read_key } = (await site.api('GET', '/buckets/b')).bucket.api_access;
  const { comments } = await site.api('GET', `/buckets/b/objects/${object.id}/comments?read_key=${read_key}`);
  assert.deepEqual(comments.map(({ text }) => text), ['Well said.']);
});
