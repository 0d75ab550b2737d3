// What goes wrong on an editor's day, and what people with other roles see.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, door, open, signIn, signOut, start, test } from './support.mjs';

let site;
let page;
let id;
before(async () => {
  site = await start();
  page = await open(site);
  await signIn(page, site);
  const found = await site.api('GET', `/buckets/demo/objects?query=${encodeURIComponent('{"slug":"what-the-marsh-remembers"}')}`);
  id = found.objects[0].id;
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const article = () => `${site.url}/dashboard/demo/objects/articles/${id}`;

test('a server that is killed while somebody types loses nothing', async () => {
  await page.goto(article());
  await page.getByLabel('Subtitle').fill('Typed before');
  await site.kill();
  await page.getByLabel('Subtitle').fill('Typed while the server was gone');
  await page.getByText('kept on this computer').waitFor();
  await button('Save draft').click();
  const silent = page.getByRole('alert').filter({ hasText: 'Not saved: the server did not answer. What you typed is still here.' });
  await silent.waitFor();
  await axe(page);
  await site.restart();
  await page.getByText('Your changes are kept').waitFor(); // and not saved, which is still told
  await silent.waitFor();
  await button('Save draft').click();
  await told('The draft is saved');
  assert.equal(await silent.count(), 0);
  const { object } = await site.api('GET', `/buckets/demo/objects/${id}?status=any`);
  assert.equal(object.metadata.subtitle, 'Typed while the server was gone');
});

test('a list and a screen that the server did not answer are read again once it does, without a press', async () => {
  const reader = await open(site);
  await signIn(reader, site);
  const silent = reader.getByRole('alert').filter({ hasText: 'The server does not answer.' });
  for (const screen of ['Articles', 'Trash']) {
    const listens = reader.waitForResponse((answer) => answer.url().includes('/changes?'));
    await reader.goto(`${site.url}/dashboard/demo/objects/categories`);
    await listens;
    await site.kill();
    await reader.locator('nav').getByRole('link', { name: screen }).click();
    await reader.getByRole('heading', { name: screen, level: 1 }).waitFor();
    await silent.waitFor();
    await site.restart();
    await silent.waitFor({ state: 'detached' });
    await reader.getByText(screen === 'Trash' ? /The trash is empty|Restore/ : 'What the marsh remembers').first().waitFor();
  }
  await reader.context().close();
});

test('a session that ends asks for the password over the form', async () => {
  await page.getByLabel('Teaser').fill('Typed in an old session');
  await page.context().clearCookies();
  await button('Save draft').click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(site.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Not by the message: the one of the test before may still be shown.
  const saved = page.waitForResponse((response) => response.request().method() === 'POST' && /\/revisions(\?|$)/.test(response.url()));
  await button('Save draft').click();
  assert.ok((await saved).ok());
  const { object } = await site.api('GET', `/buckets/demo/objects/${id}?status=any`);
  assert.equal(object.metadata.teaser, 'Typed in an old session');
});

// As if it had been ended at another computer: nothing on the page knows.
const endSession = (at) => at.evaluate(() => fetch('/v2/session', { method: 'DELETE', headers: { 'Inkwell-Session': '1' } }));
const signInAgain = async (at) => {
  const dialog = at.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password').fill(site.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
};
const ended = (at) => at.getByRole('status').filter({ hasText: 'Your session has ended' });
const dialogs = (at) => at.getByRole('dialog').count();

test('a session that ends under the hands of a writer takes no word, and what was typed is kept after signing in without another key', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const text = writer.locator('.prose[role=textbox]').first();
  await text.click();
  await writer.keyboard.press('Control+End');
  await endSession(writer);
  await writer.keyboard.type(' Boats leave. ');
  await ended(writer).waitFor();
  await writer.getByText('Kept on this computer').waitFor();
  assert.equal(await dialogs(writer), 0);
  await writer.keyboard.type('Then the fog comes in over the mole.');
  await writer.keyboard.press('Enter');
  await writer.keyboard.type('It stays.');
  assert.match(await text.innerText(), /Boats leave\. Then the fog comes in over the mole\.\s+It stays\./);
  await writer.waitForTimeout(1500); // autosave has asked once more
  assert.equal(await dialogs(writer), 0);
  await axe(writer, 'session-ended');
  await ended(writer).getByRole('button', { name: 'Sign in' }).press('Enter');
  const kept = writer.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/autosave') && response.ok());
  await signInAgain(writer);
  await kept;
  await writer.getByText('Your changes are kept').waitFor();
  await ended(writer).waitFor({ state: 'detached' });
  const { autosave } = await site.api('GET', `/buckets/demo/objects/${id}/autosave`);
  assert.match(JSON.stringify(autosave.object.form), /the fog comes in over the mole/);
  await writer.getByLabel('More actions').click();
  await button('Undo my changes', writer).click();
  await told('What you typed is discarded', writer);
  await writer.context().close();
});

test('a save that is refused asks for the password once the hands rest, and not while they type on', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const teaser = writer.getByLabel('Teaser');
  await teaser.fill('Half');
  await endSession(writer);
  await teaser.press('End');
  await writer.keyboard.press('Control+s');
  for (const each of ' a sentence, and the other half of it') {
    await writer.keyboard.type(each);
    await writer.waitForTimeout(50);
  }
  await writer.getByRole('alert').filter({ hasText: 'Your session has ended' }).waitFor();
  assert.equal(await dialogs(writer), 0);
  assert.equal(await teaser.inputValue(), 'Half a sentence, and the other half of it');
  await writer.keyboard.press('Control+s');
  await signInAgain(writer);
  assert.equal(await teaser.evaluate((each) => each === document.activeElement), true);
  await button('Save now', writer).click();
  await told('The draft is saved', writer);
  const { object } = await site.api('GET', `/buckets/demo/objects/${id}?status=any`);
  assert.equal(object.metadata.teaser, 'Half a sentence, and the other half of it');
  await writer.context().close();
});

test('who signs in by the bar, or does not, writes on where they were', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const teaser = writer.getByLabel('Teaser');
  const bar = ended(writer).getByRole('button', { name: 'Sign in' });
  const password = writer.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password');
  await teaser.fill('Foghorn');
  await endSession(writer);
  await teaser.press('End');
  await writer.keyboard.type(', ferry');
  await bar.click();
  await password.waitFor();
  await writer.keyboard.press('Escape');
  await password.waitFor({ state: 'detached' });
  await writer.keyboard.type(', fish');
  await bar.focus();
  await writer.keyboard.press('Enter');
  await signInAgain(writer);
  await writer.keyboard.type(' and fog');
  assert.equal(await teaser.inputValue(), 'Foghorn, ferry, fish and fog');
  await writer.getByText('Your changes are kept').waitFor();
  await writer.getByLabel('More actions').click();
  await button('Undo my changes', writer).click();
  await told('What you typed is discarded', writer);
  await writer.context().close();
});

test('a refusal that is late by the sign-in does not end it again', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const teaser = writer.getByLabel('Teaser');
  await teaser.fill('Late');
  await writer.getByText('Your changes are kept').waitFor();
  await endSession(writer);
  let answer;
  const signedIn = new Promise((done) => (answer = done));
  await writer.route(/\/revisions(\?|$)/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await signedIn;
    return route.fulfill({ status: 401, json: { status: 401, message: 'sign in first' } });
  });
  await button('Save draft', writer).click();
  await teaser.press('End');
  await writer.keyboard.type('r');
  await ended(writer).getByRole('button', { name: 'Sign in' }).press('Enter');
  await signInAgain(writer);
  const bars = await writer.evaluateHandle(() => {
    const seen = [];
    const look = () => document.querySelectorAll('.ended').forEach((each) => each.textContent && seen.push(each.textContent));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  answer();
  await told('Nothing was saved yet', writer);
  await writer.waitForTimeout(1000); // as long as the hands have to rest
  assert.deepEqual(await bars.jsonValue(), []);
  assert.equal(await dialogs(writer), 0);
  await writer.unrouteAll();
  await writer.getByLabel('More actions').click();
  await button('Undo my changes', writer).click();
  await told('What you typed is discarded', writer);
  await writer.context().close();
});

test('a screen that is gone to after the end of the session asks for the password, and shows itself after signing in', async () => {
  const reader = await open(site);
  await signIn(reader, site);
  const menu = (name) => reader.getByRole('navigation').getByRole('link', { name });
  const screens = [['Articles', () => reader.getByRole('link', { name: 'What the marsh remembers' })], ['Trash', () => reader.getByRole('heading', { name: 'Trash' })],
    ['Media', () => reader.locator('button.tile').first()]];
  for (const [name, sign] of screens) {
    await endSession(reader);
    await menu(name).click();
    await signInAgain(reader);
    await sign().waitFor();
    await reader.getByText('Your session has ended').first().waitFor({ state: 'detached' });
  }
  await endSession(reader);
  await reader.goto(article()); // there is nothing to go on with: the door
  await button('Sign in', reader).waitFor();
  await reader.context().close();
});

const busy = { status: 503, json: { message: 'the server is busy' } };
const words = (pattern) => page.getByRole('alert').filter({ hasText: pattern }).first().waitFor();

test('a server that is busy for a moment takes no screen from under the hands of who writes there', async () => {
  const types = /\/object-types$/;
  const refused = async (title) => {
    const seen = page.waitForResponse((answer) => types.test(new URL(answer.url()).pathname) && answer.status() === 503);
    await page.route(types, (route) => (route.request().method() === 'GET' ? route.fulfill(busy) : route.continue()));
    await site.api('POST', '/buckets/demo/object-types', { title, singular: title, slug: title.toLowerCase(), metafields: [] });
    await seen;
  };
  await page.goto(`${site.url}/dashboard/demo/types/articles`);
  const title = page.locator('.about-type input[type=text]').first();
  await page.locator('.about-type').first().evaluate((each) => (each.open = true));
  await title.fill('Articles with words in them');
  await page.waitForTimeout(1000); // the page listens by now
  await refused('Shoals');
  await page.keyboard.type(' and more');
  assert.equal(await title.inputValue(), 'Articles with words in them and more');
  await page.unroute(types);
  await page.getByRole('navigation').getByRole('link', { name: 'Shoals' }).waitFor(); // by itself
  assert.equal(await title.inputValue(), 'Articles with words in them and more');
  // Who has nothing there yet is told, and can ask again.
  await page.goto(article());
  await page.getByLabel('Teaser').waitFor();
  await page.route(types, (route) => route.fulfill(busy));
  await page.reload();
  await words('busy');
  await page.unroute(types);
  await button('Try again').click();
  await page.getByLabel('Teaser').waitFor();
});

test('a file that is chosen is not shown as the one before it, nor as gone, while the server does not say what it is', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const { media } = await site.api('GET', `/buckets/demo/media?limit=9&query=${encodeURIComponent('{"type":{"$regex":"^image/"}}')}`);
  const field = writer.locator('[data-path=thumbnail]');
  await field.locator('img').waitFor();
  const [shown] = (await field.locator('p').first().innerText()).split(' ');
  const next = media.find((each) => each.original_name !== shown);
  await button('Change Thumbnail', writer).click();
  const tile = writer.getByRole('dialog').getByRole('button', { name: next.original_name }).first();
  await tile.waitFor();
  await endSession(writer);
  await tile.click();
  await ended(writer).waitFor();
  await field.getByText(shown).waitFor({ state: 'detached' });
  await button('Sign in', ended(writer)).click();
  await signInAgain(writer);
  await field.getByText(next.original_name).waitFor();
  await writer.route(/\/media\?/, (route) => route.fulfill(busy));
  await writer.reload();
  await field.getByText(/busy/).waitFor();
  assert.equal(await writer.getByText('is gone.').count(), 0);
  await writer.context().close();
});

test('who signs in in another window is back in this one, too', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const under = writer.getByLabel('Teaser');
  await under.fill('Typed in one window');
  await writer.getByText('Your changes are kept').waitFor();
  // At the lower edge of the window, where the bar will be: once it is there, it moves nothing that is scrolled under it.
  await under.evaluate((each) => scrollBy(0, each.getBoundingClientRect().bottom - innerHeight));
  await endSession(writer);
  await writer.keyboard.type(', or in two');
  await ended(writer).waitFor();
  const edge = async (of, side) => (await of.evaluate((each) => each.getBoundingClientRect().toJSON()))[side];
  assert.ok((await edge(under, 'bottom')) <= (await edge(ended(writer), 'top')), 'the bar is not over the field');
  const other = await open(site, writer.context());
  await other.goto(article());
  await other.getByLabel('E-mail').fill(site.email);
  await other.getByLabel('Password').fill(site.password);
  const kept = writer.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/autosave') && response.ok());
  await button('Sign in', other).click();
  await kept;
  await ended(writer).waitFor({ state: 'detached' });
  await writer.context().close();
});

test('where somebody else signs in in another window, this one is theirs too, and what was typed in it is kept for who typed it', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const teaser = (at) => at.getByLabel('Teaser');
  const { object } = await site.api('GET', `/buckets/demo/objects/${id}?status=any`);
  const other = await open(site, writer.context());
  await other.goto(`${site.url}/dashboard/demo`);
  await signOut(other);
  await door(other);
  await teaser(writer).fill('Words of the admin');
  await ended(writer).waitFor();
  const stored = [];
  writer.on('response', (answer) => answer.request().method() === 'PUT' && answer.ok() && stored.push(answer.request().postData()));
  const again = writer.waitForEvent('load');
  await signIn(other, site.editor);
  await again;
  for (const at of [writer, other]) {
    await at.goto(article());
    await teaser(at).waitFor();
    await at.waitForTimeout(1500); // as long as autosave takes
    assert.equal(await teaser(at).inputValue(), object.metadata.teaser);
  }
  assert.deepEqual(stored, []);
  await signOut(other);
  await door(other);
  await other.goto(`${site.url}/dashboard/demo`);
  await signIn(other, site);
  await other.goto(article());
  await told('is back', other);
  assert.equal(await teaser(other).inputValue(), 'Words of the admin');
  await other.getByLabel('More actions').click();
  await button('Undo my changes', other).click();
  await told('What you typed is discarded', other);
  await writer.context().close();
});

test('a sign-in in another window of which nobody hears how it ended stops this one for some seconds', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await writer.goto(article());
  const teaser = writer.getByLabel('Teaser');
  await teaser.waitFor();
  const other = await open(site, writer.context());
  await other.goto(`${site.url}/dashboard/demo`);
  await other.evaluate(() => localStorage.setItem(Object.keys(localStorage).find((key) => key.startsWith('inkwell:person:')), ''));
  await other.close();
  const kept = writer.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/autosave') && response.ok());
  await teaser.fill('Typed meanwhile');
  await kept;
  await ended(writer).waitFor({ state: 'detached' });
  await writer.getByLabel('More actions').click();
  await button('Undo my changes', writer).click();
  await told('What you typed is discarded', writer);
  await writer.context().close();
});

test('a form is filled and stored with the keyboard alone', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/categories/new`);
  const title = page.getByLabel('Title', { exact: true });
  await title.waitFor();
  await title.focus();
  await page.keyboard.type('Weather');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+s');
  await told('The draft is saved');
  const found = await site.api('GET', `/buckets/demo/objects?status=any&query=${encodeURIComponent('{"title":"Weather"}')}`);
  assert.equal(found.objects[0].slug, 'weather');
});

test('what is new and not saved is back, and can be discarded', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/categories/new`);
  await page.getByLabel('Title', { exact: true }).fill('Half a title');
  await page.getByText('Kept on this computer').waitFor();
  await page.reload();
  await told('is back');
  assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), 'Half a title');
  await button('Discard it').click();
  await page.waitForFunction(() => [...document.querySelectorAll('.big input')].every((each) => each.value === ''));
});

test('a new object whose answer is lost is made once, with what was typed since', async () => {
  const made = async () => (await site.api('GET', `/buckets/demo/objects?status=any&query=${encodeURIComponent('{"type":"categories","title":{"$regex":"^Fogs"}}')}`)).objects;
  await page.goto(`${site.url}/dashboard/demo/objects/categories/new`);
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Fogs');
  await page.route('**/objects', async (route) => {
    // Playwright asks by itself here, and says nothing of where the page is from.
    await route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } });
    await route.abort();
  }, { times: 1 });
  await button('Save draft').click();
  await page.getByRole('alert').filter({ hasText: 'did not answer' }).waitFor();
  assert.deepEqual((await made()).map((each) => each.title), ['Fogs']);
  await title.fill('Fogs and mists');
  await button('Save draft').click();
  await page.waitForURL(/\/categories\/[0-9a-f]{24}$/);
  assert.deepEqual((await made()).map((each) => each.title), ['Fogs and mists']);
  assert.equal(await title.inputValue(), 'Fogs and mists');
});

test('what the server refuses is named by the title of its field', async () => {
  await page.goto(article());
  const refused = { status: 400, message: 'the object cannot be changed: metafields[0].value: must be longer', problems: [{ path: 'metafields[0].value', message: 'must be longer' }] };
  const subtitle = page.getByLabel('Subtitle');
  const before = await subtitle.inputValue();
  await subtitle.fill('Short');
  await page.route(/\/revisions\?|\/objects\/\w+$/, (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 400, json: refused })));
  await button('Save draft').click();
  await page.getByRole('alert').filter({ hasText: 'The server refuses it: “Subtitle” must be longer.' }).waitFor();
  await page.unroute(/\/revisions\?|\/objects\/\w+$/);
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await page.waitForFunction(([area, value]) => area.value === value, [await subtitle.elementHandle(), before]);
});

test('stored HTML runs nothing', async () => {
  await site.api('PATCH', `/buckets/demo/objects/${id}`, { content: '<p>Safe</p><script>parent.document.title = "run"</script><img src=x onerror="parent.document.title = \'run\'">' });
  await page.goto(article());
  await button('Show as readers see it').first().click();
  await page.frameLocator('iframe').getByText('Safe').waitFor();
  assert.notEqual(await page.title(), 'run');
});

test('addresses that lead nowhere say so', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/nothing`);
  await page.getByText('There is no object type “nothing” here.').waitFor();
  await page.goto(`${site.url}/dashboard/demo/objects/articles/000000000000000000000000`);
  await page.getByText('was not found').waitFor();
  await page.goto(`${site.url}/dashboard/elsewhere`);
  await page.getByRole('link', { name: 'Other buckets' }).waitFor();
});
