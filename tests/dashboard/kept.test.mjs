// What is typed and not saved: where it is kept, what is said of it, and what several windows of one person do to it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, gate, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
let site;
let page;
before(async () => {
  site = await start();
  const text = (title, key) => ({ type: 'text', title, key, value: '' });
  await site.api('POST', `${path}/object-types`, { title: 'Logs', slug: 'logs', singular: 'Log', metafields: [text('Wind', 'wind'), text('Swell', 'swell')] });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const state = (words, at = page) => at.locator('.state').getByText(words).waitFor();
const isIn = async (name, words, at = page) => at.waitForFunction(([input, value]) => input.value === value, [await field(name, at).elementHandle(), words]);
const make = async (title, metafields = []) => (await site.api('POST', `${path}/objects`, { title, type: 'logs', status: 'published', metafields })).object.id;
const show = async (id, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/logs/${id}`);
  await field('Title', at).waitFor();
};
const beside = () => open(site, page.context());
const fill = (at = page) => at.evaluate(() => {
  for (let size = 4 * 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
    for (let each = 0; ; ++each) {
      try {
        localStorage.setItem(`filler-${size}-${each}`, 'x'.repeat(size));
      } catch {
        break;
      }
    }
  }
});
const empty = (at = page) => at.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('filler')).forEach((key) => localStorage.removeItem(key)));

test('a browser that keeps nothing says so, and asks before the words are lost', async () => {
  await show('new');
  await fill();
  await field('Title').fill('Nowhere at all');
  await state('Kept nowhere');
  assert.equal(await page.locator('.state [aria-live]').innerText(), 'Kept nowhere', 'what is wrong is read out');
  await page.getByRole('alert').filter({ hasText: 'Neither this browser nor the server keeps what you type.' }).waitFor();
  await axe(page, 'kept-nowhere');
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await field('Title').inputValue(), 'Nowhere at all');
  const warned = new Promise((resolve) => page.once('dialog', (dialog) => dialog.dismiss().then(() => resolve(dialog.type()))));
  await page.close({ runBeforeUnload: true });
  assert.equal(await warned, 'beforeunload');
  await empty();
  await field('Title').fill('Somewhere');
  await state('Kept on this computer');
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
});

test('what the server refuses to keep and the browser has no room for is kept nowhere', async () => {
  await show(await make('Full of words'));
  await page.route('**/autosave', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 413, json: { message: 'too much' } }) : route.continue()));
  await field('Wind').fill('North');
  await state('Kept on this computer');
  await fill();
  await field('Wind').fill('North by east');
  await state('Kept nowhere');
  await page.unroute('**/autosave');
  await field('Wind').fill('North-east');
  await state('Your changes are kept');
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  await empty();
});

test('in a browser that is full what the server has makes room, and where nothing does that is said', async () => {
  await page.evaluate(() => localStorage.clear());
  const id = await make('Kept on the server');
  await show(id);
  await field('Wind').fill('Long words. '.repeat(2000));
  await state('Your changes are kept');
  await page.waitForFunction((object) => JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.endsWith(object)))).object.sent, id);
  await show('new');
  await fill();
  await field('Title').fill('Has room');
  await state('Kept on this computer');
  assert.ok(!(await page.evaluate((object) => Object.keys(localStorage).some((key) => key.endsWith(object)), id)));
  await show(id);
  await told('is back');
  await isIn('Wind', 'Long words. '.repeat(2000));
  await fill();
  await field('Swell').fill('Only there');
  await state('Your changes are kept on the server; this browser is full');
  const sent = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/autosave'));
  await field('Swell').fill('Only there, too');
  await sent;
  await state('Your changes are kept on the server; this browser is full');
  assert.equal(await page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0, 'nothing is at risk');
  for (const [scheme, width] of [['light', 360], ['dark', 360], ['light', 1440], ['dark', 1440]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await axe(page, `full-${scheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 900 });
  await empty();
  await page.reload();
  await isIn('Swell', 'Only there, too');
});

test('new objects that are begun in two windows are two, and each can be gone on with', async () => {
  await page.evaluate(() => localStorage.clear());
  const [first, second] = [await beside(), await beside()];
  for (const [at, title] of [[first, 'First of two'], [second, 'Second of two']]) {
    await show('new', at);
    await field('Title', at).fill(title);
    await state('Kept on this computer', at);
  }
  await show('new');
  assert.equal(await button('Continue “First of two”').count(), 0, 'it is open in another window');
  await field('Title').fill('Begun and left');
  await state('Kept on this computer');
  await first.close();
  await second.close();
  await page.goto(`${site.url}/dashboard/demo/objects/logs`);
  await button('New').click();
  await button('Continue “First of two”').waitFor();
  await button('Continue “Begun and left”').waitFor();
  assert.equal(await field('Title').inputValue(), '');
  await axe(page, 'unfinished');
  await button('Discard “Second of two”').click();
  await button('Continue “Second of two”').waitFor({ state: 'detached' });
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await button('Continue “Second of two”').waitFor();
  await field('Title').fill('Third of two');
  await button('Continue “First of two”').click();
  await isIn('Title', 'First of two');
  await button('Continue “Third of two”').waitFor();
  await page.reload();
  await told('is back');
  assert.equal(await field('Title').inputValue(), 'First of two');
  await button('Save draft').click();
  await page.waitForURL(/\/logs\/[0-9a-f]{24}$/);
  await page.goto(`${site.url}/dashboard/demo/objects/logs/new`);
  await button('Continue “Second of two”').waitFor();
  assert.equal(await button('Continue “First of two”').count(), 0);
});

test('a new object that was kept before there was a key for each is still found', async () => {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => /:new-logs:/.test(each));
    const old = localStorage.getItem(key);
    localStorage.clear();
    localStorage.setItem(key.replace(/:new-logs:.*/, ':new-logs'), old);
  });
  await page.goto(`${site.url}/dashboard/demo/objects/logs`);
  await button('New').click();
  await page.getByRole('button', { name: /^Continue/ }).click();
  await told('is back');
});

test('new objects of a type that gets another slug are offered under that one', async () => {
  const note = [{ type: 'text', title: 'Note', key: 'note', value: '' }];
  for (const [title, slug] of [['Ledgers', 'ledgers'], ['Lists', 'lists']]) await site.api('POST', `${path}/object-types`, { title, slug, singular: title.slice(0, -1), metafields: note });
  const begin = (slug) => page.goto(`${site.url}/dashboard/demo/objects/${slug}/new`);
  await begin('ledgers');
  await field('Title').fill('Under the former slug');
  await field('Note').fill('Not saved yet');
  await state('Kept on this computer');
  const { object_type: type } = await site.api('GET', `${path}/object-types/ledgers`);
  await site.api('PATCH', `${path}/object-types/ledgers`, { slug: 'journals', metafields: type.metafields });
  await begin('lists');
  await field('Title').waitFor();
  assert.equal(await button('Continue “Under the former slug”').count(), 0);
  await page.goto(`${site.url}/dashboard/demo/objects/journals`);
  await button('New').click();
  await button('Continue “Under the former slug”').click();
  await isIn('Note', 'Not saved yet');
  await page.reload();
  await told('is back');
  await isIn('Title', 'Under the former slug');
  await button('Save draft').click();
  await page.waitForURL(/\/journals\/[0-9a-f]{24}$/);
  await begin('journals');
  await field('Title').waitFor();
  assert.equal(await button('Continue “Under the former slug”').count(), 0);
});

test('what is open of a type that gets another slug goes on there with its words, and a former address of an object leads to it', async () => {
  const note = [{ type: 'text', title: 'Note', key: 'note', value: '' }];
  await site.api('POST', `${path}/object-types`, { title: 'Movers', slug: 'movers', singular: 'Mover', metafields: note });
  const { id } = (await site.api('POST', `${path}/objects`, { type: 'movers', title: 'On the way' })).object;
  const rename = async (from, slug) => {
    const { object_type: type } = await site.api('GET', `${path}/object-types/${from}`);
    await site.api('PATCH', `${path}/object-types/${from}`, { slug, metafields: type.metafields });
  };
  await page.goto(`${site.url}/dashboard/demo/objects/movers/${id}`);
  await field('Note').fill('Typed before');
  await rename('movers', 'carriers');
  await page.waitForURL(`**/objects/carriers/${id}`);
  await page.keyboard.type(' and after');
  await isIn('Note', 'Typed before and after');
  await button('Save draft').click();
  await told('The draft is saved.');
  await page.goto(`${site.url}/dashboard/demo/objects/movers/${id}/history`);
  await page.waitForURL(`**/objects/carriers/${id}/history`);
  await page.locator('.crumbs').getByRole('link', { name: 'Movers' }).click();
  await page.waitForURL('**/objects/carriers');
  await rename('carriers', 'porters');
  await page.waitForURL('**/objects/porters');
  await page.goto(`${site.url}/dashboard/demo/objects/movers`);
  await page.getByRole('alert').filter({ hasText: 'There is no object type “movers” here.' }).getByRole('link', { name: 'Home' }).waitFor();
});

test('what one person types of one object in two windows, or at two computers, is all kept', async () => {
  const id = await make('Twice open');
  const elsewhere = await open(site);
  await signIn(elsewhere, site);
  const second = await beside();
  for (const at of [page, second, elsewhere]) await show(id, at);
  const typed = [[page, 'Wind', 'Westerly'], [second, 'Swell', 'Two metres'], [elsewhere, 'Title', 'Thrice open']];
  for (const [at, name, words] of typed) {
    await field(name, at).fill(words);
    await state('Your changes are kept', at);
  }
  await elsewhere.close();
  await second.close();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site.url}/dashboard/demo`);
  await page.evaluate(() => localStorage.clear());
  await show(id);
  await told('is back');
  for (const [, name, words] of typed) await isIn(name, words);
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await isIn('Wind', '');
});

// Another computer of the same person, which is switched off and on again.
const laptopAt = async (id) => {
  const context = await site.browser.newContext({ locale: 'en-GB' });
  const laptop = await open(site, context);
  await signIn(laptop, site);
  await show(id, laptop);
  const again = async () => {
    await laptop.close();
    const next = await open(site, context);
    await show(id, next);
    return next;
  };
  return { laptop, again };
};

test('what was typed at a computer that was cut off is kept beside what was typed since at another one', async () => {
  const id = await make('Typed at two computers');
  const { laptop, again } = await laptopAt(id);
  await laptop.route('**/autosave', (route) => route.abort());
  await field('Swell', laptop).fill('Low');
  await field('Wind', laptop).fill('Westerly');
  await state('The server does not answer: kept on this computer', laptop);
  await show(id);
  await field('Title').fill('Typed at a desk');
  await field('Wind').fill('Easterly');
  await state('Your changes are kept');
  const next = await again();
  await told('In another window you wrote something else: Wind.', next);
  await isIn('Title', 'Typed at a desk', next);
  await isIn('Swell', 'Low', next);
  await isIn('Wind', 'Westerly', next);
  await next.getByRole('button', { name: 'Take the other' }).click();
  await isIn('Wind', 'Easterly', next);
  await next.context().close();
});

test('what another computer went on with is shown, also where the clock of this one is ahead', async () => {
  const id = await make('Gone on with elsewhere');
  const { laptop, again } = await laptopAt(id);
  await laptop.clock.setFixedTime(Date.now() + 3_600_000);
  await field('Wind', laptop).fill('Westerly');
  await state('Your changes are kept', laptop);
  await show(id);
  await told('is back');
  await field('Wind').fill('Westerly, later');
  await state('Your changes are kept');
  const next = await again();
  await isIn('Wind', 'Westerly, later', next);
  assert.equal(await next.getByRole('button', { name: 'Take the other' }).count(), 0);
  await next.context().close();
});

test('what the same person typed into the same field in another window is told, and can be taken', async () => {
  const id = await make('Once more');
  const second = await beside();
  await show(id);
  await show(id, second);
  await field('Wind').fill('Westerly');
  await state('Your changes are kept');
  await field('Wind', second).fill('Easterly');
  await told('In another window you wrote something else: Wind.', second);
  await state('Your changes are kept', second);
  await second.getByRole('button', { name: 'Take the other' }).click();
  await isIn('Wind', 'Westerly', second);
  await second.close();
});

test('words of another window that were chosen against are not asked about again while they are the same', async () => {
  const id = await make('Chosen against');
  const second = await beside();
  await show(id);
  await show(id, second);
  await field('Wind').fill('Westerly');
  await state('Your changes are kept');
  await field('Wind', second).fill('Easterly');
  await told('In another window you wrote something else: Wind.', second);
  await state('Your changes are kept', second);
  const asked = page.getByRole('dialog', { name: 'You typed another text elsewhere' });
  const windOfReaders = async () => (await site.api('GET', `${path}/objects/${id}`)).object.metadata.wind;
  const stored = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  const publish = async (swell) => {
    await field('Swell').fill(swell);
    await state('Your changes are kept');
    await button('Publish').click();
  };
  await publish('Low');
  await asked.getByText('Easterly', { exact: true }).waitFor();
  await asked.getByRole('group', { name: 'Wind' }).getByLabel('Typed elsewhere').check(); // what was typed later stands here by now
  await button('Save the merged version').click();
  await told('It is published.');
  assert.equal(await windOfReaders(), 'Westerly');
  for (const swell of ['High', 'Higher']) {
    const done = stored();
    await publish(swell);
    await Promise.race([done, asked.waitFor()]);
    assert.equal(await asked.count(), 0);
    assert.deepEqual([await windOfReaders(), await field('Wind').inputValue()], ['Westerly', 'Westerly']);
  }
  // Other words are another question.
  await field('Wind', second).fill('Northerly');
  await state('Your changes are kept', second);
  await publish('Highest');
  await asked.getByText('Northerly', { exact: true }).waitFor();
  const taken = stored();
  await button('Save the merged version').click();
  await taken;
  assert.equal(await windOfReaders(), 'Northerly');
  await second.close();
});

test('words that were displaced from another computer are kept, and asked about before a save and whenever the form is opened', async () => {
  const id = await make('Displaced');
  await show(id);
  const { laptop, again } = await laptopAt(id);
  await field('Wind', laptop).fill('At the office');
  await state('Your changes are kept', laptop);
  await field('Wind').fill('At home');
  await told('In another window you wrote something else: Wind.');
  await state('Your changes are kept');
  const dialog = (at = page) => at.getByRole('dialog', { name: 'You typed another text elsewhere' });
  await button('Publish').click();
  await dialog().getByText('At the office', { exact: true }).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await dialog().getByText('At the office', { exact: true }).waitFor();
  const next = await again();
  await dialog(next).getByText('At home', { exact: true }).waitFor();
  await axe(next, 'displaced');
  await dialog(next).getByLabel('Typed elsewhere').check();
  await button('Take these', next).click();
  await isIn('Wind', 'At the office', next);
  await state('Your changes are kept', next);
  await button('Publish', next).click();
  await told('It is published.', next);
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.metadata.wind, 'At the office');
  await next.context().close();
});

test('words that are displaced and taken elsewhere without a choice stand beside what took their place', async () => {
  const id = await make('Displaced twice');
  const second = await beside();
  for (const at of [page, second]) await show(id, at);
  await field('Wind').fill('First');
  await state('Your changes are kept');
  await field('Wind', second).fill('Second');
  await state('Your changes are kept', second);
  await field('Swell').fill('Low');
  await told('In another window you wrote something else: Wind.');
  await isIn('Wind', 'Second');
  await button('Take the other').click();
  await isIn('Wind', 'First');
  await second.close();
});

// Saves go through, and what the form reads after them does not come.
const saveUnheard = async (id, reads) => {
  await page.route(`**/objects/${id}?status=any*`, reads);
  const sent = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await button('Publish').click();
  await sent;
};
const conflicts = (at = page) => at.getByRole('dialog', { name: /changed this too|You saved another text/ }).count();

test('what was typed after one\'s own publishing, and kept before its answer came, is laid over it at another computer', async () => {
  const id = await make('Unheard', [{ key: 'wind', value: 'Calm' }]);
  await show(id);
  await field('Wind').fill('Breeze');
  const { open: goOn, opened } = gate();
  await saveUnheard(id, (route) => opened.then(() => route.abort()));
  await state('Publishing…');
  await field('Wind').fill('Breeze, then gale');
  // Its news is told by the server alone: the form says that it publishes.
  await page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/autosave') && answer.ok());
  const laptop = await open(site);
  await signIn(laptop, site);
  await show(id, laptop);
  await told('is back', laptop);
  assert.equal(await field('Wind', laptop).inputValue(), 'Breeze, then gale');
  assert.equal(await conflicts(laptop), 0);
  await laptop.context().close();
  goOn();
  await page.getByRole('alert').filter({ hasText: 'Not published' }).waitFor();
  await page.unroute(`**/objects/${id}?status=any*`);
  // So it is in this form, which has not heard of what it published.
  await button('Publish').click();
  await told('It is published.');
  assert.equal(await conflicts(), 0);
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.metadata.wind, 'Breeze, then gale');
});

test('a choice between two texts of the same person names them as such', async () => {
  const id = await make('Own', [{ key: 'wind', value: 'Calm' }]);
  await show(id);
  await field('Wind').fill('Here');
  await state('Your changes are kept');
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { wind: 'There' } });
  await button('Publish').click();
  const asked = page.getByRole('dialog', { name: 'You saved another text meanwhile' });
  await asked.getByLabel('Typed here').waitFor();
  for (const [scheme, width] of [['light', 360], ['dark', 360], ['light', 1440], ['dark', 1440]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await axe(page, `own-text-${scheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 900 });
  await asked.getByLabel('Saved', { exact: true }).check();
  await button('Save the merged version').click();
  await told('It is published.');
  assert.equal(await field('Wind').inputValue(), 'There');
});

test('what is put from another window while this one is sending is not replaced', async () => {
  const id = await make('Sent at one moment');
  const other = await beside();
  for (const at of [page, other]) await show(id, at);
  let goOn;
  const held = new Promise((resolve) => (goOn = resolve));
  const answers = [];
  page.on('response', (answer) => answer.url().endsWith(`${id}/autosave`) && answers.push(`${answer.request().method()} ${answer.status()}`));
  const isPut = (request) => request.method() === 'PUT' && request.url().endsWith('/autosave');
  await page.route('**/autosave', async (route) => {
    if (isPut(route.request())) await held;
    await route.continue();
  });
  const sending = page.waitForRequest(isPut);
  await field('Wind').fill('Westerly');
  await sending;
  await field('Swell', other).fill('Low');
  await state('Your changes are kept', other);
  goOn();
  await isIn('Swell', 'Low');
  await state('Your changes are kept');
  assert.deepEqual(answers, ['PUT 412', 'GET 200', 'PUT 200']);
  await page.unroute('**/autosave');
  const { object } = (await site.api('GET', `${path}/objects/${id}/autosave`)).autosave;
  assert.deepEqual(object.form.metafields.map((each) => each.value), ['Westerly', 'Low']);
  await other.close();
});

test('what is no value yet is brought together between two windows, as values are', async () => {
  const field_ = (type, title, key) => ({ type, title, key, value: '' });
  await site.api('POST', `${path}/object-types`, { title: 'Soundings', slug: 'soundings', singular: 'Sounding', metafields: [field_('number', 'Depth', 'depth'), field_('text', 'Ground', 'ground')] });
  const { id } = (await site.api('POST', `${path}/objects`, { type: 'soundings', title: 'Half typed', metadata: { depth: 5 } })).object;
  const second = await beside();
  for (const at of [page, second]) {
    await at.goto(`${site.url}/dashboard/demo/objects/soundings/${id}`);
    await field('Depth', at).waitFor();
  }
  const type = async (at, name, words) => {
    await field(name, at).fill(words);
    await state('Your changes are kept', at);
  };
  await type(page, 'Depth', '7-8');
  await type(second, 'Ground', 'Sand');
  await isIn('Depth', '7-8', second);
  await type(second, 'Depth', '7.8');
  await type(page, 'Ground', 'Sand and mud');
  await isIn('Depth', '7.8');
  await type(page, 'Depth', '9-9');
  await type(second, 'Depth', '8');
  await told('In another window you wrote something else: Depth.', second);
  await isIn('Depth', '8', second);
  await second.getByRole('button', { name: 'Take the other' }).click();
  await isIn('Depth', '9-9', second);
  await second.close();
});

test('a save in one window leaves what another one keeps', async () => {
  const id = await make('Saved once');
  const second = await beside();
  await show(id);
  await show(id, second);
  await field('Wind').fill('Kept for later');
  await state('Your changes are kept');
  await page.goto(`${site.url}/dashboard/demo`);
  await field('Swell', second).fill('Saved');
  await button('Publish', second).click();
  await told('It is published.', second);
  await second.close();
  await show(id);
  await told('is back');
  await isIn('Wind', 'Kept for later');
  await isIn('Swell', 'Saved');
});

test('what was typed into an object that is deleted is back with it', async () => {
  const id = await make('Deleted too soon');
  await show(id);
  await field('Wind').fill('Not saved yet');
  await state('Your changes are kept');
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'is in the trash' }).getByRole('button', { name: 'Undo' }).click();
  await told('is back');
  await isIn('Wind', 'Not saved yet');
});

test('an object that somebody deletes while words are typed comes back, or becomes a new one', async () => {
  const id = await make('Deleted by another');
  await show(id);
  await field('Wind').fill('Typed meanwhile');
  await state('Your changes are kept');
  await site.api('DELETE', `${path}/objects/${id}`);
  const banner = page.getByRole('alert').filter({ hasText: '“Deleted by another” was deleted meanwhile.' });
  await banner.waitFor();
  await axe(page, 'gone');
  await button('Restore').click();
  await told('is restored');
  await banner.waitFor({ state: 'detached' });
  await button('Publish').click();
  await told('It is published.');
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.metadata.wind, 'Typed meanwhile');
  // And where the form is opened after that, with what this browser keeps.
  await field('Swell').fill('Also typed');
  await state('Your changes are kept');
  await page.goto(`${site.url}/dashboard/demo`);
  await site.api('DELETE', `${path}/objects/${id}`);
  await page.goto(`${site.url}/dashboard/demo/objects/logs/${id}`);
  await banner.waitFor();
  assert.equal(await field('Swell').inputValue(), 'Also typed');
  await button('Save as a new object').click();
  await page.waitForURL((url) => /\/logs\/[0-9a-f]{24}$/.test(url.pathname) && !url.pathname.endsWith(id));
  await banner.waitFor({ state: 'detached' });
  const { object } = await site.api('GET', `${path}/objects/${page.url().split('/').pop()}?status=any`);
  assert.deepEqual([object.metadata.wind, object.metadata.swell], ['Typed meanwhile', 'Also typed']);
});

test('an object that was deleted is opened with what was kept of it, also beside the languages, and asks before it takes the place of what others wrote', async () => {
  const wind = { type: 'text', title: 'Wind', key: 'wind', value: '' };
  await site.api('POST', `${path}/object-types`, { title: 'Tales', slug: 'tales', singular: 'Tale', localization: true, locales: ['en-GB', 'de-DE'], priority_locale: 'en-GB', metafields: [wind] });
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Deleted with words', type: 'tales', locale: 'en-GB', status: 'published' })).object;
  await page.goto(`${site.url}/dashboard/demo/objects/tales/${id}`);
  await button('Languages').click();
  await field('Wind').fill('Mine');
  await state('Your changes are kept');
  await page.goto(`${site.url}/dashboard/demo`);
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { wind: 'Theirs' } });
  await site.api('DELETE', `${path}/objects/${id}`);
  await page.goto(`${site.url}/dashboard/demo/objects/tales/${id}`);
  const banner = page.getByRole('alert').filter({ hasText: 'was deleted meanwhile.' });
  await banner.waitFor();
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').waitFor();
  assert.equal(await button('Schedule').count() + await button('Delete').count(), 0);
  await page.keyboard.press('Escape');
  await button('Restore').click();
  await told('is restored');
  const dialog = page.getByRole('dialog', { name: 'You saved another text meanwhile' });
  await dialog.getByText('Theirs', { exact: true }).last().waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await button('Close the pane').click();
});

test('what is typed while an object is being deleted is back with it', async () => {
  const id = await make('Deleted slowly');
  await show(id);
  const where = new RegExp(`/objects/${id}\\?trigger`);
  const { open: goOn, opened } = gate();
  await page.route(where, async (route) => {
    await opened;
    await route.continue();
  });
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await field('Wind').fill('Typed meanwhile');
  goOn();
  await page.getByRole('status').filter({ hasText: 'is in the trash' }).getByRole('button', { name: 'Undo' }).click();
  await told('is back');
  await isIn('Wind', 'Typed meanwhile');
  await page.unroute(where);
});

test('a server that is too busy to keep what is typed is asked again without another key', async () => {
  await show(await make('Kept at the second try'));
  let asked = 0;
  await page.route('**/autosave', (route) => (route.request().method() === 'PUT' && ++asked === 1 ? route.fulfill({ status: 503, json: { message: 'busy' } }) : route.continue()));
  await field('Wind').fill('North');
  await state('Kept on this computer');
  await state('Your changes are kept');
  assert.equal(asked, 2);
  await page.unroute('**/autosave');
});

// Everything of the form is stored: it says so, and nothing is kept of it anywhere.
const isSaved = (at = page) => state('Saved', at);
const forgotten = (at = page) => at.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/autosave'));
const keptOf = async (id) => (await site.api('GET', `${path}/autosaves`)).autosaves.filter((each) => each.object_id === id).length;
const keptHere = (id, at = page) => at.evaluate((object) => Object.keys(localStorage).filter((key) => key.endsWith(object)).length, id);

test('what is typed back is not unsaved', async () => {
  const id = await make('Typed back', [{ key: 'wind', value: 'Calm' }]);
  await show(id);
  await field('Wind').fill('Calmer');
  await state('Your changes are kept');
  const done = forgotten();
  await field('Wind').fill('Calm');
  await done;
  await isSaved();
  assert.deepEqual([await keptOf(id), await keptHere(id)], [0, 0]);
  await field('Wind').fill('Calm again');
  await state('Your changes are kept');
  assert.equal(await keptOf(id), 1);
});

test('what another window has saved is not unsaved in this one, nor kept again', async () => {
  const id = await make('Saved from elsewhere');
  const second = await beside();
  for (const at of [page, second]) await show(id, at);
  await field('Wind', second).fill('Westerly');
  await state('Your changes are kept', second);
  await field('Wind').fill('Westerly');
  await state('Your changes are kept');
  let puts = 0;
  page.on('request', (request) => void (puts += request.method() === 'PUT' && request.url().endsWith('/autosave') ? 1 : 0));
  await button('Publish', second).click();
  await told('It is published.', second);
  await isSaved();
  await second.close();
  await page.goto(`${site.url}/dashboard/demo`); // leaving keeps what is unsaved
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  assert.deepEqual([puts, await keptOf(id), await keptHere(id)], [0, 0, 0]);
});

test('an end that is set over a draft stores the words that were typed into it, and they are not unsaved', async () => {
  const id = await make('Ends with fresh words', [{ key: 'swell', value: 'Low' }]);
  await show(id);
  await field('Swell').fill('Of the draft');
  await button('Save draft').click();
  await told('The draft is saved');
  await field('Wind').fill('Fresh');
  await state('Your changes are kept');
  await page.getByLabel('More actions').click();
  await button('Schedule').click();
  await page.getByLabel('Unpublish at').fill('2199-01-01T12:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Set the schedule' }).click();
  await told('The schedule is set.');
  await isSaved();
  assert.deepEqual([await keptOf(id), await keptHere(id)], [0, 0]);
  const { object } = await site.api('GET', `${path}/objects/${id}?status=any`);
  assert.deepEqual([object.status, object.metadata.wind, object.metadata.swell], ['draft', 'Fresh', 'Of the draft']);
});

test('a form of which nothing was changed says of nothing that it is back, though somebody else saved since', async () => {
  const id = await make('Nothing typed', [{ key: 'wind', value: 'Calm' }]);
  await show(id);
  await field('Wind').fill('Calmer');
  await state('Your changes are kept');
  await page.goto(`${site.url}/dashboard/demo`);
  const { autosave } = await site.api('GET', `${path}/objects/${id}/autosave`);
  await page.evaluate(() => localStorage.clear());
  for (const saves of [() => undefined, () => site.api('PATCH', `${path}/objects/${id}`, { metadata: { wind: 'Gale' } })]) {
    await site.api('PUT', `${path}/objects/${id}/autosave`, { version: autosave.version, object: { ...autosave.object, form: autosave.object.begun } });
    await saves();
    const done = forgotten();
    await show(id);
    await done;
    await isSaved();
    assert.equal(await page.getByRole('status').filter({ hasText: 'is back' }).count(), 0);
    assert.equal(await keptOf(id), 0);
  }
  assert.equal(await field('Wind').inputValue(), 'Gale');
});

test('a field that gets another key under an open form keeps what is typed', async () => {
  const id = await make('Rekeyed', [{ key: 'wind', value: 'Before' }]);
  await show(id);
  await field('Wind').fill('Typed under the former key');
  await state('Your changes are kept');
  const { object_type: type } = await site.api('GET', `${path}/object-types/logs`);
  const rename = (from, to) => site.api('PATCH', `${path}/object-types/logs`, { metafields: type.metafields.map((each) => ({ ...each, key: each.key === from ? to : each.key })), renamed_fields: { [from]: to } });
  const heard = page.waitForResponse((answer) => answer.url().includes(`${id}?status=any`));
  await rename('wind', 'breeze');
  await heard;
  const done = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await button('Publish').click();
  await done;
  const { object } = await site.api('GET', `${path}/objects/${id}?show_metafields=true`);
  assert.deepEqual(object.metafields.map((each) => [each.key, each.value]), [['breeze', 'Typed under the former key'], ['swell', '']]);
  assert.equal(await field('Wind').count(), 1);
});

test('a form that could not be read is read again once the server answers', async () => {
  const id = await make('Out of reach');
  const where = new RegExp(`/objects/${id}\\?`);
  await page.goto(`${site.url}/dashboard/demo/objects/logs`);
  await page.route(where, (route) => route.abort());
  await page.getByRole('link', { name: 'Out of reach' }).click();
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).getByRole('button', { name: 'Try again' }).waitFor();
  await axe(page, 'out-of-reach');
  await page.unroute(where);
  await field('Title').waitFor(); // by itself
});

test('of what is kept as ever nothing is read out at each pause', async () => {
  await show(await make('Quiet'));
  await page.evaluate(() => {
    const heard = (globalThis.heard = []);
    new MutationObserver(() => heard.push(document.querySelector('.state [aria-live]').textContent))
      .observe(document.querySelector('.state'), { childList: true, characterData: true, subtree: true });
  });
  for (const words of ['Once', 'Twice']) {
    await field('Wind').fill(words);
    await state('Not saved');
    await state('Your changes are kept');
  }
  assert.deepEqual([...new Set(await page.evaluate(() => globalThis.heard))], ['']);
  await button('Save draft').click();
  await told('The draft is saved.');
  assert.ok((await page.evaluate(() => globalThis.heard)).includes('Saving…'));
});

test('what is typed without a pause is kept while it is typed', async () => {
  const id = await make('Typed without a pause');
  const context = await site.browser.newContext({ locale: 'en-GB' });
  const writer = await open(site, context);
  await signIn(writer, site);
  await show(id, writer);
  await field('Wind', writer).focus();
  // On the page, evenly: a busy machine sends keys in fits.
  await field('Wind', writer).evaluate((input) => new Promise((resolve) => {
    const key = () => {
      input.value += 'a';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      if (input.value.length < 50) setTimeout(key, 90);
      else resolve();
    };
    key();
  }));
  const crashed = new Promise((resolve) => writer.once('crash', resolve));
  (await context.newCDPSession(writer)).send('Page.crash').catch(() => undefined);
  await crashed;
  const next = await open(site, context);
  await show(id, next);
  await told('is back', next);
  assert.match(await field('Wind', next).inputValue(), /^a{20}/);
  await context.close();
});

test('a form that is asked for again while it is on its way is opened once', async () => {
  const id = await make('Asked for twice');
  let asked = 0;
  const where = new RegExp(`/objects/${id}\\?status=any`);
  await page.route(where, async (route) => {
    if (++asked === 1) return route.fulfill({ status: 500, json: { message: 'no' } });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto(`${site.url}/dashboard/demo/objects/logs/${id}`);
  await button('Try again').click();
  await page.waitForTimeout(600);
  await button('Try again').click();
  await field('Wind').fill('North');
  await page.waitForTimeout(1500);
  assert.equal(await field('Wind').inputValue(), 'North');
  assert.equal(asked, 2);
  await page.unroute(where);
});

test('what is typed while a draft is being discarded stays', async () => {
  const id = await make('Discarded slowly', [{ key: 'swell', value: 'Low' }]);
  await show(id);
  await field('Swell').fill('Of the draft');
  await button('Save draft').click();
  await told('The draft is saved');
  await field('Wind').fill('Typed before, and discarded');
  const where = new RegExp(`/objects/${id}(/draft|\\?status=any)`);
  await page.route(where, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue().catch(() => undefined); // the wait was over before
  });
  await page.getByLabel('More actions').click();
  await button('Discard draft').click();
  await button('Discard draft', page.getByRole('dialog')).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await field('Title').fill('Typed while the draft goes');
  await page.waitForTimeout(1000); // it is gone, and what readers see is on its way
  await field('Title').press('End');
  await page.keyboard.type(', and after');
  await told('The draft is discarded');
  await button('Bring back what was not saved').waitFor();
  assert.deepEqual(await Promise.all(['Title', 'Wind', 'Swell'].map((each) => field(each).inputValue())), ['Typed while the draft goes, and after', '', 'Low']);
  await page.unroute(where);
  await state('Your changes are kept');
  await page.reload();
  await told('is back');
  assert.deepEqual(await Promise.all(['Title', 'Wind', 'Swell'].map((each) => field(each).inputValue())), ['Typed while the draft goes, and after', '', 'Low']);
});

test('the way back to discarded words stays beside what is told of the next things', async () => {
  const id = await make('Discarded and regretted', [{ key: 'swell', value: 'Low' }]);
  await show(id);
  await field('Swell').fill('Of the draft');
  await button('Save draft').click();
  await told('The draft is saved');
  await field('Wind').fill('Typed, and regretted');
  await page.getByLabel('More actions').click();
  await button('Discard draft').click();
  await button('Discard draft', page.getByRole('dialog')).click();
  await told('The draft is discarded');
  await field('Swell').fill('High');
  await button('Save draft').click();
  await told('The draft is saved');
  await button('Publish').click();
  await told('It is published');
  await button('Undo').waitFor();
  await button('Bring back what was not saved').click();
  assert.deepEqual([await field('Wind').inputValue(), await field('Swell').inputValue()], ['Typed, and regretted', 'High']);
  await button('Undo').waitFor();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
