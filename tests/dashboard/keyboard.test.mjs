// A day without a mouse: everything is reached by Tab and the arrows, the focus is always seen and never lost.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { open, start, test } from './support.mjs';

let site;
let page;
before(async () => {
  site = await start();
  page = await open(site);
});
after(() => site?.stop());

const bucket = '/buckets/demo';
const press = (...keys) => keys.reduce((before_, key) => before_.then(() => page.keyboard.press(key)), Promise.resolve());
const type = (text) => page.keyboard.type(text);
const told = (text) => page.getByRole('status').filter({ hasText: text }).first().waitFor();

// What has the focus: its name as a screen reader says it, and whether somebody who looks finds it.
const focused = () => page.evaluate(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return { tag: 'body', name: '', seen: false };
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const labels = [...(element.labels ?? [])].map((each) => each.textContent).join(' ');
  const described = element.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const name = element.getAttribute('aria-label') || described || labels || element.textContent || element.getAttribute('placeholder') || '';
  // A heading is where one arrives on a screen; it takes no keys and needs no ring.
  const heading = /^(H1|H2|MAIN|DIALOG)$/.test(element.tagName);
  // A card that is a link draws it around the card.
  const ring = [style, getComputedStyle(element, '::after')].some((each) => each.outlineStyle !== 'none' && parseFloat(each.outlineWidth) >= 1);
  return { tag: element.tagName.toLowerCase(), name: name.replace(/\s+/g, ' ').trim(), seen: heading || (ring && box.width > 0 && box.bottom > 0 && box.top < innerHeight) };
});

async function expectSeen() {
  const at = await focused();
  assert.ok(at.seen, `the focus is not seen on <${at.tag}> “${at.name}” at ${page.url()}`);
  return at;
}

/** Tab, or Shift+Tab, until what is called so has the focus; every stop on the way is looked at. */
async function reach(name, key = 'Tab') {
  const is = (at) => (typeof name === 'string' ? at.name === name : name.test(at.name));
  const way = [];
  for (let step = 0; step < 120; ++step) {
    const at = await focused();
    if (is(at)) return expectSeen();
    await press(key);
    const next = await focused();
    // Past the last element the browser's own bar has the focus once; the page is entered again.
    if (next.tag !== 'body') await expectSeen();
    way.push(next.name || next.tag);
  }
  return assert.fail(`${name} is not reached from ${page.url()}: ${way.join(' | ')}`);
}

/** After something was done the focus stands on something of the page. */
async function expectKept() {
  await page.waitForFunction(() => document.activeElement && document.activeElement !== document.body);
}

async function expectScreen(pattern) {
  await page.waitForURL(pattern);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expectKept();
}

let id;

test('one signs in', async () => {
  await page.goto(`${site.url}/dashboard`);
  await page.getByLabel('E-mail').waitFor();
  await reach(/^E-mail/);
  await type(site.email);
  await press('Tab');
  await reach(/^Password/);
  await type(site.password);
  await press('Enter');
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
});

test('the first key leads past the menu', async () => {
  await page.reload();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  await press('Tab');
  await reach('Skip to content');
  await press('Enter', 'Tab');
  assert.ok(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)), JSON.stringify(await focused()));
});

test('a list is opened and filtered', async () => {
  await page.reload();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  await reach(/Walks$/);
  await press('Enter');
  await expectScreen('**/objects/walks');
  await page.getByRole('link', { name: 'Across the island' }).waitFor();
  await reach('Search Walks');
  await type('storm');
  await page.getByRole('link', { name: 'Across the island' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'The storm watch' }).waitFor(); // all rows go before the answer comes
  await reach(/^The storm watch/);
});

test('an object is opened, and fields of several types are filled', async () => {
  await press('Enter');
  await expectScreen(/objects\/walks\/[0-9a-f]{24}$/);
  id = /[0-9a-f]{24}$/.exec(page.url())[0];
  await page.getByLabel('In one line', { exact: true }).waitFor();
  await reach('In one line');
  await press('Control+a');
  await type('Written without a mouse');
  await reach('Summary');
  await press('Control+End');
  await type(' And a flask.');
  await reach('Kilometres');
  await press('Control+a');
  await type('3.5');
  await reach('Effort');
  await type('H'); // a native select takes the first letter
  await reach('High water'); // of a group of radio buttons the chosen one takes the focus, and the arrows choose
  await press('ArrowDown');
  await reach('Children');
  await press('Space');
  await reach('Open in winter');
  await press('Space');
  await reach('Add to Stages');
  await press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('.itembody')); // the page takes the focus there a frame later
  await reach('Stage');
  await type('Home again');
});

test('a draft is saved, published, and its history read', async () => {
  await press('Control+s');
  await told('The draft is saved');
  await expectKept();
  const { object } = await site.api('GET', `${bucket}/objects/${id}?status=any&depth=0`);
  assert.equal(object.metadata.line, 'Written without a mouse');
  assert.match(object.metadata.summary, /And a flask\.$/);
  assert.equal(object.metadata.kilometres, 3.5);
  assert.deepEqual(object.metadata.effort, { key: 'hard', value: 'Hard' });
  assert.equal(object.metadata.best_at, 'Any tide');
  assert.ok(object.metadata.good_for.includes('Children'));
  assert.equal(object.metadata.winter, false);
  assert.equal(object.metadata.stages.at(-1).stage, 'Home again');
  await reach('Publish', 'Shift+Tab');
  await press('Enter');
  await told('It is published');
  await expectKept();
  assert.equal((await site.api('GET', `${bucket}/objects/${id}`)).object.status, 'published');
  await reach('More actions');
  await press('Enter');
  await reach('History');
  await press('Enter');
  await expectScreen('**/history');
});

test('a dialog takes the focus, keeps it, and gives it back', async () => {
  await page.goBack();
  await page.getByLabel('In one line', { exact: true }).waitFor();
  await reach('More actions');
  await press('Enter');
  await reach('Schedule');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  const inside = () => page.evaluate(() => document.querySelector('dialog[open]').contains(document.activeElement));
  for (let step = 0; step < 4; ++step) {
    assert.ok(await inside());
    await expectSeen();
    await press('Tab');
  }
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectKept();
});

test('a file is described', async () => {
  await reach(/^Media$/);
  await press('Enter');
  await expectScreen('**/media');
  await page.getByText('winter-storm.jpg').first().waitFor();
  await reach(/winter-storm\.jpg/);
  await press('Enter');
  await page.getByRole('dialog').getByLabel('Alt text').waitFor();
  await reach(/^Alt text/);
  await press('Control+a');
  await type('A breaking wave');
  await reach('Save');
  await press('Enter');
  await told('The file is saved');
  await expectKept();
  const { media } = await site.api('GET', `${bucket}/media?query=${encodeURIComponent('{"original_name":"winter-storm.jpg"}')}`);
  assert.equal(media[0].metadata.alt_text, 'A breaking wave');
});

test('what goes with its button leaves the focus to what comes next', async () => {
  const made = [];
  for (const title of ['Fog', 'Hail']) made.push((await site.api('POST', `${bucket}/objects`, { type: 'categories', title })).object.id);
  for (const each of made) await site.api('DELETE', `${bucket}/objects/${each}`);
  await page.goto(`${site.url}/dashboard/demo/trash`);
  const restore = (title) => page.getByRole('button', { name: `Restore ${title}` });
  for (const [title, next] of [['Fog', /^(Restore|Delete for good: )/], ['Hail', 'Trash']]) {
    await restore(title).waitFor();
    await reach(`Restore ${title}`);
    await press('Enter');
    await restore(title).waitFor({ state: 'detached' });
    await expectKept();
    assert.match((await expectSeen()).name, new RegExp(next));
  }

  await page.goto(`${site.url}/dashboard/demo/objects/categories`);
  await page.getByRole('checkbox', { name: 'Choose Fog' }).check();
  await reach(/^Choose all \d+ that match$/);
  await press('Enter');
  await page.getByText(/^All \d+ that match$/).waitFor();
  assert.match((await expectSeen()).name, /^All \d+ that match$/);
  await press('Tab');
  await expectSeen();

  await page.goto(`${site.url}/dashboard/demo/media`);
  await page.getByRole('checkbox', { name: 'Choose winter-storm.jpg' }).check();
  await reach('Choose all shown');
  await press('Enter');
  await page.getByRole('button', { name: 'Choose all shown' }).waitFor({ state: 'detached' });
  assert.match((await expectSeen()).name, /^\d+ chosen$/);

  const { objects } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"slug":"the-keepers-path"}')}`);
  await page.goto(`${site.url}/dashboard/demo/objects/walks/${objects[0].id}`);
  const remove = page.getByRole('button', { name: 'Remove Thumbnail' });
  await remove.waitFor();
  await page.getByLabel('Title', { exact: true }).focus();
  await reach('Remove Thumbnail');
  await press('Enter');
  await remove.waitFor({ state: 'detached' });
  assert.equal((await expectSeen()).name, 'Choose Thumbnail');
});

test('what a list does with its buttons leaves the focus in the list, or in the menu', async () => {
  const button = (name) => page.getByRole('button', { name, exact: true });
  const enter = async (target) => {
    await target.focus();
    await press('Enter');
  };
  const bar = page.getByRole('group', { name: 'Chosen objects' });
  await site.api('POST', `${bucket}/views`, { title: 'All of them', type: 'categories', query: { type: 'categories' }, columns: ['status', 'slug'], sort: '' });
  await page.goto(`${site.url}/dashboard/demo/objects/categories?order_by=title&columns=status,slug,created_at`);
  const box = page.getByRole('checkbox', { name: 'Choose Harbour life' });
  const expectCell = async () => {
    await bar.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement.dataset.cell);
    await expectSeen();
  };
  await box.check();
  await enter(button('Clear'));
  await expectCell();
  await box.check();
  await enter(button('Unpublish'));
  await told('1 object unpublished.');
  await expectCell();
  await enter(button('Undo'));
  await told('1 object as before.');
  await expectCell();
  await enter(page.locator('summary').filter({ hasText: 'Columns' }));
  const slug = page.locator('.columns').getByRole('checkbox', { name: 'Slug' });
  for (const checked of [false, true]) {
    await slug.focus();
    await press('Space');
    await page.getByRole('columnheader', { name: 'Slug' }).waitFor({ state: checked ? 'attached' : 'detached' });
    assert.deepEqual(await page.evaluate(() => [document.activeElement.name, document.activeElement.checked]), ['slug', checked]);
  }
  await press('Escape');
  await enter(page.locator('.views > summary'));
  await enter(button('All of them'));
  await page.waitForURL(/view=/);
  await page.locator('.views > summary').filter({ hasText: 'View: All of them' }).waitFor();
  assert.match((await expectSeen()).name, /^View: All of them/);
});

const operated = ['types', ...['', '/users', '/keys', '/webhooks', '/merges', '/activity', '/transfer', '/bucket', '/api'].map((each) => `settings${each}`)].map((each) => `demo/${each}`);
const served = ['health', 'plugins', 'plugins/webhooks', 'buckets', 'accounts'].map((each) => `-/server/${each}`);

test('every screen of those who run a bucket or the server is walked through with Tab', async () => {
  const inside = 'a[href], button, input:not([type=radio]), select, textarea, summary, [tabindex="0"]';
  for (const screen of [...operated, ...served]) {
    await page.goto(`${site.url}/dashboard/${screen}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('main .waiting').first().waitFor({ state: 'hidden' });
    // The pictures to choose from come after the rest of the form.
    if (screen.endsWith('/bucket')) await page.getByRole('combobox', { name: 'Picture', exact: true }).waitFor();
    await page.evaluate(() => document.querySelector('main').focus());
    for (let step = 0; step < 200; ++step) {
      await press('Tab');
      const within = await page.evaluate(() => {
        const element = document.activeElement;
        element.reached = true;
        return !!element.closest('main');
      });
      if (!within) break;
      await expectSeen();
    }
    const missed = await page.evaluate((these) => [...document.querySelectorAll(these)]
      .filter((each) => each.closest('main') && each.checkVisibility() && !each.disabled && each.tabIndex >= 0 && !each.reached)
      .map((each) => each.outerHTML.slice(0, 120)), inside);
    assert.deepEqual(missed, [], screen);
  }
});

test('a plugin is switched off and on, and a token is made', async () => {
  await page.goto(`${site.url}/dashboard/-/server/plugins`);
  await page.getByRole('heading', { name: 'Plugins', level: 1 }).waitFor();
  for (const [now, words] of [['off', 'views is off.'], ['on', 'views runs.']]) {
    await page.getByRole('button', { name: `Switch ${now} views`, exact: true }).waitFor();
    await reach(`Switch ${now} views`);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await reach(/^Your password/);
    await type(site.password);
    await press('Enter');
    await told(words);
    await expectKept();
    await page.getByRole('button', { name: `Switch ${now === 'off' ? 'on' : 'off'} views` }).waitFor();
  }
  await page.goto(`${site.url}/dashboard/demo/settings/keys`);
  await page.getByRole('button', { name: 'New token' }).waitFor();
  await reach('New token');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await reach(/^Title/);
  await type('By keys');
  await press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Token' }).waitFor();
  await reach('I have kept it');
  await press('Enter');
  await expectKept();
  const { tokens } = await site.api('GET', `${bucket}/tokens`);
  assert.deepEqual(tokens.map((each) => each.title), ['By keys']);
});

test('the focus stays when parts are moved or removed and values are taken away', async () => {
  const isOn = (name) => page.waitForFunction((wanted) => {
    const active = document.activeElement;
    return (active?.getAttribute('aria-label') ?? active?.textContent?.trim()) === wanted;
  }, name);
  const focusOn = (name) => page.getByRole('button', { name, exact: true }).focus();
  const { objects } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"slug":"the-keepers-path"}')}`);
  await page.goto(`${site.url}/dashboard/demo/objects/walks/${objects[0].id}`);
  await page.getByRole('group', { name: 'Read before you go' }).locator('li a').nth(1).filter({ hasNotText: '…' }).waitFor();
  await focusOn('Move Stages 2 up');
  await press('Enter');
  await isOn('Move Stages 1 up');
  await press('Enter'); // nothing, and it stays
  await isOn('Move Stages 1 up');
  await focusOn('Move Stages 2 up');
  await press('Enter');
  await isOn('Move Stages 1 up'); // and they stand as before
  await focusOn('Remove Picture');
  await press('Enter');
  await isOn('Choose Picture');
  await focusOn('Remove Start');
  await press('Enter');
  await isOn('Choose Start');
  await page.locator('.choices').filter({ has: page.getByLabel('Any tide') }).getByRole('button', { name: 'Clear' }).focus();
  await press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('input[type=radio]'));
  const relations = page.getByRole('group', { name: 'Read before you go' });
  const titles = await relations.locator('li a').allTextContents();
  assert.equal(titles.length, 2);
  await focusOn(`Move ${titles[1]} up`);
  await press('Enter');
  await isOn(`Move ${titles[1]} up`);
  await focusOn(`Remove ${titles[1]}`);
  await press('Enter');
  await isOn(`Remove ${titles[0]}`);
  await press('Enter');
  await isOn('Choose Read before you go');
});

test('the focus stays where a row, a choice or a folder was removed, and with what is moved', async () => {
  const button = (name) => page.getByRole('button', { name, exact: true });
  const isOn = (name) => page.waitForFunction((wanted) => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim()) === wanted, name);
  const isInRow = () => page.waitForFunction(() => document.activeElement?.closest('[data-row]'));
  const enter = async (name) => {
    await button(name).focus();
    await press('Enter');
  };
  const agree = (name) => page.getByRole('dialog').getByRole('button', { name, exact: true }).last().click();

  for (const title of ['First key', 'Second key']) await site.api('POST', `${bucket}/tokens`, { title, permissions: { read: 'published' } });
  await page.goto(`${site.url}/dashboard/demo/settings/keys`);
  await enter('Revoke the token First key');
  await agree('Revoke');
  await button('Revoke the token First key').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Change the token'));

  await page.goto(`${site.url}/dashboard/demo/media`);
  await page.getByRole('checkbox', { name: 'Choose winter-storm.jpg' }).check();
  await enter('Clear');
  await page.getByRole('group', { name: 'Chosen files' }).waitFor({ state: 'detached' });
  await isInRow();
  await page.locator('.tile').filter({ hasText: 'winter-storm.jpg' }).focus();
  await press('Enter');
  await page.getByRole('dialog').getByLabel('Alt text').waitFor();
  await enter('Delete');
  await page.getByRole('dialog', { name: 'Delete?' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await page.locator('.tile').filter({ hasText: 'winter-storm.jpg' }).waitFor({ state: 'detached' });
  await isInRow();
  await enter('Undo');
  await page.locator('.tile').filter({ hasText: 'winter-storm.jpg' }).waitFor();
  await site.api('POST', `${bucket}/media-folders`, { title: 'Passing' });
  await page.goto(`${site.url}/dashboard/demo/media?folder=passing`);
  await enter('Delete folder');
  await agree('Delete folder');
  await button('Delete folder').waitFor({ state: 'detached' });
  await isOn('Media');

  const choices = ['One', 'Two', 'Three'].map((key) => ({ key, value: key.toLowerCase() }));
  await site.api('POST', `${bucket}/object-types`, { title: 'Passing', slug: 'passing', metafields: [
    { type: 'select-dropdown', key: 'pick', title: 'Pick', options: choices, value: '' }, { type: 'parent', key: 'group', title: 'Group', children: [] }] });
  await page.goto(`${site.url}/dashboard/demo/types/passing`);
  await page.locator('.fold').filter({ hasText: 'Pick' }).click();
  await enter('Move choice 3 up');
  await isOn('Move choice 2 up');
  await press('Enter');
  await isOn('Name of choice 1'); // there is no further up
  assert.deepEqual(await Promise.all([1, 2, 3].map((each) => page.getByLabel(`Value of choice ${each}`).inputValue())), ['three', 'one', 'two']);
  await enter('Remove choice 3');
  await isOn('Remove choice 2');
  await press('Enter');
  await isOn('Remove choice 1');
  await press('Enter');
  await isOn('Add a choice');
  await page.getByLabel('Stands in').focus();
  await page.getByLabel('Stands in').selectOption({ label: 'Group' });
  await page.waitForFunction(() => document.activeElement?.matches('select[data-group]') && document.activeElement.closest('li li'));
  await page.getByRole('button', { name: 'As JSON' }).click();
  await page.getByRole('button', { name: 'As JSON' }).click();
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();

  await page.goto(`${site.url}/dashboard/demo/types`);
  await enter('Delete Passing');
  await page.getByRole('dialog').getByRole('button', { name: /^Delete/ }).last().click();
  await button('Delete Passing').waitFor({ state: 'detached' });
  await isInRow();
});

test('one signs out', async () => {
  await page.goto(`${site.url}/dashboard/demo`);
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  await reach(/^Alma/, 'Shift+Tab');
  await press('Enter');
  await reach('Sign out');
  await press('Enter');
  await page.getByLabel('E-mail').waitFor();
  await reach(/^E-mail/);
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
