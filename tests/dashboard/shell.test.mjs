// The frame of the dashboard: the palette, "Copy as curl", buckets, home, messages, languages, the live stream, focus and scroll.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { axe, copyAsCurl, open, own, signIn, start, test } from './support.mjs';

let site;
let page;
let article;
before(async () => {
  site = await start();
  page = await open(site);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await signIn(page, site);
  [article] = (await site.api('GET', `/buckets/demo/objects?query=${encodeURIComponent('{"slug":"what-the-marsh-remembers"}')}`)).objects;
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const heading = (name, at = page) => at.getByRole('heading', { name, level: 1 }).waitFor();
const go = (address, at = page) => at.goto(`${site.url}/dashboard/demo${address}`);
const field = (at = page) => at.getByRole('combobox', { name: 'Search' });
const option = (name, at = page) => at.getByRole('option', { name });
const focused = () => page.evaluate(() => document.activeElement.textContent);
const until = (check, ...values) => page.waitForFunction(check, ...values);
const card = (name, at = page) => at.locator('section.card').filter({ has: at.getByRole('heading', { name, exact: true }) });
// A screen listens to keys a moment after it is drawn, before it asks for what it lists.
const listens = (name, at = page) => card(name, at).getByRole('listitem').first().waitFor();

test('Ctrl-K finds what is here with the key that is pressed, and content and media a moment later', async () => {
  await listens('Changed last');
  await page.keyboard.press('Control+k');
  await field().waitFor();
  await option('Articles').first().waitFor();
  await axe(page);
  await page.keyboard.type('med');
  await until(() => document.querySelector('[role=option][data-highlighted]')?.textContent.includes('Media'));
  await page.keyboard.press('Enter');
  await heading('Media');
  await field().waitFor({ state: 'detached' }); // not into the one that is closing
  await page.keyboard.press('Control+k');
  await page.keyboard.type('marsh remem'); // by keys: what else comes into the field before it listens is lost
  await page.getByRole('option', { name: /What the marsh remembers/, selected: true }).waitFor();
  await axe(page);
  assert.equal(await field().getAttribute('aria-activedescendant'), await option(/What the marsh remembers/).getAttribute('id'));
  await page.keyboard.press('Enter');
  await heading('What the marsh remembers');
  assert.match(page.url(), new RegExp(`/objects/articles/${article.id}$`));
  const [file] = (await site.api('GET', '/buckets/demo/media?limit=1')).media;
  await page.keyboard.press('Control+k');
  await page.keyboard.type(file.original_name.split('.')[0]);
  await option(file.original_name).waitFor();
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
});

test('the palette remembers what was opened, knows what can be done on a screen, and gives the focus back', async () => {
  await button('Search').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Opened lately' }).getByRole('option', { name: 'What the marsh remembers' }).waitFor();
  await page.getByRole('group', { name: 'On this screen' }).getByRole('option', { name: 'Save draft' }).waitFor();
  await page.keyboard.press('Escape');
  await until(() => document.activeElement.textContent.startsWith('Search'));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new article');
  await until(() => document.querySelector('[role=option][data-highlighted]')?.textContent.includes('New Article'));
  assert.equal(await field().inputValue(), 'new article');
  await page.keyboard.press('Enter');
  await heading('New Article');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing is called that');
  await told('Nothing is found.');
  await page.keyboard.press('Escape');
});

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
async function run(line) {
  const { token } = await (await fetch(`${site.url}/v2/authenticate`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: site.email, password: site.password }) })).json();
  return JSON.parse(execFileSync('bash', ['-c', line], { env: { ...process.env, INKWELL_TOKEN: token } }));
}

test('where the palette does not come, that is said, and the keys belong to the page again', async () => {
  const fresh = await open(site);
  await signIn(fresh, site);
  await fresh.route(/\/palette-\w+\.js$/, (route) => route.abort());
  await go('/objects/categories/new', fresh);
  await fresh.getByLabel('Title', { exact: true }).fill('Typed');
  await fresh.keyboard.press('Control+k');
  await fresh.getByRole('alert').filter({ hasText: 'This part could not be loaded.' }).waitFor();
  await fresh.keyboard.type(' on');
  assert.equal(await fresh.getByLabel('Title', { exact: true }).inputValue(), 'Typed on');
  await fresh.context().close();
});

test('a palette whose server does not answer says that and nothing else, and asks again by itself', async () => {
  await go('');
  await listens('Changed last');
  await page.waitForTimeout(1500); // the stream begins, which tells by beginning anew that the server is there
  await page.context().setOffline(true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('marsh remem');
  const problem = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'The server does not answer.' });
  await problem.waitFor();
  assert.equal(await page.getByText('Nothing is found.').count(), 0);
  const [box, words] = [await page.getByRole('dialog').boundingBox(), await problem.evaluate((each) => parseFloat(getComputedStyle(each).paddingLeft))];
  assert.ok(box && words >= 8, 'it does not touch the edge');
  await page.context().setOffline(false);
  await page.getByRole('option', { name: /What the marsh remembers/ }).waitFor();
  await problem.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
});

test('“Copy as curl” copies lines that a terminal runs', async () => {
  await go('/objects/articles');
  await page.getByRole('link', { name: 'What the marsh remembers' }).waitFor();
  await copyAsCurl(page);
  await told('copied');
  const text = await clipboard();
  assert.ok(text.includes('-H "Authorization: Bearer $INKWELL_TOKEN"'), text);
  const lines = text.trim().split('\n\n');
  const answers = await Promise.all(lines.map(run));
  const list = answers.find((each) => each.objects);
  assert.ok(list.objects.some((each) => each.title === 'What the marsh remembers'), text);
});

test('“Copy as curl” has the last write too, with quotes as they were typed', async () => {
  await go(`/objects/articles/${article.id}`);
  const subtitle = page.getByLabel('Subtitle');
  await subtitle.fill(`It's "quoted" & $HOME`);
  await button('Publish').click();
  await told('It is published');
  await copyAsCurl(page);
  await told('copied');
  const write = (await clipboard()).trim().split('\n\n').at(-1);
  assert.match(write, /curl -s -X (PATCH|POST)/);
  // What is run once more is refused by its version: the body arrives as it was.
  const again = await run(write.replace(/ \\\n {2}-H 'If-Match: [^']*'/, ''));
  assert.equal(again.object.metadata.subtitle, `It's "quoted" & $HOME`);
});

test('a screen that is shown has its title, its heading has the focus, and Back finds the place', async () => {
  await go('');
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
  await until(() => document.activeElement.tagName === 'H1');
  assert.equal(await focused(), 'Trash');
  assert.equal(await page.title(), 'Trash · Inkwell');
  await page.setViewportSize({ width: 1280, height: 300 });
  await go('');
  await page.getByRole('heading', { name: 'Content', exact: true }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'What the marsh remembers' }).first().waitFor();
  await until(() => !document.querySelector('main [aria-busy=true]') && document.documentElement.scrollHeight - innerHeight > 180);
  const before = await page.getByRole('link', { name: 'New Article' }).evaluate((link) => {
    scrollTo(0, 180);
    link.click();
    return 180;
  });
  await heading('New Article');
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await until((top) => Math.abs(scrollY - top) < 2, before);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Skip to content');
  await page.keyboard.press('Enter');
  await until(() => document.activeElement.id === 'content');
});

test('home tells of my drafts, of what is scheduled, soonest first, and of what others do, while it is looked at', async () => {
  const make = (title, more) => site.api('POST', '/buckets/demo/objects', { type: 'categories', title, ...more });
  await make('Goes out late', { status: 'draft', publish_at: Date.parse('2099-01-02') });
  await make('Goes out early', { status: 'draft', publish_at: Date.parse('2098-01-02') });
  await go('');
  await card('My drafts').getByRole('link', { name: 'Goes out late' }).waitFor();
  await card('Scheduled').getByRole('link', { name: 'Goes out late' }).waitFor();
  const planned = await card('Scheduled').getByRole('link').allTextContents();
  assert.ok(planned.indexOf('Goes out early') < planned.indexOf('Goes out late'), planned.join());
  await axe(page);
  await make('Written meanwhile', { status: 'published' });
  await card('Changed last').getByRole('listitem').filter({ hasText: 'Written meanwhile' }).getByText('by you').waitFor();
});

test('what was typed and not saved is on home until it is saved or discarded', async () => {
  const { object } = await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Half a thought', status: 'published' });
  await go(`/objects/categories/${object.id}`);
  await page.getByLabel('Title', { exact: true }).fill('Half a thought, and more');
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
  const mine = card('Not saved yet').getByRole('listitem').filter({ hasText: 'Half a thought' });
  await mine.getByText('typed').waitFor();
  await axe(page);
  await mine.getByRole('link').click();
  await until(() => document.querySelector('h1')?.textContent === 'Half a thought, and more');
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await page.locator('.state').filter({ hasText: /Saved/ }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
  await card('Changed last').getByRole('listitem').first().waitFor();
  assert.equal(await mine.count(), 0);
});

test('a new object that was begun and not saved is on home, and goes on from there', async () => {
  await go('/objects/categories/new');
  await page.getByLabel('Title', { exact: true }).fill('Begun and left');
  await page.locator('.state').filter({ hasText: 'Kept on this computer' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
  const begun = card('Not saved yet').getByRole('listitem').filter({ hasText: 'Begun and left' });
  await begun.getByText('Category · new, typed').waitFor();
  await axe(page, 'home-begun');
  await begun.getByRole('link').click();
  await until(() => document.querySelector('[data-path=title] input')?.value === 'Begun and left');
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await page.waitForURL(/categories\/[0-9a-f]{24}$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
  await card('My drafts').getByRole('link', { name: 'Begun and left' }).waitFor();
  assert.equal(await begun.count(), 0);
});

test('home says of more than it shows how many there are, and leads to lists of all of them', async () => {
  const made = [];
  for (let number = 1; number <= 9; ++number) {
    const type = number < 4 ? 'authors' : 'locations';
    made.push((await site.api('POST', '/buckets/demo/objects', { type, title: `One of many ${number}`, status: 'draft' })).object);
  }
  await go('');
  await card('My drafts').getByText(/^All, \d+:/).waitFor();
  assert.equal(await card('My drafts').getByRole('listitem').count(), 8);
  await axe(page, 'home-many');
  const authors = card('My drafts').getByRole('link', { name: /^Authors \(\d+\)$/ });
  const number = /\d+/.exec(await authors.innerText())[0];
  await authors.click();
  await heading('Authors');
  await page.getByText(`${number} objects`, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'One of many 3', exact: true }).waitFor();
  // What is kept of nine of them has no list: it unfolds.
  for (const { id, title } of made) {
    await site.api('PUT', `/buckets/demo/objects/${id}/autosave`, { version: 1, object: { form: { title, metafields: [] }, begun: { title, metafields: [] } } });
  }
  await go('');
  await page.getByRole('button', { name: /^Show all \d+$/ }).click();
  await until(() => document.querySelectorAll('section.card')[0].querySelectorAll('li').length >= 9);
  for (const { id } of made) await site.api('DELETE', `/buckets/demo/objects/${id}`);
  await site.api('DELETE', '/buckets/demo/trash'); // another test finds it empty
});

test('an end that was set long ago is on home, also under a draft that is prepared over it', async () => {
  const { object } = await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Ends first', status: 'published', unpublish_at: Date.parse('2097-01-02') });
  await site.api('POST', `/buckets/demo/objects/${object.id}/revisions`, { title: 'Ends first, prepared', status: 'draft' });
  const asked = page.waitForRequest((request) => request.url().includes('order_by=unpublish_at'));
  await go('');
  assert.match((await asked).url(), /limit=8/);
  const planned = page.locator('section.card').filter({ has: page.getByRole('heading', { name: 'Scheduled', exact: true }) });
  await planned.getByRole('listitem').filter({ hasText: 'Ends first' }).getByText('· ends').waitFor();
  const titles = await planned.getByRole('link').allTextContents();
  assert.ok(titles.indexOf('Ends first') < titles.indexOf('Goes out early'), titles.join());
});

test('two people of the demo see each other by name, whoever of them is the administrator', async () => {
  const other = await open(site);
  await signIn(other, site.editor);
  await other.getByRole('heading', { name: 'Hello, Edgar' }).waitFor();
  await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Written by Alma', status: 'published' });
  const row = (at, title) => at.locator('section.card').filter({ has: at.getByRole('heading', { name: 'Changed last' }) }).getByRole('listitem').filter({ hasText: title });
  await row(other, 'Written by Alma').getByText('by Alma Voss').waitFor();
  await other.evaluate(() => fetch('/v2/buckets/demo/objects', {
    method: 'POST', headers: { 'Content-Type': 'application/json', 'Inkwell-Session': '1' }, body: JSON.stringify({ type: 'categories', title: 'Written by Edgar', status: 'published' }) }));
  await row(other, 'Written by Edgar').getByText('by you').waitFor();
  await go('');
  await row(page, 'Written by Edgar').getByText('by Edgar Finch').waitFor();
  await other.context().close();
});

// waitForFunction takes a promise for a yes: what is looked at is the answer to the question before.
const locked = (at, waiting) => at.waitForFunction((wanted) => {
  void navigator.locks.query().then(({ held, pending }) => (globalThis.locked = `${held.length} ${pending.length}`));
  return globalThis.locked === wanted;
}, `1 ${waiting}`);

test('the frame listens once for all tabs, and the next tab goes on where one is closed', async () => {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  let streams = 0;
  context.on('request', (request) => (streams += /\/changes\?/.test(request.url()) ? 1 : 0));
  const first = await open(site, context);
  const begun = first.waitForResponse(/\/changes\?/);
  await signIn(first, site);
  await begun;
  await locked(first, 0);
  const others = [await open(site, context), await open(site, context)];
  for (const [index, other] of others.entries()) {
    await go('', other);
    await other.getByRole('heading', { name: 'Changed last' }).waitFor();
    await locked(other, index + 1);
  }
  assert.equal(streams, 1);
  await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Told to all tabs' });
  for (const each of [first, ...others]) await each.getByRole('link', { name: 'Told to all tabs' }).first().waitFor();
  await first.close();
  await locked(others[1], 1);
  await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Told by the second' });
  for (const each of others) await each.getByRole('link', { name: 'Told by the second' }).first().waitFor();
  assert.equal(streams, 2);
  await context.close();
});

test('a server with too many streams is asked now and then', async () => {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const polled = await open(site, context);
  await polled.clock.install();
  await polled.route(/\/changes\?/, (route) => route.fulfill({ status: 503, json: { message: 'too many streams' } }));
  const refused = polled.waitForResponse((response) => response.status() === 503);
  await signIn(polled, site);
  await polled.clock.runFor(1000);
  await refused;
  await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Seen by asking' });
  await polled.clock.runFor(16_000);
  await polled.clock.runFor(1000);
  await polled.getByRole('link', { name: 'Seen by asking' }).first().waitFor();
  await context.close();
});

test('a message is inside the dialog that is open, where it can be read and dismissed', async () => {
  await go(`/objects/articles/${article.id}`);
  await page.getByLabel('Subtitle').fill('Typed before the session ended');
  await page.context().clearCookies();
  await button('Save draft').click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  const alert = dialog.getByRole('alert').filter({ hasText: 'Your session has ended' }).first();
  await alert.waitFor();
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'hidden' });
  await axe(page);
  await dialog.getByLabel('Password').fill(site.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await button('Save draft').click();
  await told('The draft is saved');
});

test('the way back to what was discarded stays while other things are told', async () => {
  await go(`/objects/articles/${article.id}`);
  await page.getByLabel('Subtitle').fill('Discarded by mistake');
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await told('What you typed is discarded.');
  await page.locator('.state').getByText(/Saved/).waitFor();
  await copyAsCurl(page);
  await told('copied. INKWELL_TOKEN');
  await axe(page);
  await page.getByRole('status').filter({ hasText: 'What you typed is discarded.' }).getByRole('button', { name: 'Undo', exact: true }).click();
  assert.equal(await page.getByLabel('Subtitle').inputValue(), 'Discarded by mistake');
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
});

test('home that the server has refused for now says so, and is asked for again', async () => {
  const reader = await open(site);
  await signIn(reader, site);
  const busy = (route) => route.fulfill({ status: 503, json: { status: 503, message: 'the server is busy: try again' } });
  await reader.route('**/autosaves?*', busy);
  await reader.reload();
  await reader.getByRole('alert').filter({ hasText: 'Try again' }).waitFor();
  assert.equal(await reader.getByText('Loading…').count(), 0);
  await axe(reader);
  await reader.unroute('**/autosaves?*', busy);
  await button('Try again', reader).click();
  await listens('Changed last', reader);
  assert.equal(await reader.getByRole('alert').filter({ hasText: /\S/ }).count(), 0);
  await reader.context().close();
});

test('a server that is too busy to say who is signed in is asked again, by itself or by a press', async () => {
  const reader = await open(site, page.context());
  const busy = (route) => route.fulfill({ status: 503, json: { status: 503, message: 'the server is busy: try again' } });
  for (const press of [true, false]) {
    await reader.route('**/v2/session', busy);
    await reader.goto(`${site.url}/dashboard/demo`);
    await reader.getByRole('alert').filter({ hasText: 'The server is busy: try again.' }).waitFor();
    assert.equal(await reader.getByText('Loading…').count(), 0);
    if (press) await axe(reader);
    await reader.unroute('**/v2/session', busy);
    if (press) await button('Try again', reader).click();
    await listens('Changed last', reader);
  }
  await reader.close();
});

test('how long ago something was saved is told as time passes', async () => {
  const reader = await open(site);
  await signIn(reader, site);
  await reader.clock.install();
  await reader.goto(`${site.url}/dashboard/demo/objects/articles/${article.id}`);
  await site.api('PATCH', `/buckets/demo/objects/${article.id}`, { metadata: { subtitle: 'Saved now' } });
  const state = reader.locator('.state');
  await state.getByText('Saved just now').waitFor();
  await reader.clock.fastForward('20:00');
  await state.getByText('Saved 20 minutes ago').waitFor();
  assert.equal(await state.locator('[aria-live]').innerText(), '', 'and is not read out again and again');
  await reader.context().close();
});

test('a screen that fails says so, keeps what was typed, and comes back', async () => {
  await page.route(/\/trash\?/, (route) => route.fulfill({ json: { trash: [{ id: '1', title: 'Without a time' }], total: 1 } }));
  await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('alert').filter({ hasText: 'This screen has failed' }).waitFor();
  await axe(page);
  await page.unroute(/\/trash\?/);
  await button('Try again').click();
  await heading('Trash');
  await go('/objects/categories/new');
  await page.getByLabel('Title', { exact: true }).fill('Typed before it failed');
  // Whatever a screen needs: here the next key breaks it.
  await page.evaluate(() => Object.defineProperty(document, 'title', { get: () => '', set(title) {
    if (title.includes('!')) throw new Error('broken for the test');
  } }));
  await page.getByLabel('Title', { exact: true }).press('End');
  await page.keyboard.type('!');
  await page.getByRole('alert').filter({ hasText: 'This screen has failed' }).waitFor();
  await page.reload();
  await until(() => [...document.querySelectorAll('input')].some((each) => each.value === 'Typed before it failed!'));
  site.faults.splice(0); // the failure was wanted
});

test('a type that has no emoji has the first letter of its title, and what is one’s own stands under one’s name', async () => {
  await site.api('POST', '/buckets/demo/object-types', { title: 'éclairs', singular: 'éclair', slug: 'eclairs', metafields: [] });
  await go('');
  const link = page.getByRole('navigation').getByRole('link', { name: 'éclairs', exact: true });
  await link.waitFor();
  assert.equal(await link.locator('.icon').innerText(), 'É');
  await card('Content').getByRole('link', { name: 'éclairs', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 0);
  const menu = await own(page);
  assert.deepEqual(await menu.locator('a, button').allInnerTexts(), ['Account', 'Sign out']);
  await axe(page);
  await menu.getByRole('link', { name: 'Account' }).click();
  await heading('Account');
  await site.api('DELETE', '/buckets/demo/object-types/eclairs');
});

test('another bucket is chosen in the frame, and opens where one was in it', async () => {
  for (let index = 1; index <= 8; ++index) await site.api('POST', '/buckets', { title: `Island ${index}`, slug: `island-${index}` });
  await site.api('POST', '/buckets', { title: 'Island 1', slug: 'island-one' });
  await go('/media');
  await heading('Media');
  await page.getByRole('button', { name: /Choose another$/ }).click();
  await axe(page);
  await page.getByRole('link', { name: 'Island 1 (island-one)', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Island 2', exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Search buckets' }).fill('island 7');
  assert.equal(await page.getByRole('dialog').getByRole('listitem').count(), 1);
  await page.keyboard.press('Enter');
  await until(() => document.title === 'Island 7 · Inkwell');
  assert.match(page.url(), /\/dashboard\/island-7$/);
  await page.getByRole('button', { name: /Choose another$/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Tideline Magazine' }).click();
  await heading('Media');
  assert.match(page.url(), /\/dashboard\/demo\/media$/);
  await page.goto(`${site.url}/dashboard`);
  await heading('Buckets');
  await axe(page);
});

const inLanguage = async (language, locale = 'en-GB') => {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 }, locale });
  if (language) await context.addInitScript((code) => localStorage.setItem('inkwell:language', code), language);
  const other = await open(site, context);
  await other.goto(`${site.url}/dashboard`);
  return other;
};
const signInBy = async (other, email, password, name) => {
  await other.getByLabel(email, { exact: true }).fill(site.email);
  await other.getByLabel(password, { exact: true }).fill(site.password);
  await other.getByRole('button', { name, exact: true }).click();
};

test('a browser that speaks German is spoken to in German', async () => {
  const other = await inLanguage('', 'de-AT');
  await signInBy(other, 'E-Mail', 'Passwort', 'Anmelden');
  await other.getByRole('link', { name: 'Tideline Magazine' }).click();
  await listens('Zuletzt geändert', other);
  await other.keyboard.press('Control+k');
  await other.getByRole('combobox', { name: 'Suchen' }).waitFor();
  await other.keyboard.type('papier');
  await other.getByRole('status').filter({ hasText: '1 Ergebnis' }).waitFor();
  await axe(other);
  await other.keyboard.press('Escape');
  // No screen shows a sentence that the catalogue has in German.
  const catalogue = JSON.parse(readFileSync(join(process.env.DASHBOARD_TREE, 'plugins/dashboard/web/src/catalogues/de.json'), 'utf8'));
  const english = Object.entries(catalogue).filter(([key, german]) => key !== german).map(([key]) => key);
  const content = ['Status', 'Pages', 'Settings']; // what the demo calls so itself, or is the same word
  for (const [address, shown] of [
    ['', 'Zuletzt geändert'], ['/objects/walks', 'Spalten'], ['/objects/walks?status=scheduled&q=nothing', 'Alle zeigen'], ['/media', 'cliff-path.jpg'],
    ['/media?view=list', 'Verwendet in'], ['/trash', 'Der Papierkorb ist leer.'], [`/objects/articles/${article.id}/history`, 'Aktivität'],
  ]) {
    await go(address, other);
    await other.getByText(shown, { exact: true }).first().waitFor();
    const left = await other.evaluate((keys) => {
      const known = new Set(keys);
      const texts = [...document.querySelectorAll('main *')].flatMap((each) => [
        ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()),
        ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => each.getAttribute(name) ?? ''),
      ]);
      return [...new Set(texts)].filter((text) => known.has(text));
    }, english.filter((key) => !content.includes(key)));
    assert.deepEqual(left, [], address);
  }
  await go('/media', other);
  await other.getByText('cliff-path.jpg').first().waitFor();
  await axe(other, 'german-media');
  assert.equal(await other.evaluate(() => document.documentElement.lang), 'de');
  await other.context().close();
});

test('a made up language shows that every text of the frame is translated, and longer ones fit', async () => {
  const other = await inLanguage('en-XA');
  await other.setViewportSize({ width: 360, height: 740 });
  await signInBy(other, /É-ɱáíľ/, /Þáššŵóřđ/, /Šíǧñ íñ/);
  await other.getByRole('link', { name: 'Tideline Magazine' }).click();
  await other.getByRole('heading', { level: 2 }).first().waitFor();
  const untouched = await other.evaluate(() => [...document.querySelectorAll('.side button, .side > details > summary, main h2')].map((each) => each.textContent)
    .filter((text) => /[a-z]/i.test(text.replace(/Ctrl K|⌘K|Tideline Magazine ?▾?/, '')) && !text.includes('[')));
  assert.deepEqual(untouched, []);
  assert.ok((await other.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  // On a telephone the longer words have room beside each other, and every screen of the frame fits.
  for (const address of ['', '/objects/walks', '/media?view=list', '/media?view=grid', '/trash', `/objects/articles/${article.id}/history`]) {
    await go(address, other);
    await other.getByRole('heading', { level: 1 }).first().waitFor();
    const [search, menu] = [await other.locator('.side .search').boundingBox(), await other.locator('.side > details > summary').boundingBox()];
    assert.ok(search.x + search.width + 4 <= menu.x, `${search.x + search.width} and ${menu.x} at ${address}`);
    assert.ok((await other.evaluate(() => document.documentElement.scrollWidth)) <= 360, address);
  }
  await axe(other);
  await other.context().close();
});

test('a language from right to left turns the frame round', async () => {
  const other = await inLanguage('ar-XB');
  await other.locator('input[name=email]').fill(site.email);
  await other.locator('input[name=password]').fill(site.password);
  await other.locator('.signin button').click();
  await other.getByRole('link', { name: 'Tideline Magazine' }).click();
  await other.getByRole('heading', { level: 2 }).first().waitFor();
  assert.equal(await other.evaluate(() => document.documentElement.dir), 'rtl');
  const side = await other.locator('.side').boundingBox();
  assert.ok(side.x > 640, `the menu stands at ${side.x}`);
  // A title runs as it is written, whatever stands beside it.
  const title = 'Harbour (new)';
  const { object } = await site.api('POST', '/buckets/demo/objects', { type: 'articles', title, status: 'published' });
  await other.goto(`${site.url}/dashboard/demo/objects/articles/${object.id}`);
  const runs = (at) => at.evaluate((each) => getComputedStyle(each).direction);
  await other.locator('h1', { hasText: title }).waitFor();
  assert.equal(await runs(other.locator('h1')), 'ltr');
  assert.equal(await other.locator('h1').evaluate((each) => getComputedStyle(each).textAlign), 'right', 'at the side where lines begin');
  await other.locator('.crumbs a').click();
  const cell = other.getByRole('rowheader').filter({ hasText: title });
  assert.equal(await cell.locator('a').evaluate((each) => getComputedStyle(each).unicodeBidi), 'plaintext');
  assert.match(await other.getByRole('row').filter({ has: cell }).getByRole('checkbox').getAttribute('aria-label'), /\u2068Harbour \(new\)\u2069/);
  await site.api('DELETE', `/buckets/demo/objects/${object.id}`);
  await go('', other);
  await other.getByRole('heading', { level: 2 }).first().waitFor();
  assert.ok((await other.evaluate(() => document.documentElement.scrollWidth)) <= 1280);
  await axe(other);
  await other.context().close();
});

test('the frame and the palette fit a telephone, in the light and in the dark', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await go('');
    await page.getByRole('heading', { name: 'Changed last' }).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await axe(page);
    await button('Search').click();
    await page.keyboard.type('tide');
    await page.getByRole('option').first().waitFor();
    assert.ok((await page.locator('dialog').boundingBox()).width <= 360);
    await axe(page);
  }
});

test('what is loaded first is one page, one script and one style, however much comes later', async () => {
  const fresh = await open(site);
  const loads = [];
  fresh.on('response', (response) => loads.push(new URL(response.url()).pathname));
  await fresh.goto(`${site.url}/dashboard`);
  await button('Sign in', fresh).waitFor();
  assert.deepEqual(loads.filter((each) => each.endsWith('.js')).length, 1, loads.join());
  assert.ok(loads.length <= 4, loads.join());
  await fresh.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
