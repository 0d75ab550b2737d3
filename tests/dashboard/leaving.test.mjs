// Signing out, what it waits for, and what the next person at this computer sees.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, door, gate, open, signIn, signOut, start, test } from './support.mjs';

let site;
before(async () => {
  site = await start();
});
after(() => site?.stop());

const button = (name, at) => at.getByRole('button', { name, exact: true });
const alert = (text, at) => at.getByRole('alert').filter({ hasText: text }).first();
const dialog = (name, at) => at.getByRole('dialog', { name });
const isEnd = (request) => request.method() === 'DELETE' && new URL(request.url()).pathname === '/v2/session';

/** Answers of the server about the end of the session are `answer`, until it is told otherwise. */
const unheard = async (at, answer) => {
  const refuse = (route) => (isEnd(route.request()) ? answer(route) : route.fallback());
  await at.route('**/v2/session', refuse);
  return () => at.unroute('**/v2/session', refuse);
};

test('a sign-out that the server has not heard of is told, and the screen stays until it has', async () => {
  const page = await open(site);
  await signIn(page, site);
  const busy = { status: 503, json: { status: 503, message: 'the server is busy: try again' } };
  for (const answer of [(route) => route.abort(), (route) => route.fulfill(busy)]) {
    const hear = await unheard(page, answer);
    await signOut(page);
    await alert('You are still signed in.', page).waitFor();
    await page.getByRole('heading', { name: 'Changed last' }).waitFor();
    await axe(page);
    await hear();
  }
  await button('Try again', page).last().click();
  await door(page);
  await page.reload();
  await door(page);
  assert.equal(await alert('You are still signed in.', page).count(), 0);
  await page.context().close();
});

test('a sign-out after the session has ended is one', async () => {
  const page = await open(site);
  await signIn(page, site);
  await page.context().clearCookies();
  await signOut(page);
  await door(page);
  await page.context().close();
});

test('who signs out while nobody keeps what is typed, or while a file is on its way, is asked before', async () => {
  const page = await open(site);
  await signIn(page, site);
  const [{ id }] = (await site.api('GET', `/buckets/demo/objects?query=${encodeURIComponent('{"slug":"what-the-marsh-remembers"}')}`)).objects;
  await page.goto(`${site.url}/dashboard/demo/objects/articles/${id}`);
  await page.getByLabel('Subtitle').waitFor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.route('**/autosave', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { status: 500, message: 'it went wrong' } }) : route.fallback()));
  await page.getByLabel('Subtitle').fill('Kept nowhere');
  await alert('Neither this browser nor the server keeps what you type.', page).waitFor();
  await signOut(page);
  await button('Cancel', dialog('Leave without saving?', page)).click();
  assert.equal(await page.getByLabel('Subtitle').inputValue(), 'Kept nowhere');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sign out');
  await page.getByRole('option', { name: 'Sign out', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await button('Leave', dialog('Leave without saving?', page)).click();
  await door(page);
  await page.context().close();

  const sender = await open(site);
  await signIn(sender, site);
  await sender.goto(`${site.url}/dashboard/demo/media`);
  await sender.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  const [begun, goesOn] = [gate(), gate()];
  await sender.route(/\/media$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    begun.open();
    await goesOn.opened;
    return route.abort();
  });
  await sender.locator('main input[type=file]').first().setInputFiles({ name: 'slow.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('slow') });
  await begun.opened;
  await signOut(sender);
  await button('Cancel', dialog('Sign out now?', sender)).click();
  await sender.getByText('slow.bin').first().waitFor();
  await signOut(sender);
  await axe(sender);
  await button('Sign out', dialog('Sign out now?', sender)).click();
  await door(sender);
  goesOn.open();
  assert.equal(await sender.getByText('slow.bin').count(), 0, 'the next person learns nothing of it');
  await sender.context().close();
});

test('“Sign out everywhere” ends what began after its page was opened, and takes what has ended meanwhile for done', async () => {
  const nora = await addMember(site, 'nora@example.com', { role: 'editor' });
  const here = await open(site);
  await signIn(here, nora);
  const [before, since] = [await open(site), await open(site)];
  await signIn(before, nora);
  await here.goto(`${site.url}/dashboard/-/account`);
  await here.getByText('This browser', { exact: true }).waitFor();
  await signIn(since, nora);
  await signOut(before);
  await door(before);
  const hear = await unheard(here, (route) => route.abort());
  await button('Sign out everywhere', here).click();
  await button('Sign out everywhere', dialog('Sign out everywhere?', here)).click();
  await alert('You are still signed in.', here).waitFor(); // here: elsewhere it was heard
  await hear();
  await button('Try again', here).click();
  await door(here);
  await since.reload();
  await door(since);
  for (const each of [here, before, since]) await each.context().close();
});

test('where a session elsewhere could not be ended, nobody is told that all are, and it is tried again', async () => {
  const otto = await addMember(site, 'otto@example.com', { role: 'editor' });
  const [here, elsewhere] = [await open(site), await open(site)];
  for (const each of [here, elsewhere]) await signIn(each, otto);
  await here.goto(`${site.url}/dashboard/-/account`);
  await here.getByText('This browser', { exact: true }).waitFor();
  await here.route('**/v2/user/sessions/*', (route) => route.abort());
  await button('Sign out everywhere', here).click();
  await button('Sign out everywhere', dialog('Sign out everywhere?', here)).click();
  await alert('You are still signed in, here and perhaps elsewhere.', here).waitFor();
  await axe(here);
  await here.unroute('**/v2/user/sessions/*');
  await button('Try again', here).click();
  await door(here);
  await elsewhere.reload();
  await door(elsewhere);
  for (const each of [here, elsewhere]) await each.context().close();
});

const lately = async (at) => {
  await button('Search', at).click();
  await at.getByRole('group', { name: 'On this screen' }).waitFor();
  const found = await at.getByRole('group', { name: 'Opened lately' }).getByRole('option').allInnerTexts();
  await at.keyboard.press('Escape');
  await at.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' });
  return found.map((each) => each.split('\n').find((line) => /\p{L}/u.test(line)));
};

test('what one person has opened is not shown to the next, and stands there by its stored title', async () => {
  const make = async (title) => (await site.api('POST', '/buckets/demo/objects', { type: 'articles', title, status: 'published' })).object.id;
  const [salaries, deleted] = [await make('Salaries of the harbour'), await make('Thrown away')];
  const page = await open(site);
  await signIn(page, site);
  const show = async (id) => {
    await page.goto(`${site.url}/dashboard/demo/objects/articles/${id}`);
    await page.getByLabel('Title', { exact: true }).waitFor();
  };
  const home = async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  };
  await show(salaries);
  await page.getByLabel('Title', { exact: true }).fill('Half a ti');
  await page.locator('.state').getByText('Your changes are kept').waitFor();
  await home();
  await show(deleted);
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Delete', page).click();
  await button('Delete', dialog('Delete?', page)).click();
  await page.getByRole('heading', { name: 'Articles', level: 1 }).waitFor();
  await home();
  assert.deepEqual(await lately(page), ['Salaries of the harbour']);
  await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
  await signOut(page);
  await door(page);
  await page.goto(`${site.url}/dashboard`);
  await signIn(page, site.editor);
  assert.match(page.url(), /\/dashboard\/demo$/, 'nor is the place where the other one was');
  assert.deepEqual(await lately(page), []);
  await page.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
