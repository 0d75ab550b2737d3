// What a form and a list say of what was done and of what was not: by name, for as long as it is of use, and with the way back.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, gate, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
let site;
let page;
before(async () => {
  site = await start();
  const field = (type, title) => ({ type, title, key: title.toLowerCase(), value: '' });
  await site.api('POST', `${path}/object-types`, { title: 'Lands', slug: 'lands', singular: 'Land', metafields: [field('text', 'Capital'), field('markdown', 'Notes'), field('json', 'Data')] });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const note = (text, at = page) => at.getByRole('status').filter({ hasText: text });
const alert = (text, at = page) => at.getByRole('alert').filter({ hasText: text });
const told = (text, at = page) => note(text, at).first().waitFor();
const more = async (name, at = page) => {
  await at.getByLabel('More actions').click();
  await button(name, at).click();
};
const make = async (title, rest = {}) => (await site.api('POST', `${path}/objects`, { title, type: 'lands', ...rest })).object.id;
const show = async (id, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/lands/${id}`);
  await at.getByRole('heading', { level: 1 }).first().waitFor();
};
const read = async (id) => (await site.api('GET', `${path}/objects/${id}?status=any`)).object;
const away = async (at = page) => {
  await at.locator('nav').getByRole('link', { name: 'Trash' }).click();
  await at.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
};
const back = async (title, at = page) => {
  await at.goBack();
  await at.getByRole('heading', { name: title, level: 1 }).waitFor();
};
const writes = (route) => route.request().method() !== 'GET';
/** What writes is answered by `answer` alone, until it is told otherwise. */
const refusing = async (answer = (route) => route.abort(), at = page) => {
  const refuse = (route) => (writes(route) && !route.request().url().includes('/autosave') ? answer(route) : route.fallback());
  await at.route('**/v2/**', refuse);
  return () => at.unroute('**/v2/**', refuse);
};
/** What writes waits until the gate is opened. */
const holding = async (at = page) => {
  const { open: letGo, opened } = gate();
  const done = await refusing((route) => opened.then(() => route.continue()), at);
  return { letGo, done };
};
const everywhere = async (name) => {
  for (const [scheme, width] of [['light', 1440], ['dark', 360]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await axe(page, `${name}-${scheme}-${width}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 900 });
};
const isFocused = (locator) => locator.evaluate((each) => each === document.activeElement);

test('what was done to a form that is left names its object, and so does what its Undo answers', async () => {
  const [id, other] = [await make('Northland', { status: 'draft' }), await make('Southland')];
  await show(id);
  await button('Publish').click();
  await told('It is published.');
  await away();
  await told('“Northland” is published.');
  await page.locator('nav').getByRole('link', { name: 'Lands' }).click();
  await page.getByRole('link', { name: 'Southland', exact: true }).click();
  await page.getByRole('heading', { name: 'Southland', level: 1 }).waitFor();
  await note('“Northland” is published.').getByRole('button', { name: 'Undo' }).click();
  await told('“Northland” is a draft again; readers no longer see it.');
  assert.equal((await read(id)).status, 'draft');
  assert.equal((await read(other)).status, 'published');
  await note('“Northland” is a draft again').getByRole('button', { name: 'Undo' }).click();
  await told('“Northland”: Readers see again what they saw before.');
  assert.equal((await read(id)).status, 'published');
});

test('who leaves while something is published or unpublished is told which of the two it was, and can undo it', async () => {
  const id = await make('Slow coast', { status: 'draft' });
  for (const [act, answer, status] of [[() => button('Publish').click(), '“Slow coast” is published.', 'published'],
    [() => more('Unpublish'), '“Slow coast” is a draft again; readers no longer see it.', 'draft']]) {
    await show(id);
    await field('Capital').waitFor();
    const slow = await holding();
    await act();
    await away();
    slow.letGo();
    await told(answer);
    await slow.done();
    assert.equal((await read(id)).status, status);
    await note(answer).getByRole('button', { name: 'Undo' }).waitFor();
  }
});

test('a schedule that is refused stays in its dialog, which says that it was not set', async () => {
  const id = await make('Planned coast', { status: 'draft' });
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await show(id);
  await more('Schedule');
  await field('Publish at').fill('2095-05-04T09:00');
  const heal = await refusing();
  await button('Set the schedule').click();
  await alert('Not scheduled: the server did not answer.').waitFor();
  assert.equal(await page.getByText('What you typed is still here').count(), 0);
  await everywhere('not-scheduled');
  await heal();
  // The next answer does not take it away.
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { capital: 'Theirs' } });
  await page.waitForFunction(() => [...document.querySelectorAll('form input')].some((each) => each.value === 'Theirs'));
  await alert('Not scheduled: the server did not answer.').waitFor();
  assert.equal(await field('Publish at').inputValue(), '2095-05-04T09:00');
  assert.equal((await read(id)).publish_at, null);
  await button('Set the schedule').click();
  await told('The schedule is set.');
  assert.equal(await dialog.count(), 0);
  assert.equal(await alert('Not scheduled').count(), 0);
  assert.equal(new Date((await read(id)).publish_at).getFullYear(), 2095);

  // Somebody else was faster, and this form has not heard of it.
  await page.route('**/changes?*', (route) => route.abort());
  await show(id);
  await field('Capital').fill('Mine');
  await more('Schedule');
  await field('Publish at').fill('2096-05-04T09:00');
  await site.api('PATCH', `${path}/objects/${id}`, { title: 'Planned coast, retitled' });
  await button('Set the schedule').click();
  await alert('Not scheduled: somebody else changed it meanwhile.').waitFor();
  assert.equal(await field('Publish at').inputValue(), '2096-05-04T09:00');
  assert.equal(new Date((await read(id)).publish_at).getFullYear(), 2095);
  await page.getByRole('heading', { name: 'Planned coast, retitled', includeHidden: true }).waitFor();
  await button('Set the schedule').click();
  await told('The schedule is set.');
  const stored = await read(id);
  assert.deepEqual([new Date(stored.publish_at).getFullYear(), stored.title, stored.metadata.capital], [2096, 'Planned coast, retitled', 'Mine']);
  await page.unroute('**/changes?*');

  // Who closes the dialog first is told beside the form, and who has left the form by name.
  await more('Schedule');
  const { open: letGo, opened } = gate();
  const end = await refusing((route) => opened.then(() => route.abort()));
  await field('Publish at').fill('2097-05-04T09:00');
  await button('Set the schedule').click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await away();
  letGo();
  await alert('“Planned coast, retitled”: Not scheduled: the server did not answer.').waitFor();
  await end();
  await button('Dismiss').click();
});

test('what was not done says so until it is done', async () => {
  const id = await make('Lasting coast');
  await show(id);
  const heal = await refusing();
  await more('Duplicate');
  await alert('Not duplicated: the server did not answer.').waitFor();
  await more('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await alert('Not deleted: the server did not answer.').waitFor();
  assert.equal(await page.getByText('What you typed is still here').count(), 0);
  await heal();
  await field('Capital').fill('Typed');
  await page.getByText('Your changes are kept').waitFor();
  await away();
  await alert('“Lasting coast”: Not deleted: the server did not answer.').waitFor();
  await alert('“Lasting coast”: Not duplicated: the server did not answer.').waitFor();
  await back('Lasting coast');
  await more('Duplicate');
  await told('“Lasting coast” is copied, as a draft.');
  assert.equal(await alert('Not duplicated').count(), 0);
  await alert('“Lasting coast”: Not deleted: the server did not answer.').waitFor();
  await button('Dismiss').first().click();

  await page.goto(`${site.url}/dashboard/demo/objects/lands`);
  await page.getByRole('checkbox', { name: 'Choose Lasting coast' }).first().check();
  await page.getByRole('checkbox', { name: 'Choose Planned coast, retitled' }).check();
  const healList = await refusing();
  await button('Unpublish').click();
  await alert('2 objects are not unpublished: the server did not answer.').waitFor();
  await everywhere('not-unpublished');
  await healList();
  await site.api('PATCH', `${path}/objects/${id}`, { metadata: { capital: 'Read since' } });
  await page.getByRole('row').filter({ hasText: 'Read since' }).waitFor();
  await alert('2 objects are not unpublished: the server did not answer.').waitFor();
  await button('Unpublish').click();
  await told(/objects? unpublished\./);
  assert.equal(await alert('are not unpublished').count(), 0);
});

test('what "Undo my changes" discarded comes back from another screen, and into the form that is open by then', async () => {
  const id = await make('Regretted coast', { metafields: [{ key: 'capital', value: 'Old' }] });
  const discarded = note('What you typed into “Regretted coast” is discarded.');
  const isIn = async (words) => page.waitForFunction(([input, value]) => input.value === value, [await field('Capital').elementHandle(), words]);
  await show(id);
  await field('Capital').fill('Precious');
  await page.getByText('Your changes are kept').waitFor();
  await more('Undo my changes');
  await told('What you typed is discarded.');
  await isIn('Old');
  await away();
  await everywhere('discarded-away');
  await discarded.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL(new RegExp(id));
  await isIn('Precious');
  await more('Undo my changes');
  await isIn('Old');
  await away();
  await back('Regretted coast');
  await isIn('Old');
  await discarded.getByRole('button', { name: 'Undo' }).click();
  await isIn('Precious');
  await page.getByText('Your changes are kept').waitFor();
  await more('Undo my changes');

  // What was to be new is offered where new objects are begun.
  await show('new');
  await field('Title').fill('Unborn coast');
  await page.getByText('Kept on this computer').waitFor();
  await more('Undo my changes');
  await page.waitForFunction((title) => title === document.activeElement, await field('Title').elementHandle()); // the menu is gone, and the focus is not
  await away();
  await note('What you typed into “Unborn coast” is discarded.').getByRole('button', { name: 'Undo' }).click();
  await button('Continue “Unborn coast”').click();
  await page.waitForFunction(() => [...document.querySelectorAll('.big input')].some((each) => each.value === 'Unborn coast'));
  await more('Undo my changes');
});

test('the offer to discard what is back goes when that is saved', async () => {
  const id = await make('Saved coast');
  await show(id);
  await field('Capital').fill('To be saved');
  await page.getByText('Your changes are kept').waitFor();
  await page.reload();
  await told('What you typed and did not save is back.');
  await button('Discard it').waitFor();
  await button('Save draft').click();
  await told('The draft is saved.');
  await button('Discard it').waitFor({ state: 'detached' });
});

test('a note waits while somebody is at it, and gives the focus back when it goes', async () => {
  const other = await open(site, page.context());
  await other.clock.install();
  const id = await make('Waited for', { status: 'draft' });
  const undo = note('It is published.', other).getByRole('button', { name: 'Undo' });
  for (const [come, go] of [[() => undo.focus(), () => field('Title', other).focus()], [() => undo.hover(), () => other.mouse.move(0, 0)]]) {
    await show(id, other);
    await field('Title', other).focus();
    await button('Publish', other).click();
    await come();
    await other.clock.runFor(40_000);
    await undo.waitFor();
    await go();
    await other.clock.runFor(4_000);
    await undo.waitFor({ state: 'detached' });
  }
  // What takes it away while it has the focus.
  await field('Title', other).focus();
  await other.keyboard.press('Control+Enter');
  await undo.focus();
  const took = other.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await other.keyboard.press('Control+Enter');
  await took;
  await other.waitForFunction(() => document.activeElement !== document.body && !document.activeElement.closest('.note'));
  await other.close();
});

test('a button that the role no longer allows goes when the server says so', async () => {
  const member = await addMember(site, 'lowered@tideline.example', { role: 'editor' });
  const at = await open(site);
  await signIn(at, member);
  const id = await make('Refused coast', { status: 'draft' });
  await show(id, at);
  await field('Capital', at).fill('Theirs to prepare');
  const { users } = await site.api('GET', `${path}/users`);
  await site.api('PATCH', `${path}/users/${users.find((each) => each.email === member.email).id}`, { role: 'editor', publishing_restrictions: 'draft_only' });
  await button('Publish', at).click();
  await alert('Not published:', at).waitFor();
  await button('Publish', at).waitFor({ state: 'detached' });
  assert.ok(await at.evaluate(() => document.activeElement !== document.body));
  await button('Save draft', at).click();
  await told('The draft is saved.', at);
  assert.deepEqual([(await read(id)).status, (await read(id)).metadata.capital], ['draft', 'Theirs to prepare']);
  await at.context().close();
});

test('the end of what is no longer published is told as what would be', async () => {
  const id = await make('Ending coast', { unpublish_at: Date.parse('2097-01-02') });
  await show(id);
  await page.locator('.badge').getByText(/^Ends .*2097/).waitFor();
  await more('Unpublish');
  await told('It is a draft again');
  await page.locator('.badge').getByText(/^Would end .*2097.* if published$/).waitFor();
  await everywhere('would-end');
  await button('Publish').click();
  await page.locator('.badge').getByText(/^Ends .*2097/).waitFor();
});

test('a new form has no empty menu, and tools that undo are off while there is nothing to undo', async () => {
  await show('new');
  await field('Title').waitFor();
  assert.ok(await isFocused(field('Title')));
  assert.equal(await page.getByLabel('More actions').isVisible(), false);
  for (const name of ['Notes', 'Data']) {
    const bar = page.getByRole('toolbar', { name: `Formatting: ${name}` });
    const isOff = (tool, off) => bar.locator(`.tool${off ? '[aria-disabled=true]' : ':not([aria-disabled])'}`).filter({ hasText: tool }).waitFor();
    await isOff('Undo typing', true);
    await isOff('Redo typing', true);
    await field(name).fill('[1]');
    await isOff('Undo typing', false);
    await bar.getByRole('button', { name: 'Undo typing' }).click();
    await isOff('Undo typing', true);
    await isOff('Redo typing', false);
    assert.equal(await field(name).innerText().then((text) => text.trim()), '');
  }
  await field('Title').fill('Begun');
  await page.getByLabel('More actions').click();
  await button('Undo my changes').click();
  assert.equal(await page.getByLabel('More actions').isVisible(), false);
});

test('who only reads sees all texts as such, and no form for what they may not make', async () => {
  const member = await addMember(site, 'onlooker@tideline.example', { role: 'contributor', object_types: ['articles'] });
  const at = await open(site);
  await signIn(at, member);
  const id = await make('Read coast', { content: '<p>Of all readers</p>', metafields: [{ key: 'notes', value: '*Read*' }, { key: 'data', value: [1] }] });
  await show(id, at);
  await at.locator('.cm-content').nth(1).waitFor();
  await at.locator('.prose').waitFor();
  const colours = await at.evaluate(() => ['input[readonly]', '.text-frame:has(.prose)', '.text-frame:has(.cm-content)'].map((each) => {
    const { backgroundColor, color } = getComputedStyle(document.querySelector(`form ${each}`));
    return `${color} on ${backgroundColor}`;
  }));
  assert.deepEqual(new Set(colours).size, 1, colours.join('; '));
  await axe(at, 'only-read');
  await show('new', at);
  await at.getByText('Your role reads Lands here').waitFor();
  assert.equal(await at.locator('form').getByRole('textbox').count(), 0);
  await axe(at, 'not-to-be-made');
  await at.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
