// Markdown and JSON are edited as source: with tools and keys, with the place of what is wrong, and what is typed is stored as it stands.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
const type = 'notes';
let site;
let page;
let other; // an editor, in a browser of their own

before(async () => {
  site = await start();
  await site.api('POST', `${path}/object-types`, { title: 'Notes', singular: 'Note', slug: type, options: { slug_field: false, content_editor: false },
    metafields: [{ type: 'markdown', title: 'Story', key: 'story', value: '' }, { type: 'json', title: 'Data', key: 'data', value: '' }, { type: 'text', title: 'Motto', key: 'motto', value: '' }] });
  page = await open(site);
  await signIn(page, site);
  const member = await addMember(site, 'berta@tideline.example', { role: 'editor' });
  other = await open(site);
  await signIn(other, member);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByRole('textbox', { name, exact: true });
const tool = (name, of = 'Story', at = page) => at.getByRole('toolbar', { name: `Formatting: ${of}` }).getByRole('button', { name, exact: true });
const make = async (values, more = {}) => (await site.api('POST', `${path}/objects`, { type, title: 'A note', metafields: Object.entries(values).map(([key, value]) => ({ key, value })), ...more })).object.id;
const show = async (id, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/${type}/${id}`);
  await at.locator('.cm-content').nth(1).waitFor();
};
const edit = async (values, more) => {
  const id = await make(values, more);
  await show(id);
  return id;
};
const stored = async (id) => (await site.api('GET', `${path}/objects/${id}?status=any`)).object.metadata;
const isWrite = (request) => ['POST', 'PATCH'].includes(request.method()) && /\/objects\/\w+(\/revisions\?props=id)?$/.test(request.url());
const saveBy = async (act, at = page) => {
  const done = at.waitForResponse((answer) => isWrite(answer.request()) && answer.ok());
  await act();
  await done;
  await at.locator('.state').filter({ hasText: /Saved/ }).waitFor();
};
const save = (at = page) => saveBy(() => button('Save draft', at).click(), at);
const linesOf = (name, at = page) => field(name, at).evaluate((each) => [...each.querySelectorAll('.cm-line')].map((line) => line.textContent));
const toEnd = async (name, at = page) => {
  await field(name, at).click();
  await at.keyboard.press('Control+End');
};

test('Markdown is written with tools and keys, and stored as it stands', async () => {
  const id = await edit({ story: '' });
  await field('Story').click();
  await page.keyboard.type('The harbour');
  await tool('Heading').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Built of ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('oak');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' and ');
  await tool('Italic').click();
  await page.keyboard.type('tar');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await tool('Bulleted list').click();
  await page.keyboard.press('End');
  await page.keyboard.type('Nets');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Lamps');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('7. seven');
  await page.keyboard.press('Enter');
  await page.keyboard.type('eight');
  await axe(page, 'markdown');
  await save();
  assert.equal((await stored(id)).story, '## The harbour\nBuilt of **oak** and *tar*\n- Nets\n- Lamps\n7. seven\n8. eight');
});

test('Markdown has a preview in which nothing runs', async () => {
  await edit({ story: '# Shown\n\n*slanted* <script>parent.document.title = "run"</script><img src=x onerror="parent.document.title = \'run\'">' });
  const before = site.faults.length;
  await button('Show as readers see it').click();
  const preview = page.frameLocator('iframe[title="Preview of Story"]');
  await preview.getByRole('heading', { name: 'Shown' }).waitFor();
  assert.equal(await preview.locator('em').textContent(), 'slanted');
  assert.notEqual(await page.title(), 'run');
  // A frame without scripts says that it refused those, which is what it is for.
  site.faults.splice(before); // the frame says that it refused the script, which is what it is for
});

test('a link and a picture are asked for, and written as Markdown', async () => {
  const id = await edit({ story: 'Read the table' });
  await field('Story').click();
  await page.keyboard.press('Control+Home');
  for (let each = 0; each < 9; ++each) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Shift+End');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowRight');
  await tool('Link').click();
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await page.waitForFunction(() => document.activeElement?.matches('dialog[open] input'));
  await dialog.getByLabel('Where the link leads').fill('https://example.com/a (b)');
  await page.keyboard.press('Enter');
  await page.locator('.cm-line', { hasText: '[table](' }).waitFor(); // a frame after the focus is back
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await tool('Picture').click();
  const picker = page.getByRole('dialog', { name: /^Choose/ });
  await picker.getByRole('searchbox').fill('cliff-path');
  await picker.getByRole('button', { name: 'harbour-at-dawn.jpg' }).waitFor({ state: 'detached' }); // what is found moves all others
  await picker.getByRole('button', { name: 'cliff-path.jpg' }).click();
  await page.locator('.cm-line', { hasText: '![' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'textbox');
  await save();
  const { media } = await site.api('GET', `${path}/media?query=${encodeURIComponent('{"original_name":"cliff-path.jpg"}')}`);
  const alt = media[0].metadata?.alt_text ?? media[0].metadata?.alt ?? '';
  assert.equal((await stored(id)).story, `Read the [table](<https://example.com/a (b)>)\n![${alt}](${media[0].url})`);
});

test('letters that come as fast as they can all arrive, and typing is undone', async () => {
  const id = await edit({ story: '' });
  await field('Story').click();
  const words = 'The quick brown fox jumps over the lazy dog. '.repeat(8);
  await page.keyboard.type(words);
  await save();
  assert.equal((await stored(id)).story, words);
  await field('Story').click();
  for (let round = 0; round < 10; ++round) await page.keyboard.press('Control+z');
  assert.deepEqual(await linesOf('Story'), ['']);
  for (let round = 0; round < 10; ++round) await page.keyboard.press('Control+y');
  assert.deepEqual(await linesOf('Story'), [words]);
});

test('line breaks of another kind stay, and many lines are typed over', async () => {
  const id = await edit({ story: 'One\r\nTwo\r\n' });
  await toEnd('Story');
  await page.keyboard.type('Three');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Four');
  await save();
  assert.equal((await stored(id)).story, 'One\r\nTwo\r\nThree\r\nFour');
  await page.keyboard.press('Control+a');
  await field('Story').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Gone');
  await save();
  assert.equal((await stored(id)).story, 'Gone');
});

test('Tab leaves the text; its name, its tools and their keys are there for who hears them', async () => {
  await edit({ story: 'Words' });
  await tool('Heading').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-labelledby') === document.querySelector('.cm-content').getAttribute('aria-labelledby')), true);
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => !document.activeElement.matches('.cm-content')));
  assert.deepEqual(await field('Data').evaluate((each) => [each.getAttribute('aria-multiline'), each.spellcheck]), ['true', false]);
  assert.equal(await field('Story').evaluate((each) => each.spellcheck), true);
  assert.equal(await tool('Bold').getAttribute('aria-keyshortcuts'), 'Control+B');
});

test('what is no JSON is not stored, and it says where it is wrong, and why', async () => {
  const id = await edit({ data: { a: 1 } });
  assert.deepEqual(await linesOf('Data'), ['{', '  "a": 1', '}']);
  await field('Data').fill('{\n  "a": 1,\n  "b": [1, 2,]\n}');
  const alert = page.getByRole('alert').filter({ hasText: 'Not JSON yet' });
  await alert.getByText('line 3, column 13', { exact: false }).waitFor();
  await alert.getByText('There is a comma after the last part.', { exact: false }).waitFor();
  assert.equal(await page.locator('.cm-wrong').textContent(), ',');
  const described = await field('Data').evaluate((each) => document.getElementById(each.getAttribute('aria-describedby').split(' ')[0]).textContent);
  assert.match(described, /line 3, column 13/);
  assert.equal(await field('Data').getAttribute('aria-invalid'), 'true');
  await axe(page, 'json-wrong');
  await field('Motto').fill('Saved beside it');
  for (const name of ['Save draft', 'Publish']) {
    await button(name).click();
    await page.getByRole('alert').filter({ hasText: '“Data” is not JSON yet.' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[data-path="metafields[1]"] .cm-content'));
    await field('Motto').focus();
    await button('Dismiss').click();
  }
  assert.deepEqual([(await stored(id)).data, (await stored(id)).motto], [{ a: 1 }, '']);
  assert.deepEqual(await linesOf('Data'), ['{', '  "a": 1,', '  "b": [1, 2,]', '}'], 'what is wrong is still there, to be put right');
  await field('Data').fill('{"a":2,"b":[1,2]}');
  await alert.waitFor({ state: 'detached' });
  await page.locator('.cm-wrong').waitFor({ state: 'detached' });
  await tool('Format', 'Data').click();
  assert.deepEqual(await linesOf('Data'), ['{', '  "a": 2,', '  "b": [', '    1,', '    2', '  ]', '}']);
  await save();
  assert.deepEqual((await stored(id)).data, { a: 2, b: [1, 2] });
});

test('JSON that is not finished is kept and comes back, from this browser and from the server', async () => {
  const id = await edit({ data: { a: 1 } });
  const typed = ['{"precious": "words'];
  const isBack = () => page.waitForFunction((text) => document.querySelector('[data-path="metafields[1]"] .cm-line')?.textContent === text, typed[0]);
  await field('Data').fill(typed[0]);
  await page.getByText('Your changes are kept').waitFor();
  await page.reload();
  await isBack();
  await page.getByRole('alert').filter({ hasText: 'Not JSON yet' }).waitFor();
  await page.evaluate(() => localStorage.clear());
  await show(id);
  await isBack();
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  await page.goBack();
  await isBack();
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await page.waitForFunction(() => document.querySelector('[data-path="metafields[1]"] .cm-line:nth-child(2)')?.textContent === '  "a": 1');
  assert.deepEqual((await stored(id)).data, { a: 1 });
});

test('the way to JSON that is not finished leads into what is folded', async () => {
  await site.api('POST', `${path}/object-types`, { title: 'Boxes', singular: 'Box', slug: 'boxes', options: { slug_field: false, content_editor: false },
    metafields: [{ type: 'repeater', title: 'Parts', key: 'parts', children: [], repeater_fields: [{ type: 'json', title: 'Inside', key: 'inside', value: '' }] }] });
  await page.goto(`${site.url}/dashboard/demo/objects/boxes/new`);
  await page.getByLabel('Title', { exact: true }).fill('A box');
  await button('Add to Parts').click();
  await field('Inside').fill('[1, ');
  await page.locator('.itembar .fold').click();
  await field('Inside').waitFor({ state: 'detached' });
  await page.locator('legend .fold').click();
  await button('Publish').click();
  await page.getByRole('alert').filter({ hasText: '“Inside” is not JSON yet.' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('.cm-content'));
  assert.deepEqual(await linesOf('Inside'), ['[1, ']);
  await field('Inside').fill('[1, 2]');
  await button('Save draft').click();
  await page.waitForURL(/\/boxes\/[0-9a-f]{24}$/);
});

test('each kind of fault in JSON is named at its place', async () => {
  await edit({ data: '' });
  for (const [text, place, words] of [
    ['{"a" 1}', 'line 1, column 6', 'A colon is expected'], ['{a: 1}', 'line 1, column 2', 'A name in double quotes'], ['[1 2]', 'line 1, column 4', 'A comma or “]”'],
    ['{"a": tru}', 'line 1, column 7', '“tru” is no value'], ['[1,\n 2', 'line 2, column 3', 'ends too early'], ['[] []', 'line 1, column 4', 'Nothing is expected'],
    ["{'a': 1}", 'line 1, column 2', 'A name in double quotes'], ['["a\\x"]', 'line 1, column 4', 'After a backslash'], ['["a\nb"]', 'line 1, column 2', 'not closed in its line'],
  ]) {
    await field('Data').fill(text);
    await page.getByRole('alert').filter({ hasText: place }).filter({ hasText: words }).waitFor();
  }
  await field('Data').fill('');
  await page.getByRole('alert').filter({ hasText: 'Not JSON' }).waitFor({ state: 'detached' });
});

test('what another person saves appears in both texts where nothing was typed, and not over what is being typed', async () => {
  const id = await edit({ story: 'One\nTwo', data: { n: 1 } }, { status: 'published' });
  await show(id, other);
  await toEnd('Story');
  await field('Story', other).click();
  await other.keyboard.press('Control+Home');
  await other.keyboard.type('By Berta: ');
  await field('Data', other).fill('{"n": 2}');
  await saveBy(() => button('Publish', other).click(), other);
  await page.waitForFunction(() => document.querySelector('.cm-line').textContent === 'By Berta: One');
  await page.waitForFunction(() => [...document.querySelectorAll('.cm-line')].some((line) => line.textContent === '  "n": 2'));
  await page.keyboard.type(', and me');
  assert.deepEqual(await linesOf('Story'), ['By Berta: One', 'Two, and me'], 'the cursor stayed where it was');
  await saveBy(() => button('Publish').click());
  assert.deepEqual(await stored(id), { story: 'By Berta: One\nTwo, and me', data: { n: 2 }, motto: '' });
  // While the text here is broken, theirs is offered.
  await field('Data').fill('{"n": ');
  await other.waitForFunction(() => [...document.querySelectorAll('.cm-line')].some((line) => line.textContent === 'Two, and me'));
  await field('Data', other).fill('{"n": 3}');
  await saveBy(() => button('Publish', other).click(), other);
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile.' }).waitFor();
  assert.deepEqual(await linesOf('Data'), ['{"n": ']);
  await button('Show theirs').click();
  assert.deepEqual(await linesOf('Data'), ['{', '  "n": 3', '}']);
});

test('what both changed is shown, and one is chosen', async () => {
  const id = await edit({ story: 'Start', data: { n: 1 } }, { status: 'published' });
  await show(id, other);
  await field('Data').fill('{"mine": 1}');
  await field('Story').fill('Mine');
  await field('Data', other).fill('{"theirs": 1}');
  await field('Story', other).fill('Written by her');
  await saveBy(() => button('Publish', other).click(), other);
  await button('Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  await page.waitForFunction(() => document.activeElement?.closest('dialog[open]'));
  const data = dialog.getByRole('group', { name: 'Data' });
  await data.getByText('"mine": 1', { exact: false }).waitFor();
  await data.getByText('"theirs": 1', { exact: false }).waitFor();
  const story = dialog.getByRole('group', { name: 'Story' });
  await story.getByText('Written by her').waitFor();
  await data.getByLabel('Theirs').check();
  await saveBy(() => button('Save the merged version').click());
  assert.deepEqual(await stored(id), { story: 'Mine', data: { theirs: 1 }, motto: '' });
  assert.deepEqual(await linesOf('Data'), ['{', '  "theirs": 1', '}']);
});

test('what is typed is kept, and is there again after the window was closed', async () => {
  const id = await edit({ story: 'Kept' });
  await toEnd('Story');
  await page.keyboard.type(' by itself');
  await field('Data').fill('[1]');
  await page.getByText('Your changes are kept').waitFor();
  await page.evaluate(() => localStorage.clear());
  await show(id);
  await page.waitForFunction(() => document.querySelector('.cm-line').textContent === 'Kept by itself');
  await save();
  assert.deepEqual(await stored(id), { story: 'Kept by itself', data: [1], motto: '' });
});

test('who may only read sees both texts, without tools', async () => {
  const reading = await addMember(site, 'carl@tideline.example', { role: 'contributor', object_types: ['articles'] });
  const id = await make({ story: 'To be read', data: { n: 1 } }, { status: 'published' });
  const at = await open(site);
  await signIn(at, reading);
  await show(id, at);
  await field('Story', at).getByText('To be read').waitFor();
  assert.equal(await at.getByRole('toolbar').count(), 0);
  assert.deepEqual(await field('Story', at).evaluate((each) => [each.contentEditable, each.getAttribute('aria-readonly')]), ['false', 'true']);
  await axe(at, 'source-readonly');
  await at.context().close();
});

test('the editors of source fit every window, in the light, the dark and forced colours', async () => {
  const id = await make({ story: '# Of the harbour\n\nWith **bold** and *slanted* [linked](https://example.com/a-long-address-that-goes-on-and-on-and-on).\n\n- One\n- Two\n\n> Said\n\n```\ncode\n```\n', data: { n: 1, words: ['a', null, true] } });
  for (const [width, colorScheme, forcedColors] of [[1440, 'light', 'none'], [1440, 'dark', 'none'], [1440, 'light', 'active'], [360, 'light', 'none'], [360, 'dark', 'none']]) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await show(id);
    await field('Story').evaluate((each) => each.scrollIntoView({ block: 'center' }));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `wider than ${width} px`);
    await axe(page, `sources-${width}-${forcedColors === 'active' ? 'forced' : colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('texts are spelled and spoken in the language of the object, and run as it does', async () => {
  await site.api('POST', `${path}/object-types`, { title: 'Letters', singular: 'Letter', slug: 'letters', localization: true, locales: ['en-GB', 'he-IL'], priority_locale: 'en-GB',
    options: { slug_field: false, content_editor: true }, metafields: [{ type: 'markdown', title: 'Story', key: 'story', value: '' }] });
  const { object } = await site.api('POST', `${path}/objects`, { type: 'letters', title: 'A letter', locale: 'he-IL', content: '<p>שלום</p>', metafields: [{ key: 'story', value: 'שלום' }] });
  await page.goto(`${site.url}/dashboard/demo/objects/letters/${object.id}`);
  await field('Content').getByText('שלום').waitFor();
  assert.deepEqual([await field('Content').getAttribute('lang'), await field('Story').getAttribute('lang')], ['he-IL', 'he-IL']);
  const startsRight = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const [text, box] = [range.getBoundingClientRect(), each.getBoundingClientRect()];
    return text.right - box.left > box.width / 2;
  };
  assert.ok(await field('Content').locator('p').evaluate(startsRight));
  await page.getByLabel('Language', { exact: true }).selectOption('en-GB');
  await page.waitForFunction(() => document.querySelector('.prose').lang === 'en-GB');
});

test('the editor speaks German', async () => {
  const id = await make({ story: 'x', data: [1] });
  const german = await open(site, await site.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'de-DE', storageState: await page.context().storageState() }));
  await show(id, german);
  await button('Entwurf speichern', german).waitFor();
  assert.equal(await german.getByRole('toolbar', { name: 'Formatierung: Story' }).getByRole('button', { name: 'Fett', exact: true }).getAttribute('title'), 'Fett (Strg+B)');
  await field('Data', german).fill('[1');
  await german.getByRole('alert').filter({ hasText: 'Noch kein JSON und nicht gespeichert: Zeile 1, Spalte 3. Der Text endet zu früh.' }).waitFor();
  await axe(german, 'german');
  await german.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
