// The form beside other people, other languages and the page that readers will see.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { addMember, axe, gate, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
let site;
let page; // the administrator
let other; // a member, in a browser of their own
let website; // what preview_link leads to
const ids = {};

const pageOfTheSite = `<!doctype html><title>Site</title><script>
addEventListener('message', (event) => event.data === 'inkwell:saved' && location.reload());
parent.postMessage('inkwell:listens', '*');
fetch('/draft' + location.search).then((answer) => answer.json()).then(({ object }) => document.body.append(Object.assign(document.createElement('h1'), { textContent: object.title })));
</script><body style="height:4000px"></body>`;

before(async () => {
  site = await start();
  website = createServer(async (request, response) => {
    const token = new URL(request.url, 'http://site').searchParams.get('token');
    if (!request.url.startsWith('/draft')) return void response.setHeader('Content-Type', 'text/html').end(pageOfTheSite);
    const answer = await fetch(`${site.url}/v2${path}/previews/${token}`);
    response.setHeader('Content-Type', 'application/json').end(await answer.text());
  });
  await new Promise((resolve) => website.listen(0, '127.0.0.1', resolve));
  const link = `http://127.0.0.1:${website.address().port}/page?token={token}`;
  const text = (title, key, more = {}) => ({ type: 'text', title, key, value: '', ...more });
  await site.api('POST', `${path}/object-types`, { title: 'Lands', slug: 'lands', singular: 'Land', metafields: [text('Capital', 'capital')] });
  await site.api('POST', `${path}/object-types`, { title: 'Ports', slug: 'ports', singular: 'Port', preview_link: link, localization: true,
    locales: ['en-GB', 'de-DE'], priority_locale: 'en-GB', enforce_validation: true, options: { slug_field: true, content_editor: false },
    metafields: [text('Motto', 'motto', { maxlength: 20, help: 'Two or three words,\nwithout a full stop.' }), text('Mayor', 'mayor'), { type: 'object', title: 'Country', key: 'country', value: '', object_type: 'lands' },
      { type: 'file', title: 'Arms', key: 'arms', value: '' },
      { type: 'parent', title: 'Depths', key: 'depths', help: 'As the pilots measured them.', children: [text('Channel', 'channel', { regex: '^[0-9]+$', regex_message: 'is a number of metres' })] },
      { type: 'repeater', title: 'Piers', key: 'piers', children: [], repeater_fields: [text('Pier', 'pier')] }] });
  const { object } = await site.api('POST', `${path}/objects`, { title: 'Tidehaven', type: 'ports', locale: 'en-GB', status: 'published',
    metafields: [{ key: 'motto', value: 'Slowly' }, { key: 'mayor', value: 'Ana' }] });
  ids.port = object.id;
  page = await open(site);
  await signIn(page, site);
  const member = await addMember(site, 'berta@tideline.example', { role: 'editor' });
  other = await open(site);
  await signIn(other, member);
});
after(async () => {
  website?.close();
  await site?.stop();
});

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const portAt = (at = page, id = ids.port) => at.goto(`${site.url}/dashboard/demo/objects/ports/${id}`).then(() => field('Motto', at).waitFor());
const read = async (id = ids.port) => (await site.api('GET', `${path}/objects/${id}?status=any`)).object;
// Not by the message: the one of an earlier save may still be shown.
const saved = (at = page) => at.waitForResponse((answer) => ['POST', 'PATCH'].includes(answer.request().method()) && /\/objects\/\w+(\/revisions\?props=id)?$/.test(answer.url()) && answer.ok());
const press = async (name, at = page) => {
  const done = saved(at);
  await button(name, at).click();
  await done;
};
const offered = (text, name, at = page) => at.getByRole('status').filter({ hasText: text }).getByRole('button', { name }).click();
const inReadersEyes = async (id) => (await site.api('GET', `${path}/objects?query=${encodeURIComponent(JSON.stringify({ id }))}`)).objects[0]?.metadata.capital ?? null;
const more = async (name, at = page) => {
  await at.getByLabel('More actions').click();
  await button(name, at).click();
};
const everywhere = async (name) => {
  for (const [scheme, width] of [['light', 360], ['dark', 360], ['light', 1440], ['dark', 1440]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await axe(page, `${name}-${scheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 900 });
};

test('how a field is meant stands beneath its name, is heard with it, and is what the type says now', async () => {
  await portAt();
  const described = (at) => at.evaluate((element) => element.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent));
  assert.deepEqual(await described(field('Motto')), ['Two or three words,\nwithout a full stop.']);
  assert.equal(await field('Motto').getAttribute('aria-invalid'), null);
  assert.deepEqual(await described(page.locator('fieldset.group').filter({ hasText: 'Depths' })), ['As the pilots measured them.']);
  await everywhere('help');
  await field('Motto').fill('Far too many words for one');
  await field('Mayor').focus();
  assert.deepEqual(await described(field('Motto')), ['Motto has 26 characters, at most 20 are allowed', 'Two or three words,\nwithout a full stop.']);
  assert.equal(await field('Motto').getAttribute('aria-invalid'), 'true');
  await more('Undo my changes');
  const { object_type: type } = await site.api('GET', `${path}/object-types/ports`);
  type.metafields[1].help = 'First and last name';
  await site.api('PATCH', `${path}/object-types/ports`, { metafields: type.metafields });
  await portAt();
  assert.deepEqual(await described(field('Mayor')), ['First and last name']);
});

test('people see who else is here, and in which field', async () => {
  await portAt();
  await portAt(other);
  await page.getByRole('list', { name: 'Also here' }).getByText('berta Tester is here').waitFor();
  await field('Mayor', other).focus();
  await page.getByRole('list', { name: 'Also here' }).getByText('berta Tester is in Mayor').waitFor();
  await page.locator('[data-path="metafields[1]"]').getByText('berta Tester is here').waitFor();
  await axe(page);
  const heard = page.locator('.actions [aria-live=polite]');
  assert.equal(await heard.innerText(), 'berta Tester has opened it too.');
  await other.goto(`${site.url}/dashboard/demo/trash`);
  await heard.getByText('berta Tester has closed it.').waitFor({ state: 'attached' });
  await portAt(other);
  await heard.getByText('berta Tester has opened it too.').waitFor({ state: 'attached' });
});

test('what somebody else saves is shown where nothing was typed', async () => {
  await field('Motto').fill('Gently');
  await field('Mayor', other).fill('Berta');
  await press('Publish', other);
  await page.waitForFunction(() => document.querySelector('[data-path="metafields[1]"] input').value === 'Berta');
  assert.equal(await field('Motto').inputValue(), 'Gently');
  await press('Publish');
  const { metadata } = await read();
  assert.deepEqual([metadata.motto, metadata.mayor], ['Gently', 'Berta']);
});

test('who types a value back over which somebody else has saved another one sees theirs, and has nothing to save', async () => {
  await portAt();
  await portAt(other);
  const before = await field('Mayor').inputValue();
  await field('Mayor').fill('Mine');
  const heard = page.waitForResponse((answer) => answer.request().method() === 'GET' && answer.url().includes(`/objects/${ids.port}?`) && answer.ok());
  await field('Mayor', other).fill('Theirs');
  await press('Publish', other);
  await heard;
  assert.equal(await field('Mayor').inputValue(), 'Mine');
  await field('Mayor').fill(before);
  await page.waitForFunction(() => document.querySelector('[data-path="metafields[1]"] input').value === 'Theirs');
  await button('Save draft').click();
  await told('Nothing has changed since it was saved.');
  assert.equal((await read()).metadata.mayor, 'Theirs');
});

test('a choice between two versions that is put off is asked again, after the page was closed too', async () => {
  await portAt();
  await portAt(other);
  await field('Motto').fill('Mine');
  await field('Motto', other).fill('Theirs');
  await press('Publish', other);
  await button('Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  await dialog.waitFor();
  await axe(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await button('Choose between two versions').waitFor();
  await page.getByText('Your changes are kept').waitFor();
  await page.reload();
  await dialog.waitFor();
  await dialog.getByText('Theirs', { exact: true }).last().waitFor();
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Take these' }).click();
  await press('Publish');
  assert.equal((await read()).metadata.motto, 'Mine');
});

const conflict = (at = page) => at.getByRole('dialog', { name: 'Somebody else changed this too' });
// Both change the motto, `other` is first, and the choice that is asked is put off.
const putOff = async (mine, theirs) => {
  await portAt();
  await portAt(other);
  await field('Motto').fill(mine);
  await field('Motto', other).fill(theirs);
  await press('Publish', other);
  await button('Publish').click();
  await conflict().waitFor();
  await conflict().getByRole('button', { name: 'Close' }).click();
  await button('Choose between two versions').waitFor();
};

test('what is typed after a choice was put off is what \'Mine\' means', async () => {
  await putOff('Mine before', 'Theirs');
  await field('Motto').fill('Mine now');
  await button('Publish').click();
  await conflict().getByText('Mine now', { exact: true }).waitFor();
  const done = saved();
  await conflict().getByRole('button', { name: 'Save the merged version' }).click();
  await done;
  assert.equal((await read()).metadata.motto, 'Mine now');
});

test('a choice that was put off is not asked where both have the same now', async () => {
  await putOff('Mine again', 'Agreed');
  await field('Motto').fill('Agreed');
  await press('Publish');
  assert.equal(await conflict().count(), 0);
});

test('what is discarded while a choice is open is gone, and the choice with it', async () => {
  await putOff('Thrown away', 'Stays');
  await page.getByText('Your changes are kept').waitFor();
  await page.reload();
  await conflict().getByRole('button', { name: 'Discard it' }).click();
  await conflict().waitFor({ state: 'detached' });
  await page.waitForFunction((input) => input.value === 'Stays', await field('Motto').elementHandle());
  // And where the form has heard of theirs, and waits for the next save to ask.
  await field('Motto').fill('Thrown away, too');
  const heard = page.waitForResponse(async (answer) => answer.url().includes(`${ids.port}?status=any`) && (await answer.json()).object.metadata.motto === 'Stays, too');
  await field('Motto', other).fill('Stays, too');
  await press('Publish', other);
  await heard;
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await page.waitForFunction((input) => input.value === 'Stays, too', await field('Motto').elementHandle());
  await button('Save draft').click();
  await told('Nothing has changed since it was saved.');
  assert.equal(await conflict().count(), 0);
  assert.equal((await read()).metadata.motto, 'Stays, too');
});

test('what is discarded is brought back by Undo, and the offer to discard goes with the first key and with the screen', async () => {
  const undo = page.getByRole('status').filter({ hasText: 'What you typed is discarded.' }).getByRole('button', { name: 'Undo' });
  const isIn = async (words, name = 'Motto') => page.waitForFunction(([input, value]) => input.value === value, [await field(name).elementHandle(), words]);
  const kept = () => page.getByText('Your changes are kept').waitFor();
  await portAt();
  const [motto, mayor] = [await field('Motto').inputValue(), await field('Mayor').inputValue()];
  await field('Motto').fill('Precious');
  await kept();
  await page.reload();
  await told('is back');
  await button('Discard it').click();
  await isIn(motto);
  await field('Mayor').fill('Typed since');
  await undo.click();
  await isIn('Precious');
  await isIn('Typed since', 'Mayor');
  await kept();
  await page.reload();
  await told('is back');
  await isIn('Precious');
  await field('Motto').press('End');
  await page.keyboard.type('!');
  await button('Discard it').waitFor({ state: 'detached' });
  await kept();
  await page.reload();
  await told('is back');
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  assert.equal(await button('Discard it').count(), 0);
  await portAt();
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await isIn(motto);
  await undo.click();
  await isIn('Precious!');
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await isIn(motto);
  await isIn(mayor, 'Mayor');
});

test('a draft that somebody publishes meanwhile is not changed for readers by \'Save draft\'', async () => {
  const draft = { title: 'Lowport', type: 'ports', locale: 'en-GB', status: 'draft', metafields: [{ key: 'motto', value: 'Whole' }] };
  const { id } = (await site.api('POST', `${path}/objects`, draft)).object;
  await page.route('**/changes*', (route) => route.abort()); // the form hears of nothing
  await portAt(page, id);
  await field('Motto').fill('Half of a');
  await site.api('PATCH', `${path}/objects/${id}`, { status: 'published' });
  await press('Save draft');
  await page.unroute('**/changes*');
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.metadata.motto, 'Whole');
  assert.equal((await read(id)).metadata.motto, 'Half of a');
});

test('two people who prepare a draft at once do not lose each other\'s', async () => {
  await portAt();
  await portAt(other);
  await field('Motto').fill('Deep');
  await field('Mayor', other).fill('Cara');
  const [first, second] = [saved(), saved(other)];
  await Promise.all([button('Save draft').click(), button('Save draft', other).click()]);
  await Promise.all([first, second]);
  const { metadata } = await read();
  assert.deepEqual([metadata.motto, metadata.mayor], ['Deep', 'Cara']);
});

test('an autosave that is still on its way when the form is saved brings nothing back', async () => {
  await portAt();
  const autosave = (method) => (each) => each.method() === method && each.url().endsWith('/autosave');
  const asked = [];
  let goOn;
  const held = new Promise((resolve) => (goOn = resolve));
  await page.route('**/autosave', async (route) => {
    asked.push(route.request().method());
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  const begun = page.waitForRequest(autosave('PUT'));
  await field('Motto').fill('Once');
  await begun;
  const forgotten = page.waitForEvent('requestfinished', autosave('DELETE'));
  const kept = page.waitForEvent('requestfinished', autosave('PUT'));
  await press('Save draft');
  await page.getByText(/^Saved /).waitFor();
  assert.deepEqual(asked, ['PUT'], 'the deletion waits for it');
  goOn();
  await Promise.all([kept, forgotten]);
  await page.unroute('**/autosave');
  await assert.rejects(() => site.api('GET', `${path}/objects/${ids.port}/autosave`), /404/);
});

test('a draft is opened and saved without a request that finds nothing, but for the autosave that may be there', async () => {
  const draft = { title: 'Quietport', type: 'ports', locale: 'en-GB', status: 'draft', metafields: [{ key: 'motto', value: 'Still' }] };
  const { id } = (await site.api('POST', `${path}/objects`, draft)).object;
  const missed = [];
  const hear = (answer) => answer.status() === 404 && missed.push(`${answer.request().method()} ${new URL(answer.url()).pathname.split('/').pop()}`);
  page.on('response', hear);
  await portAt(page, id);
  await field('Motto').fill('Quite still');
  await press('Save draft');
  await page.locator('.state').getByText(/^Saved/).waitFor();
  await field('Motto').fill('Stiller');
  await page.getByText('Your changes are kept').waitFor();
  const forgotten = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/autosave'));
  await press('Save draft');
  assert.ok((await forgotten).ok());
  page.off('response', hear);
  assert.deepEqual(missed, ['GET autosave'], 'when it is opened: what another window keeps meanwhile is refused to be replaced');
});

test('a draft of which nothing was changed is not stored again, unless the type has more fields by now', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Restport', type: 'ports', locale: 'en-GB', status: 'published' })).object;
  const asked = [];
  const hear = (request) => request.method() !== 'GET' && new RegExp(`objects/${id}(/revisions)?(\\?|$)`).test(request.url()) && asked.push(request.method());
  page.on('request', hear);
  await portAt(page, id);
  await button('Save draft').click();
  await told('Nothing has changed since it was saved.');
  await field('Motto').fill('Restless');
  await field('Motto').fill('');
  await page.keyboard.press('Control+s');
  await page.getByText(/^Saved /).waitFor();
  assert.deepEqual(asked, []);
  assert.equal(await page.getByText('Draft changes').count(), 0);
  assert.equal((await site.api('GET', `${path}/objects/${id}/revisions?status=any`)).total, 0);
  const { object_type: type } = await site.api('GET', `${path}/object-types/ports`);
  const shown = field('Pilot').waitFor();
  await site.api('PATCH', `${path}/object-types/ports`, { metafields: [...type.metafields, { type: 'text', title: 'Pilot', key: 'pilot', value: 'Asked for' }] });
  await shown;
  await press('Save draft');
  page.off('request', hear);
  assert.equal((await read(id)).metadata.pilot, 'Asked for');
  await site.api('PATCH', `${path}/object-types/ports`, { metafields: type.metafields });
});

test('who may not sort metafields saves them, though the type or a script has sorted them meanwhile', async () => {
  const text = (title, key) => ({ type: 'text', title, key, value: '' });
  const legs = (...inner) => ({ type: 'repeater', title: 'Legs', key: 'legs', children: [], repeater_fields: inner });
  const [from, to] = [text('From', 'from'), text('To', 'to')];
  const inner = { type: 'parent', title: 'Crew', key: 'crew', children: [text('Mate', 'mate'), text('Cook', 'cook')] };
  await site.api('POST', `${path}/object-types`, { title: 'Trips', slug: 'trips', singular: 'Trip', metafields: [text('Ship', 'ship'), inner, legs(from, to)] });
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Round trip', type: 'trips', status: 'published' })).object;
  await site.api('PATCH', `${path}/object-types/trips`, { metafields: [text('Ship', 'ship'), inner, legs(to, from)] });
  await other.goto(`${site.url}/dashboard/demo/objects/trips/${id}`);
  await field('Ship', other).fill('Kittiwake');
  await press('Publish', other);
  await field('Ship', other).fill('Guillemot');
  await other.getByText('Your changes are kept').waitFor();
  const { object } = await site.api('GET', `${path}/objects/${id}?show_metafields=true`);
  const turned = object.metafields.toReversed().map((each) => (each.key === 'crew' ? { ...each, children: each.children.toReversed() } : each));
  await site.api('PATCH', `${path}/objects/${id}`, { metafields: turned });
  await other.reload();
  await told('is back', other);
  await press('Publish', other);
  const now = (await site.api('GET', `${path}/objects/${id}?show_metafields=true`)).object;
  assert.equal(now.metadata.ship, 'Guillemot');
  assert.deepEqual(now.metafields.map((each) => each.key), ['legs', 'crew', 'ship']);
  assert.deepEqual(now.metafields[1].children.map((each) => each.key), ['cook', 'mate']);
});

test('the preview shows the draft and keeps its place', async () => {
  await portAt();
  await button('Preview').click();
  const shown = page.frameLocator('.pane iframe').last();
  await shown.getByRole('heading', { name: 'Tidehaven' }).waitFor();
  const frame = page.frames().find((each) => each.url().includes('/page?token='));
  await frame.evaluate(() => scrollTo(0, 1200));
  await field('Title').fill('Tidehaven on Sea');
  await press('Save draft');
  await shown.getByRole('heading', { name: 'Tidehaven on Sea' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.pane iframe').length === 1);
  await frame.waitForFunction(() => scrollY === 1200); // the browser puts it back after the text is there
  await axe(page);
  await button('Close the pane').click();
});

test('an object without a page of its own is shown with titles, pictures and line breaks, readable in the dark, and gone to in a narrow window', async () => {
  const { objects } = await site.api('GET', `${path}/objects?query=${encodeURIComponent('{"slug":"the-keepers-path"}')}`);
  await site.api('PATCH', `${path}/objects/${objects[0].id}`, { metadata: { summary: 'One line\nand another' } });
  const shown = page.frameLocator('.pane iframe').last();
  for (const [width, colorScheme] of [[1440, 'light'], [1440, 'dark'], [360, 'light'], [360, 'dark']]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.url}/dashboard/demo/objects/walks/${objects[0].id}`);
    if (width === 360) await page.locator('summary[aria-label="More actions"]').click();
    await button('Preview').click();
    await shown.getByText('Carrow Head', { exact: true }).waitFor();
    await shown.getByText('Two hundred and twelve steps, ', { exact: false }).waitFor();
    await shown.locator('li', { hasText: 'A coat' }).locator('strong').waitFor();
    const picture = shown.getByRole('img', { name: 'A path over a green cliff' });
    await picture.evaluate((each) => each.decode());
    assert.equal(await shown.getByText('and another').evaluate((each) => getComputedStyle(each).whiteSpaceCollapse), 'preserve');
    const [ground, ink] = await shown.locator('body').evaluate((each) => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]
      .map((colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)));
    assert.ok(Math.abs(ground - ink) > 400, `${ink} on ${ground}`);
    if (width === 360) {
      const heading = page.getByRole('complementary', { name: 'Preview' }).getByRole('heading', { name: 'Preview' });
      await page.waitForFunction((each) => each === document.activeElement && each.getBoundingClientRect().top > 0 && each.getBoundingClientRect().bottom < innerHeight, await heading.elementHandle());
    }
    await axe(page, `preview-plain-${width}-${colorScheme}`);
    await button('Close the pane').click();
    await page.waitForFunction((text) => document.activeElement?.textContent === text, width === 360 ? '⋯' : 'Preview');
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await portAt();
});

test('a preview that was refused is asked for again, and one whose time has passed gets another', async () => {
  const tokens = [];
  let answer = (route) => route.fulfill({ status: 503, json: { status: 503, message: 'the server is busy: try again' } });
  const asked = /\/preview-tokens$/;
  await page.route(asked, (route) => answer(route));
  await page.evaluate(() => sessionStorage.clear());
  await portAt();
  await button('Preview').click();
  const pane = page.getByRole('complementary', { name: 'Preview' });
  await pane.getByRole('alert').waitFor();
  await axe(page, 'preview-refused');
  // This one is over at once.
  answer = async (route) => {
    const given = await route.fetch();
    const token = await given.json();
    tokens.push(token.token);
    await route.fulfill({ response: given, json: { ...token, expires_at: '2020-01-01T00:00:00.000Z' } });
  };
  await button('Try again', pane).click();
  await page.frameLocator('.pane iframe').last().getByRole('heading', { name: 'Tidehaven' }).first().waitFor();
  assert.equal(await pane.getByRole('alert').count(), 0);
  answer = (route) => route.fallback();
  const renewed = page.waitForResponse(asked);
  await field('Title').fill('Tidehaven by the sea');
  await press('Save draft');
  const { token } = await (await renewed).json();
  assert.ok(!tokens.includes(token));
  await page.frameLocator(`.pane iframe[src*="${token}"]`).getByRole('heading', { name: 'Tidehaven by the sea' }).waitFor();
  await page.unroute(asked);
  await button('Close the pane').click();

  // Of a type without a page of its own the server says it.
  const { objects } = await site.api('GET', `${path}/objects?query=${encodeURIComponent('{"slug":"the-keepers-path"}')}`);
  await page.goto(`${site.url}/dashboard/demo/objects/walks/${objects[0].id}`);
  await button('Preview').click();
  await page.frameLocator('.pane iframe').last().getByText('Carrow Head', { exact: true }).waitFor();
  let reads = 0;
  await page.route(/\/previews\//, (route) => (++reads === 1 ? route.fulfill({ status: 404, json: { status: 404, message: 'there is no such preview' } }) : route.fallback()));
  const again = page.waitForResponse(asked);
  await field('Title').fill('The keeper’s path, anew');
  await press('Save draft');
  await again;
  await page.frameLocator('.pane iframe').last().getByRole('heading', { name: 'The keeper’s path, anew' }).waitFor();
  assert.equal(await page.locator('.pane [role=alert]').count(), 0);
  await page.unroute(/\/previews\//);
  await button('Close the pane').click();
  await portAt();
});

test('the pane goes on with its token when the form is opened again, and a copied link has one of its own', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  let made = 0;
  const count = (request) => void (request.method() === 'POST' && /\/preview-tokens$/.test(request.url()) && ++made);
  page.on('request', count);
  await page.evaluate(() => sessionStorage.clear());
  const frame = page.locator('.pane iframe').last();
  const preview = async () => {
    await portAt();
    await button('Preview').click();
    await frame.contentFrame().getByRole('heading').first().waitFor();
    return /token=(\w+)/.exec(await frame.getAttribute('src'))[1];
  };
  const first = await preview();
  await button('Copy the link').click();
  await page.getByRole('status').filter({ hasText: 'The link is copied.' }).waitFor();
  assert.equal(made, 2);
  const copied = /token=(\w+)/.exec(await page.evaluate(() => navigator.clipboard.readText()))[1];
  assert.notEqual(copied, first);
  await button('Close the pane').click();
  assert.equal(await preview(), first);
  await button('Close the pane').click();
  assert.equal(made, 2);
  // Somebody has ended it.
  const own = `${path}/objects/${page.url().split('/').pop()}/preview-tokens`;
  for (const { id } of (await site.api('GET', own)).preview_tokens) await site.api('DELETE', `${own}/${id}`);
  assert.notEqual(await preview(), first);
  await button('Close the pane').click();
  page.off('request', count);
});

test('the pane becomes wider to the side where it is dragged, from right to left too', async () => {
  const arab = await open(site);
  await arab.addInitScript(() => localStorage.setItem('inkwell:language', 'ar-XB'));
  await arab.goto(`${site.url}/dashboard`);
  await arab.locator('input[name=email]').fill(site.email);
  await arab.locator('input[name=password]').fill(site.password);
  await arab.locator('.signin button').click();
  await arab.locator('.cards').waitFor();
  for (const at of [page, arab]) {
    await at.evaluate(() => localStorage.setItem('inkwell:pane', 'preview'));
    await at.goto(`${site.url}/dashboard/demo/objects/ports/${ids.port}`);
    const grip = at.locator('.pane .grip');
    await grip.waitFor();
    const middle = async () => {
      const { x, width } = await grip.boundingBox();
      return x + width / 2;
    };
    const before = await middle();
    await grip.focus();
    for (let time = 0; time < 3; ++time) await at.keyboard.press('ArrowLeft');
    await at.waitForFunction(([selector, x]) => document.querySelector(selector).getBoundingClientRect().x < x - 20, ['.pane .grip', before]);
    await at.evaluate(() => localStorage.removeItem('inkwell:pane'));
  }
  await page.evaluate(() => localStorage.setItem('inkwell:pane', ''));
  await arab.context().close();
  await portAt();
});

test('a new version in another language takes what a save takes, waits for files, and says what is refused by its title', async () => {
  const choice = (...values) => [{ type: 'check-boxes', title: 'Seasons', key: 'seasons', value: [], options: values.map((value) => ({ value })) }];
  const shape = { title: 'Isles', singular: 'Isle', localization: true, locales: ['en-GB', 'de-DE', 'fr-FR'], priority_locale: 'en-GB', options: { slug_field: true, content_editor: false } };
  const rest = [{ type: 'text', title: 'Motto', key: 'motto', value: '' }, { type: 'file', title: 'Arms', key: 'arms', value: '' }];
  await site.api('POST', `${path}/object-types`, { ...shape, slug: 'isles', metafields: [...choice('Spring', 'Autumn'), ...rest] });
  const { object: { id } } = await site.api('POST', `${path}/objects`, { title: 'Low Isle', type: 'isles', locale: 'en-GB', status: 'published', metafields: [{ key: 'seasons', value: ['Spring'] }] });
  await site.api('PATCH', `${path}/object-types/isles`, { metafields: [...choice('Autumn'), ...rest] }); // nobody goes there in spring any more
  const show = async () => {
    await page.goto(`${site.url}/dashboard/demo/objects/isles/${id}`);
    await field('Motto').waitFor();
  };
  await show();
  await button('Languages').click();
  const [begun, goesOn] = [gate(), gate()];
  await page.route(/\/media$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    begun.open();
    await goesOn.opened;
    return route.fallback();
  });
  await field('File for Arms').setInputFiles({ name: 'arms.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('arms') });
  await begun.opened;
  await field('Add a language').selectOption('de-DE');
  await button('Add').click();
  await told('It is saved as soon as the file has arrived.');
  goesOn.open();
  await told('This is the new version in');
  await page.unroute(/\/media$/);
  const { objects } = await site.api('GET', `${path}/objects?status=any&query=${encodeURIComponent('{"type":"isles","locale":"de-DE"}')}`);
  assert.deepEqual(objects[0].metadata.seasons, ['Spring']);
  assert.equal(objects[0].metadata.arms.original_name, 'arms.bin');
  await show();
  await field('Title').fill('x'.repeat(1001));
  await field('Add a language').selectOption('fr-FR');
  await button('Add').click();
  await page.getByRole('alert').filter({ hasText: '“Title”' }).waitFor();
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await button('Close the pane').click();
  await portAt();
});

test('an object gets another language, shown beside it', async () => {
  await button('Languages').click();
  await field('Add a language').selectOption('de-DE');
  await button('Add').click();
  await told('This is the new version');
  await field('Motto').fill('Tief');
  await press('Save draft');
  await page.getByRole('complementary', { name: 'Languages' }).getByRole('button', { name: 'Take over Mayor' }).waitFor();
  await field('Mayor').fill('');
  await button('Take over Mayor').click();
  assert.equal(await field('Mayor').inputValue(), 'Cara');
  await axe(page);
  const { objects } = await site.api('GET', `${path}/objects?status=any&query=${encodeURIComponent('{"type":"ports","locale":"de-DE"}')}`);
  assert.equal(objects[0].metadata.motto, 'Tief');
  assert.equal(objects[0].slug, (await read()).slug);
  await button('Close the pane').click();
});

test('what readers see is no “Draft” among the languages and in the choice of a relation, whose details have titles and no tags', async () => {
  const at = async (slug, locale) => (await site.api('GET', `${path}/objects?status=any&query=${encodeURIComponent(JSON.stringify({ type: 'walks', slug, locale }))}&props=id,status`)).objects[0].id;
  await site.api('POST', `${path}/objects/${await at('across-the-island', 'pt-PT')}/revisions`, { title: 'Em preparação', status: 'draft' });
  const trail = { type: 'object', title: 'Trail', key: 'trail', value: '', object_type: 'walks' };
  await site.api('POST', `${path}/object-types`, { title: 'Guides', slug: 'guides', singular: 'Guide', metafields: [trail, { type: 'html-textarea', title: 'Words', key: 'words', value: '' }] });
  const walk = await at('across-the-island', 'en');
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'By boat', type: 'guides', metafields: [{ key: 'trail', value: walk }, { key: 'words', value: '<p>Salt &amp; <strong>wind</strong></p>' }] })).object;
  await site.api('POST', `${path}/objects`, { title: 'By train', type: 'guides' });
  await site.api('POST', `${path}/object-types`, { title: 'Shelves', slug: 'shelves', singular: 'Shelf', metafields: [{ ...trail, title: 'Guide', key: 'guide', object_type: 'guides' }] });
  await site.api('POST', `${path}/objects/${id}/revisions`, { title: 'By boat, soon', status: 'draft' });

  await page.goto(`${site.url}/dashboard/demo/objects/walks/${walk}`);
  await button('Languages').click();
  const row = page.locator('.pane .rows li');
  await row.getByText('Changed', { exact: true }).waitFor();
  assert.equal(await row.getByText('Draft', { exact: true }).count(), 0);
  await button('Close the pane').click();

  await page.goto(`${site.url}/dashboard/demo/objects/shelves/new`);
  await button('Choose Guide').click();
  const boat = page.locator('.picks > li').filter({ hasText: 'By boat' });
  await boat.getByText('Changed', { exact: true }).waitFor();
  await button('Details', boat).click();
  await page.locator('.look').getByText('Salt & wind', { exact: true }).waitFor();
  assert.deepEqual(await page.locator('.look dd').allTextContents(), ['Across the island', 'Salt & wind']);
  await page.getByRole('dialog').getByLabel('Search').fill('boat');
  await page.waitForFunction(() => document.querySelectorAll('.picks > li').length === 1);
  await boat.getByText('Changed', { exact: true }).waitFor();
  await axe(page, 'relation-changed');
  await page.keyboard.press('Escape');
  await portAt();
});

test('a related object made in place leaves the unsaved new one alone', async () => {
  await other.goto(`${site.url}/dashboard/demo/objects/lands/new`);
  await field('Title', other).fill('Half a land');
  await other.getByText('Kept on this computer').waitFor();
  await other.goto(`${site.url}/dashboard/demo/objects/ports/new`);
  await button('Choose Country', other).click();
  await other.getByRole('dialog', { name: 'Choose: Country' }).getByRole('button', { name: 'New', exact: true }).click();
  const form = other.getByRole('dialog', { name: 'New Land' });
  await form.getByLabel('Title', { exact: true }).fill('A whole land');
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await other.goto(`${site.url}/dashboard/demo/objects/lands/new`);
  await button('Continue “Half a land”', other).click();
  await told('is back', other);
  assert.equal(await field('Title', other).inputValue(), 'Half a land');
});

test('a related object that was begun in place can be gone on with, and its title has the focus', async () => {
  await other.clock.install();
  await other.goto(`${site.url}/dashboard/demo/objects/ports/new`);
  await button('Choose Country', other).click();
  const picker = other.getByRole('dialog', { name: 'Choose: Country' });
  const form = other.getByRole('dialog', { name: 'New Land' });
  const title = form.getByLabel('Title', { exact: true });
  const begin = async () => {
    await picker.getByRole('button', { name: 'New', exact: true }).click();
    await other.waitForFunction(() => document.activeElement?.closest('dialog:last-of-type [data-path=title]'));
  };
  await begin();
  await other.keyboard.type('Half a country');
  await other.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await begin();
  assert.equal(await title.inputValue(), '');
  await button('Continue “Half a country”', form).click();
  await other.waitForFunction((label) => [...document.querySelectorAll('dialog [data-path=title] input')].at(-1)?.value === label, 'Half a country');
  await button('Discard it', form).click();
  await other.waitForFunction((input) => input.value === '', await title.elementHandle());
  await other.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await other.clock.fastForward(2000); // the form before had still to keep what was typed into it
  await begin();
  assert.equal(await title.inputValue(), '');
  await button('Continue “Half a land”', form).waitFor();
  assert.equal(await button('Continue “Half a country”', form).count(), 0);
});

test('a related object is made without leaving the form', async () => {
  await portAt();
  await button('Choose Country').click();
  const picker = page.getByRole('dialog', { name: 'Choose: Country' });
  await picker.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New Land' });
  await form.getByLabel('Title', { exact: true }).fill('Marshland');
  await form.getByLabel('Capital', { exact: true }).fill('Tidehaven');
  await axe(page);
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Marshland' }).waitFor();
  await press('Save draft');
  assert.equal((await read()).metadata.country.title, 'Marshland');
});

test('what was searched for among related objects is the title of the one that is made', async () => {
  await portAt();
  await page.getByRole('button', { name: /^(Choose|Change) Country$/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose: Country' });
  await picker.getByLabel('Search').fill('Newcomer, a land with a name that nobody has found in any list of lands yet');
  await everywhere('picker-new');
  await picker.getByLabel('Search').fill(' Newcomer land ');
  await picker.getByRole('button', { name: 'New: “Newcomer land”', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New Land' });
  assert.equal(await form.getByLabel('Title', { exact: true }).inputValue(), 'Newcomer land');
  // Nothing is typed yet that would have to be kept.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await picker.getByRole('button', { name: 'New: “Newcomer land”', exact: true }).click();
  assert.equal(await button('Continue “Newcomer land”', form).count(), 0);
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Newcomer land' }).waitFor();
  await more('Undo my changes');
});

test('a file dropped on the form goes to the field that is chosen', async () => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([1, 2, 3])], 'arms.bin', { type: 'application/octet-stream' }));
    const form = document.querySelector('form.sheet');
    for (const name of ['dragover', 'drop']) form.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await page.getByRole('dialog', { name: 'Which field takes arms.bin?' }).getByRole('button', { name: 'Arms', exact: true }).click();
  await page.locator('[data-path="metafields[3]"]').getByText('arms.bin').waitFor();
});

test('what the server refuses stands at its field, and that field is gone to', async () => {
  await field('Channel').fill('deep');
  await button('Save draft').click();
  await page.getByRole('alert').first().waitFor();
  await page.locator('[data-path="metafields[4].children[0]"] .problem').filter({ hasText: 'is a number of metres' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[data-path="metafields[4].children[0]"]'));
  await field('Channel').fill('12');
  await press('Save draft');
  assert.equal((await read()).metadata.depths.channel, '12');
});

test('a text near its limit tells its length', async () => {
  await field('Motto').fill('Twenty characters!!!');
  await page.getByText('20 of 20 characters').waitFor();
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await page.waitForFunction((input) => input.value === 'Once', await field('Motto').elementHandle());
});

test('history names related objects and who wrote each version, and what is newer is what comes', async () => {
  const land = async (title) => (await site.api('POST', `${path}/objects`, { type: 'lands', title })).object.id;
  const [north, south] = [await land('Northland'), await land('Southland')];
  const made = { title: 'Lowhaven', type: 'ports', locale: 'en-GB', metafields: [{ key: 'motto', value: 'Low' }, { key: 'country', value: north }] };
  const { object: { id } } = await site.api('POST', `${path}/objects`, made);
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { motto: 'Lower' }, keep_revision: true });
  await other.evaluate(([address, body]) => fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json', 'Inkwell-Session': '1' }, body }),
    [`/v2${path}/objects/${id}/revisions`, JSON.stringify({ title: 'Lowhaven', status: 'draft', metadata: { country: south } })]);
  await page.goto(`${site.url}/dashboard/demo/objects/ports/${id}/history`);
  const row = page.getByRole('row').filter({ hasText: 'Country' });
  await row.getByText('Northland').waitFor();
  assert.equal(await row.locator('del').innerText(), 'Northland');
  assert.equal(await row.locator('ins').innerText(), 'Southland');
  assert.equal(await page.getByLabel('From').inputValue(), 'live');
  const versions = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Compare with now' }) });
  assert.match(await versions.first().innerText(), /berta Tester/);
  assert.match(await versions.last().innerText(), /Alma Voss/);
  // In its order by time, whichever of the two is asked for.
  await versions.first().getByRole('button', { name: 'Compare with now' }).click();
  await row.locator('ins').getByText('Southland').waitFor();
  await versions.last().getByRole('button', { name: 'Compare with now' }).click();
  await page.getByRole('row').filter({ hasText: 'Motto' }).locator('ins').getByText('Lower').waitFor();
  await axe(page, 'history-relations');
});

test('history tells what the schedule did from what the server did', async () => {
  const { objects: [{ id: told }] } = await site.api('GET', `${path}/objects?query=${encodeURIComponent('{"slug":"what-the-marsh-remembers"}')}`);
  const lines = page.locator('h2', { hasText: 'Activity' }).locator('+ ol li');
  await page.goto(`${site.url}/dashboard/demo/objects/articles/${told}/history`);
  await lines.filter({ hasText: 'The server published it' }).waitFor();
  assert.equal(await lines.filter({ hasText: 'The schedule' }).count(), 0);
  const { object: { id } } = await site.api('POST', `${path}/objects`, { type: 'lands', title: 'Soon land', publish_at: Date.now() + 500 });
  while ((await read(id)).status === 'draft') await page.waitForTimeout(100);
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}/history`);
  await lines.filter({ hasText: 'The schedule published it' }).waitFor();
});

test('what breaks a rule is shown before it is published, and published if the person says so; a draft is saved as it is', async () => {
  const text = (title, key, more = {}) => ({ type: 'text', title, key, value: '', ...more });
  await site.api('POST', `${path}/object-types`, { title: 'Ferries', slug: 'ferries', singular: 'Ferry', options: { slug_field: false, content_editor: false },
    metafields: [text('Name', 'name', { required: true }), text('Route', 'route'),
      { type: 'repeater', title: 'Stops', key: 'stops', children: [], repeater_fields: [text('Stop', 'stop', { required: true })] }] });
  await page.goto(`${site.url}/dashboard/demo/objects/ferries/new`);
  await field('Title').fill('The slow one');
  await button('Add to Stops').click();
  await page.locator('.itembar .fold').click();
  const question = page.getByRole('dialog', { name: 'Publish anyway?' });
  const problem = (at) => page.locator(`[data-path="${at}"] .problem`).filter({ hasText: 'is required' });
  await button('Publish').click();
  await question.getByText('2 fields are not as they are asked for: Name, Stop.').waitFor();
  await axe(page, 'publish-anyway');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await problem('metafields[0]').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[data-path="metafields[0]"]'));
  await field('Name').fill('Snail');
  await button('Publish').click();
  await question.getByText('Stop', { exact: false }).waitFor();
  await button('Cancel', question).click();
  await problem('metafields[2].children[0].children[0]').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[data-path="metafields[2].children[0].children[0]"]'));
  await button('Save draft').click();
  await page.waitForURL(/\/ferries\/[0-9a-f]{24}$/);
  const id = /\w+$/.exec(page.url())[0];
  assert.equal((await read(id)).status, 'draft');
  await button('Publish').click();
  const done = saved();
  await button('Publish anyway', question).click();
  await done;
  assert.equal((await read(id)).status, 'published');
});

test('the menu of more actions closes by Escape and by a press elsewhere', async () => {
  const menu = page.locator('.actions details.more');
  const summary = page.locator('summary[aria-label="More actions"]');
  await portAt();
  await summary.click();
  await button('Schedule').waitFor();
  await page.keyboard.press('Escape');
  await button('Schedule').waitFor({ state: 'hidden' });
  assert.ok(await summary.evaluate((each) => each === document.activeElement));
  await summary.click();
  await button('Schedule').waitFor();
  await page.locator('h1').click();
  await button('Schedule').waitFor({ state: 'hidden' });
  assert.equal(await menu.getAttribute('open'), null);
});

test('a part inside a part moves alone by keyboard, and none is moved by a part of another list', async () => {
  const text = (title, key) => ({ type: 'text', title, key, value: '' });
  const list = (title, key, fields) => ({ type: 'repeater', title, key, children: [], repeater_fields: fields });
  await site.api('POST', `${path}/object-types`, { title: 'Routes', slug: 'routes', singular: 'Route',
    metafields: [list('Legs', 'legs', [text('Leg', 'leg'), list('Halts', 'halts', [text('Halt', 'halt')])]), list('Signs', 'signs', [text('Sign', 'sign')])] });
  await page.goto(`${site.url}/dashboard/demo/objects/routes/new`);
  // A new part takes the focus a moment later, and what is filled in at that moment with it.
  const add = async (name) => {
    await button(`Add to ${name}`).last().click();
    await page.waitForFunction(() => document.activeElement?.matches('.item input'));
  };
  for (const name of ['Legs', 'Legs', 'Signs', 'Signs']) await add(name);
  const fillAll = async (name, values) => {
    for (const [at, value] of values.entries()) await field(name).nth(at).fill(value);
  };
  await fillAll('Leg', ['First', 'Second']);
  await fillAll('Sign', ['Stop', 'Go']);
  for (let each = 0; each < 2; ++each) await add('Halts');
  await fillAll('Halt', ['Near', 'Far']);
  await field('Halt').last().press('Alt+ArrowUp');
  await page.waitForFunction(() => [...document.querySelectorAll('.item .item input')].map((each) => each.value).join() === 'Far,Near');
  const values = (name) => field(name).evaluateAll((all) => all.map((each) => each.value));
  assert.deepEqual(await values('Leg'), ['First', 'Second']);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    const send = (name, at) => at.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
    const bars = [...document.querySelectorAll('.itembar')];
    send('dragstart', bars[0]); // of the legs
    send('drop', bars.at(-1)); // of the signs
  });
  assert.deepEqual(await values('Sign'), ['Stop', 'Go']);
});

test('a schedule asks for a choice that was put off before it stores anything', async () => {
  await putOff('Mine, scheduled', 'Theirs, scheduled');
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Schedule').click();
  await button('Set the schedule').click();
  await conflict().getByText('Theirs, scheduled', { exact: true }).waitFor();
  assert.equal((await read()).metadata.motto, 'Theirs, scheduled');
  await conflict().getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'Schedule' }).getByRole('button', { name: 'Cancel' }).click();
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await page.waitForFunction((input) => input.value === 'Theirs, scheduled', await field('Motto').elementHandle());
});


test('Undo of a publishing brings back the schedule that it ended', async () => {
  const [goesOut, ends] = [Date.now() + 86_400_000, Date.now() + 172_800_000];
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Planned land', type: 'lands', publish_at: goesOut, unpublish_at: ends })).object;
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await field('Capital').fill('Harbour');
  await press('Publish');
  await told('It is published.');
  assert.deepEqual([(await read(id)).status, (await read(id)).publish_at], ['published', null]);
  await page.getByRole('status').filter({ hasText: 'It is published.' }).getByRole('button', { name: 'Undo' }).click();
  await told('It is a draft again, and goes out');
  await page.locator('.badge').filter({ hasText: 'Goes out' }).waitFor();
  const { status, publish_at: again, unpublish_at: until, metadata } = await read(id);
  assert.deepEqual([status, again, until, metadata.capital], ['draft', goesOut, ends, 'Harbour']);
  await everywhere('planned-again');
  // Without one it is a draft, as before.
  await site.api('PATCH', `${path}/objects/${id}`, { publish_at: null });
  await page.reload();
  await field('Capital').fill('Mole');
  await press('Publish');
  await page.getByRole('status').filter({ hasText: 'It is published.' }).getByRole('button', { name: 'Undo' }).click();
  await told('It is a draft again; readers no longer see it.');
  assert.equal((await read(id)).publish_at, null);
});

test('Undo of what replaced a published page gives readers the former one, and keeps the new one as a draft', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Read land', type: 'lands', status: 'published', metafields: [{ key: 'capital', value: 'Read' }] })).object;
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await field('Capital').fill('Replaced');
  await press('Publish');
  await told('It is published.');
  assert.equal(await inReadersEyes(id), 'Replaced');
  await offered('It is published.', 'Undo');
  await told('Readers see again what they saw before. What took its place is a draft over it.');
  assert.deepEqual([await inReadersEyes(id), (await read(id)).metadata.capital, await field('Capital').inputValue()], ['Read', 'Replaced', 'Replaced']);
  await page.locator('.badge').filter({ hasText: 'Draft changes' }).waitFor();
  // A draft that was prepared is that again, with what was typed over it; what is typed since stays.
  await field('Capital').fill('Replaced twice');
  await press('Publish');
  await told('It is published.');
  await field('Title').fill('Read land, named anew');
  await offered('It is published.', 'Undo');
  await told('Readers see again what they saw before.');
  assert.deepEqual([await inReadersEyes(id), (await read(id)).metadata.capital], ['Read', 'Replaced twice']);
  assert.deepEqual([await field('Title').inputValue(), await field('Capital').inputValue()], ['Read land, named anew', 'Replaced twice']);
  await page.locator('.state').getByText('Your changes are kept').waitFor();
  await more('Undo my changes');
});

test('Undo does not take back what somebody else wrote since', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Shared land', type: 'lands', status: 'published', metafields: [{ key: 'capital', value: 'Old' }] })).object;
  await page.route('**/changes?*', (route) => route.abort()); // news of it would take the place of the offer
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await field('Capital').fill('New');
  await press('Publish');
  await told('It is published.');
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { capital: 'Theirs' } });
  await offered('It is published.', 'Undo');
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed it meanwhile' }).waitFor();
  assert.equal(await inReadersEyes(id), 'Theirs');
  await page.unroute('**/changes?*');
});

test('who unpublishes a page over which a draft is prepared says which of the two stays, and can undo it', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Approved land', type: 'lands', status: 'published', metafields: [{ key: 'capital', value: 'Approved' }] })).object;
  const both = async () => [await inReadersEyes(id), (await read(id)).metadata.capital, await field('Capital').inputValue()];
  const before = ['Approved', 'Unapproved', 'Unapproved'];
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await field('Capital').fill('Unapproved');
  await press('Save draft');
  await told('The draft is saved.');
  const asked = page.getByRole('dialog', { name: 'Unpublish?' });
  await more('Unpublish');
  await asked.waitFor();
  await everywhere('unpublish-asked');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(await both(), before);

  await more('Unpublish');
  await asked.getByRole('button', { name: 'Keep the draft' }).click();
  await told('It is a draft again; readers no longer see it.');
  assert.deepEqual(await both(), [null, 'Unapproved', 'Unapproved']);
  await offered('It is a draft again', 'Undo');
  await told('Readers see again what they saw before. What took its place is a draft over it.');
  assert.deepEqual(await both(), before);

  await field('Title').fill('Approved land, retitled');
  await more('Unpublish');
  await asked.getByRole('button', { name: 'Keep what readers saw' }).click();
  await told('It is a draft again; readers no longer see it.');
  assert.deepEqual(await both(), [null, 'Approved', 'Approved']);
  assert.equal(await field('Title').inputValue(), 'Approved land');
  const { revisions } = await site.api('GET', `${path}/objects/${id}/revisions?status=any&sort=-created_at`);
  assert.ok(revisions.some((each) => each.title === 'Approved land, retitled' && each.metadata.capital === 'Unapproved'));
  await offered('It is a draft again', 'Undo');
  await told('Readers see again what they saw before. What took its place is a draft over it.');
  assert.deepEqual(await both(), before);
  assert.equal((await read(id)).title, 'Approved land, retitled');
});

test('a page without a draft is unpublished at once, and Undo shows it to readers again', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Plain land', type: 'lands', status: 'published', metafields: [{ key: 'capital', value: 'Plain' }] })).object;
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await field('Capital').waitFor();
  await more('Unpublish');
  await told('It is a draft again; readers no longer see it.');
  assert.equal(await inReadersEyes(id), null);
  await offered('It is a draft again', 'Undo');
  await told('Readers see again what they saw before.');
  assert.equal(await inReadersEyes(id), 'Plain');
  assert.equal(await page.locator('.badge').filter({ hasText: 'Draft' }).count(), 0);
});

test('what a form sends is told while it is on its way, and what the last save said is not', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Slow land', type: 'lands' })).object;
  const state = page.locator('.state [aria-live=polite]');
  const refused = (text) => page.getByRole('alert').filter({ hasText: text });
  const hold = async () => {
    const { open: release, opened } = gate();
    await page.route('**/v2/**', async (route) => {
      await opened;
      await route.abort();
    });
    return release;
  };
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await press('Publish');
  await told('It is published.');
  for (const [name, way, problem] of [['Publish', 'Publishing…', 'Not published'], ['Save draft', 'Saving…', 'Not saved']]) {
    const release = await hold();
    await button(name).click();
    await state.getByText(way).waitFor();
    assert.equal(await page.getByRole('status').filter({ hasText: 'It is published.' }).count(), 0);
    if (way === 'Publishing…') await everywhere('publishing');
    release();
    await refused(`${problem}: the server did not answer. What you typed is still here.`).waitFor();
    assert.equal(await state.getByText(way).count(), 0);
    if (way === 'Publishing…') await everywhere('not-published');
    await page.unroute('**/v2/**');
  }
  // Who has left the form is told which one it was.
  const release = await hold();
  await button('Publish').click();
  await state.getByText('Publishing…').waitFor();
  await page.locator('nav').getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
  release();
  const left = refused('“Slow land”: Not published: the server did not answer.');
  await left.waitFor();
  assert.doesNotMatch(await left.innerText(), /still here/);
  await page.unroute('**/v2/**');
});

test('a title of a thousand characters takes two lines where another screen names the object', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'A land with a long name '.repeat(31).trim(), type: 'lands' })).object;
  const lines = (link) => link.evaluate((each) => Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)));
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(`${site.url}/dashboard/demo`);
  assert.equal(await lines(page.getByRole('link', { name: 'A land with a long name' }).first()), 2);
  await everywhere('long-title-home');
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}/history`);
  await page.setViewportSize({ width: 360, height: 900 });
  assert.equal(await lines(page.locator('.crumbs').getByRole('link', { name: 'A land with a long name' })), 2);
  await everywhere('long-title-history');
});

test('a new object is begun in its title, from a list too', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/lands`);
  await button('New').click();
  await page.waitForFunction(() => document.activeElement?.closest('[data-path=title]'));
  await page.keyboard.type('Typed at once');
  assert.equal(await field('Title').inputValue(), 'Typed at once');
});

test('an object is duplicated from its own screen', async () => {
  const { id } = (await site.api('POST', `${path}/objects`, { title: 'Twin land', type: 'lands', status: 'published', metafields: [{ key: 'capital', value: 'Twin' }] })).object;
  await page.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await field('Capital').fill('Typed');
  await page.locator('.state').getByText('Your changes are kept').waitFor();
  await more('Duplicate');
  await told('“Twin land” is copied, as a draft.');
  await page.waitForFunction(() => document.querySelector('[data-path=title] input')?.value === 'Twin land (copy)');
  const copy = page.url().split('/').at(-1);
  assert.notEqual(copy, id);
  assert.equal(await field('Capital').inputValue(), 'Twin');
  assert.equal((await read(copy)).status, 'draft');
  await everywhere('duplicated');
  await offered('is copied', 'Undo');
  await page.waitForFunction(() => document.querySelector('[data-path=title] input')?.value === 'Twin land');
  assert.equal(await field('Capital').inputValue(), 'Typed');
  await assert.rejects(read(copy), /404/);
  await more('Undo my changes');
});

test('the keys save with Caps Lock, too', async () => {
  await portAt();
  await field('Motto').fill('Louder');
  const done = saved();
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'S', ctrlKey: true, cancelable: true })));
  await done;
  assert.equal((await read()).metadata.motto, 'Louder');
});

test('a list of 500 parts is edited and moved by keyboard, and draws what changed alone', async () => {
  const piers = Array.from({ length: 500 }, (_, index) => ({ type: 'repeating_item', children: [{ type: 'text', title: 'Pier', key: 'pier', value: `Pier ${index + 1}` }] }));
  const { object } = await site.api('GET', `${path}/objects/${ids.port}?status=any&show_metafields=true&depth=0`);
  const metafields = object.metafields.map((each) => (each.key === 'piers' ? { ...each, children: piers } : each));
  assert.ok(metafields.some((each) => each.key === 'piers'));
  await site.api('PATCH', `${path}/objects/${ids.port}`, { metafields });
  await portAt();
  const row = page.getByRole('button', { name: /250 Pier 250$/ });
  await row.click();
  const input = page.getByLabel('Pier', { exact: true });
  await page.evaluate(() => {
    globalThis.changed = 0;
    new MutationObserver((records) => (globalThis.changed += records.length)).observe(document.querySelector('.items'), { childList: true, subtree: true, characterData: true });
  });
  await input.fill('');
  await input.pressSequentially('Long');
  await page.getByRole('button', { name: /250 Long$/ }).waitFor();
  assert.ok((await page.evaluate(() => globalThis.changed)) <= 12, 'a key drew more than its own row');
  await page.getByRole('button', { name: /250 Long$/ }).press('Alt+ArrowUp');
  await told('moved to place 249 of 500');
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
