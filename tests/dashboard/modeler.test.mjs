// The modeler: object types are made, changed and deleted by those whose role writes them, and what a change does is told before it is made.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, copyAsCurl, gate, open, signIn, start, test } from './support.mjs';

let site;
let page;
const bucket = '/buckets/demo';
before(async () => {
  site = await start();
  page = await open(site);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const label = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const dialog = (name, at = page) => at.getByRole('dialog', { name });
const go = async (address, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/${address}`);
  await at.getByRole('heading', { level: 1 }).first().waitFor();
};
const openType = async (slug, at = page) => {
  await go(`types/${slug}`, at);
  await at.getByRole('heading', { name: 'Fields', exact: true }).waitFor();
};
const row = (key, at = page) => at.locator('li[data-node]').filter({ has: at.locator('> .itembar').filter({ hasText: new RegExp(`\\b${key} · `) }) });
const unfold = async (key) => {
  const fold = row(key).locator('> .itembar .fold');
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  return row(key).locator('> .itembody');
};
const menu = (at = page) => at.locator('summary[aria-label="More actions"]').click();
const typeOf = async (slug) => (await site.api('GET', `${bucket}/object-types/${slug}`)).object_type;
const keysOf = (metafields) => metafields.map((each) => each.key);
const form = (at = page) => at.getByRole('complementary', { name: /^The form of/ });
const save = async (at = page) => {
  const stored = at.waitForResponse((response) => response.request().method() === 'PATCH' && response.url().includes('/object-types/'));
  await button('Save', at).click();
  const asked = dialog('What this changes', at);
  await Promise.race([stored, asked.waitFor()]);
  if (await asked.isVisible()) await button('Save the type', asked).click();
  return stored;
};
// Boats of three owners; the type is made anew, so that no test sees what another did.
let number = 0;
async function boats(more = {}) {
  const slug = `boats-${++number}`;
  const text = (key, title, value = '', rest = {}) => ({ type: 'text', key, title, value, ...rest });
  const metafields = (name, sail, length, crew) => [
    text('sail', 'Sail', sail), { type: 'number', key: 'length', title: 'Length', value: length },
    { type: 'select-dropdown', key: 'rig', title: 'Rig', options: [{ key: 'Sloop', value: 'sloop' }, { key: 'Ketch', value: 'ketch' }], value: sail ? 'ketch' : '' },
    { type: 'parent', key: 'berth', title: 'Berth', children: [text('pier', 'Pier', name && 'North')] },
    { type: 'repeater', key: 'crew', title: 'Crew', repeater_fields: [text('name', 'Name')], children: crew.map((each) => ({ type: 'repeating_item', children: [text('name', 'Name', each)] })) },
  ];
  await site.api('POST', `${bucket}/object-types`, { title: `Boats ${number}`, singular: 'Boat', slug, metafields: metafields('', '', '', []), ...more });
  for (const [name, sail, length, crew] of [['Anna', 'GER 1', 7, ['Ida', 'Ole']], ['Berta', 'GER 200', 8, []], ['Clara', '', '', []]]) {
    await site.api('POST', `${bucket}/objects`, { type: slug, title: name, metafields: metafields(name, sail, length, crew) });
  }
  return slug;
}
const effect = (title) => dialog('What this changes').getByRole('listitem').filter({ hasText: title });

test('the menu and the palette lead to the object types, with how much there is of each', async () => {
  await go('');
  await page.getByRole('navigation').getByRole('link', { name: 'Object types' }).click();
  await page.getByRole('heading', { name: 'Object types', level: 1 }).waitFor();
  const walks = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Walks', exact: true }) });
  const { total } = await site.api('GET', `${bucket}/objects?status=any&limit=1&query=${encodeURIComponent('{"type":"walks"}')}`);
  await walks.getByText(`${total} objects`).waitFor();
  await axe(page, 'types');
  await page.keyboard.press('Control+k');
  // By keys: they are kept until the field is ready, what is put into it before is not. The option is there without any words, too.
  await page.keyboard.type('new object type');
  await page.waitForFunction(() => document.querySelector('[role=combobox]')?.value === 'new object type');
  await page.getByRole('option', { name: 'New object type' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog('New object type').waitFor();
  await page.keyboard.press('Escape');
});

test('counts that the server does not give are not waited for, and are asked for again', async () => {
  const counts = /\/v2\/buckets\/demo\/objects\?/;
  await page.route(counts, (route) => route.fulfill({ status: 503, json: { message: 'the server is busy: try again' } }));
  await go('types');
  await page.getByRole('alert').filter({ hasText: 'The objects could not be counted: The server is busy: try again.' }).waitFor();
  assert.equal(await page.getByRole('cell', { name: '…', exact: true }).count(), 0);
  await page.unroute(counts);
  await button('Try again').click();
  await page.getByRole('cell', { name: /\d objects/ }).first().waitFor();
  assert.equal(await page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0);
});

test('types change their places by button, key and mouse, in the menu too, and the button keeps the focus', async () => {
  await go('types');
  const order = async () => (await site.api('GET', `${bucket}/object-types`)).object_types.map((each) => each.slug);
  const before = await order();
  const [first, second] = (await site.api('GET', `${bucket}/object-types`)).object_types;
  await button(`Move ${second.title} up`).focus();
  await page.keyboard.press('Enter');
  await told(`${second.title}: moved to place 1 of ${before.length}`);
  assert.deepEqual(await order(), [second.slug, first.slug, ...before.slice(2)]);
  const inMenu = page.getByRole('navigation', { name: 'Content' }).locator('a[href*="/objects/"]').first();
  await inMenu.filter({ hasText: second.title }).waitFor();
  await page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, `Move ${second.title} down`);
  await page.keyboard.press('Alt+ArrowDown');
  await told(`${second.title}: moved to place 2 of ${before.length}`);
  await inMenu.filter({ hasText: first.title }).waitFor();
  const rowOf = (title) => page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await rowOf(first.title).dragTo(rowOf(second.title), { sourcePosition: { x: 4, y: 4 } });
  await inMenu.filter({ hasText: second.title }).waitFor();
  await site.api('PATCH', `${bucket}/object-types/${first.slug}`, { order: 0 });
  assert.deepEqual(await order(), before);
});

test('a type is made with a field of every type of metafield, and editors get its form', async () => {
  await go('types');
  await button('New object type').click();
  await label('Name in the plural').fill('Lighthouses');
  await label('Name in the singular').fill('Lighthouse');
  await axe(page, 'types-new');
  await button('Create the type').click();
  await page.getByRole('heading', { name: 'Lighthouses', level: 1 }).waitFor();
  assert.match(page.url(), /\/demo\/types\/lighthouses$/);
  const { metafield_types: known } = await site.api('GET', '/metafield-types');
  assert.ok(known.length >= 16, `${known.length} types`);
  for (const each of known) {
    await button('Add a field').click();
    await label('Name of the field', dialog('Add a field')).fill(`Of ${each.type}`);
    await page.locator('dialog .kinds input').nth(known.indexOf(each)).check();
    if (each === known[0]) await axe(page, 'types-add');
    await button('Add', dialog('Add a field')).click();
    const key = `of_${each.type.replaceAll('-', '_')}`;
    await row(key).locator('> .itembody').waitFor();
    assert.equal(await label('Key', row(key).locator('> .itembody')).inputValue(), key);
  }
  for (const key of ['of_select_dropdown', 'of_radio_buttons', 'of_check_boxes']) {
    const body = row(key).locator('> .itembody');
    await button('Add a choice', body).click();
    // It takes the focus a frame later: what is filled in meanwhile would go there.
    await page.waitForFunction(() => document.activeElement?.matches('.options input'));
    await label('Value of choice 1', body).fill('red');
    if (key === 'of_select_dropdown') await label('Name of choice 1', body).fill('Red');
  }
  await label('Objects of the type', row('of_object').locator('> .itembody')).selectOption('authors');
  await label('Objects of the type', row('of_objects').locator('> .itembody')).selectOption('walks');
  for (const key of ['of_parent', 'of_repeater']) {
    await button(`Add a field to Of ${key.slice(3)}`).click();
    await label('Name of the field', dialog('Add a field')).fill('Inner');
    await button('Add', dialog('Add a field')).click();
    await row(key).locator('.inner .itembody').waitFor();
  }
  await axe(page, 'types-all');
  const lamp = row('of_text').locator('> .itembody');
  await label('New objects begin with', lamp).fill('white');
  await label('Help for editors', lamp).fill('The colour, as sailors see it');
  await label('Must be filled in', lamp).check();
  await label('At most so many characters', lamp).fill('12');
  await label('Of number', form()).waitFor();
  await save();
  await told('“Lighthouses” is saved');
  const stored = await typeOf('lighthouses');
  assert.deepEqual(stored.metafields.map((each) => each.type), known.map((each) => each.type));
  const of = (type) => stored.metafields.find((each) => each.type === type);
  assert.equal(of('text').value, 'white');
  assert.equal(of('text').required, true);
  assert.equal(of('text').maxlength, 12);
  assert.equal(of('text').help, 'The colour, as sailors see it');
  assert.deepEqual(of('select-dropdown').options, [{ key: 'Red', value: 'red' }]);
  assert.deepEqual(of('radio-buttons').options, [{ value: 'red' }]);
  assert.equal(of('objects').object_type, 'walks');
  assert.deepEqual(keysOf(of('parent').children), ['inner']);
  assert.deepEqual(keysOf(of('repeater').repeater_fields), ['inner']);
  await page.getByRole('navigation').getByRole('link', { name: 'Lighthouses' }).click();
  await button('New').click();
  assert.equal(await label('Of text').inputValue(), 'white');
  await page.getByText('The colour, as sailors see it').waitFor();
  await label('Of number').waitFor();
});

test('the form beside the fields follows what is typed, keeps what is tried in it, and stores nothing', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Sail', form()).fill('tried');
  const body = await unfold('length');
  await label('Name of the field', body).fill('Length in metres');
  await label('Length in metres', form()).waitFor();
  assert.equal(await label('Sail', form()).inputValue(), 'tried');
  assert.equal(await label('Key', body).inputValue(), 'length');
  await label('Type of the field', body).selectOption('switch');
  await form().getByRole('switch', { name: 'Length in metres' }).waitFor();
  assert.deepEqual(keysOf((await typeOf(slug)).metafields), ['sail', 'length', 'rig', 'berth', 'crew']);
  assert.equal((await typeOf(slug)).metafields[1].title, 'Length');
});

test('fields are moved by keys, by buttons, by mouse, and into groups', async () => {
  const slug = await boats();
  await openType(slug);
  const order = async () => (await page.locator('.modeler > :first-child > .level > .items > li > .itembar .fold').allTextContents()).map((each) => /([a-z_0-9]+) · /.exec(each)[1]);
  await row('sail').locator('> .itembar .fold').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await told('Sail: place 2 of 5');
  assert.deepEqual(await order(), ['length', 'sail', 'rig', 'berth', 'crew']);
  await page.waitForFunction(() => document.activeElement?.textContent.includes('sail · '));
  await button('Move Rig up').click();
  assert.deepEqual(await order(), ['length', 'rig', 'sail', 'berth', 'crew']);
  await row('crew').locator('> .itembar').dragTo(row('length').locator('> .itembar'), { sourcePosition: { x: 200, y: 10 }, targetPosition: { x: 120, y: 4 } });
  await told('Crew is moved');
  assert.deepEqual(await order(), ['crew', 'length', 'rig', 'sail', 'berth']);
  await row('sail').locator('> .itembar').dragTo(row('pier').locator('> .itembar'), { sourcePosition: { x: 200, y: 10 }, targetPosition: { x: 120, y: 36 } });
  await told('Sail is moved');
  assert.deepEqual(await order(), ['crew', 'length', 'rig', 'berth']);
  await label('Stands in', await unfold('rig')).selectOption({ label: 'Berth' });
  await told('Rig stands in Berth now');
  const groups = await label('Stands in', await unfold('berth')).locator('option').allTextContents();
  assert.deepEqual(groups, ['No group', 'Crew'], 'a group does not go into itself');
  await button('Duplicate Pier').click();
  await button('Remove Length').click();
  await told('The field “Length” is removed');
  await button('Undo').click();
  await row('length').waitFor();
  await save();
  await told('is saved');
  const stored = await typeOf(slug);
  assert.deepEqual(keysOf(stored.metafields), ['crew', 'length', 'berth']);
  assert.deepEqual(keysOf(stored.metafields[2].children), ['pier', 'pier_copy', 'sail', 'rig']);
});

test('the JSON view writes what the fields show, and the fields show what is written there', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Name of the field', await unfold('sail')).fill('Sail number');
  await button('As JSON').click();
  const text = label('The type as JSON');
  const read = JSON.parse(await text.inputValue());
  assert.equal(read.metafields[0].title, 'Sail number');
  assert.ok(!/"id"/.test(await text.inputValue()));
  assert.deepEqual(Object.keys(read), ['slug', 'title', 'singular', 'metafields'], 'as files of `inkwell schema` say it');
  assert.deepEqual(read.metafields[1], { type: 'number', title: 'Length', key: 'length' });
  await text.fill('{ "title": ');
  await page.getByRole('alert').filter({ hasText: 'This is not read, and not saved' }).waitFor();
  await button('Save').click();
  await page.getByRole('alert').filter({ hasText: 'nothing is saved' }).waitFor();
  await text.fill(JSON.stringify({ ...read, colour: 'red' }));
  await page.getByRole('alert').filter({ hasText: 'An object type has no “colour”' }).waitFor();
  await axe(page, 'types-json');
  read.emoji = '⛵';
  Object.assign(read.metafields[1], { key: 'metres', title: 'In metres', renamed_from: 'length' });
  read.metafields[3].children.push({ type: 'switch', key: 'paid', title: 'Paid', options: 'yes,no', value: true });
  await text.fill(JSON.stringify(read, null, 2));
  await form().getByRole('switch', { name: 'Paid' }).waitFor();
  await button('As JSON').click();
  await row('paid').waitFor();
  await button('Save').click();
  await effect('“In metres” is called metres now, not length').getByText('2 objects have something under the former key').waitFor();
  await button('Save the type').click();
  await told('is saved');
  const stored = await typeOf(slug);
  assert.equal(stored.emoji, '⛵');
  assert.equal(stored.metafields[0].title, 'Sail number');
  assert.equal(stored.metafields[3].children[1].value, true);
  assert.equal(stored.metafields[1].renamed_from, undefined);
  const { objects } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent(JSON.stringify({ type: slug }))}&props=metadata`);
  assert.deepEqual(objects.map((each) => [each.metadata.length, each.metadata.metres]), [[undefined, 7], [undefined, 8], [undefined, null]]);
});

test('text of the JSON view that is not read yet is there again after a look at the fields, and can be taken back', async () => {
  const slug = await boats();
  await openType(slug);
  await button('As JSON').click();
  const text = label('The type as JSON');
  const before = await text.inputValue();
  const half = before.replace('"Sail"', '"Sail number');
  await text.fill(half);
  await page.getByRole('alert').filter({ hasText: 'This is not read, and not saved' }).waitFor();
  await button('As JSON').click();
  await page.getByText('What was written “As JSON” is not read, and not saved').waitFor();
  await axe(page, 'types-unread');
  await button('As JSON').click();
  assert.equal(await text.inputValue(), half);
  await text.fill(before.replace('"Sail"', '"Sail number"'));
  await button('As JSON').click();
  await row('sail').filter({ hasText: 'Sail number' }).waitFor();
  assert.equal(await page.getByText('is not read, and not saved').count(), 0);

  await button('As JSON').click();
  await text.fill('{');
  await menu();
  await button('Undo my changes').click();
  assert.equal(await text.inputValue(), before);
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('JSON whose members are of another kind is named by its place, breaks no screen, and takes nothing with it', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Name of the field', await unfold('sail')).fill('Sail number');
  await button('As JSON').click();
  const text = label('The type as JSON');
  const whole = JSON.parse(await text.inputValue());
  const changed = (change) => {
    const copy = structuredClone(whole);
    change(copy);
    return JSON.stringify(copy, null, 2);
  };
  for (const [change, told_] of [
    [(type) => (type.locales = 'en'), '“locales” is to be a list of texts.'],
    [(type) => (type.title = 5), '“title” is to be a text.'],
    [(type) => (type.options = { slug_field: 'yes' }), '“options” is to be an object of true and false.'],
    [(type) => (type.metafields[2].options = [null]), '“metafields[2].options” is to be a list of objects, each with a text as value.'],
    [(type) => (type.metafields[3].children[0].key = ['pier']), '“metafields[3].children[0].key” is to be a text.'],
    [(type) => (type.metafields[4].repeater_fields[0].required = 'no'), '“metafields[4].repeater_fields[0].required” is to be true or false.'],
    [(type) => (type.metafields[0].maxlength = '9'), '“metafields[0].maxlength” is to be a number.'],
  ]) {
    await text.fill(changed(change));
    await page.getByRole('alert').filter({ hasText: told_ }).waitFor();
  }
  await text.fill(JSON.stringify(whole, null, 2));
  await button('As JSON').click();
  await row('sail').filter({ hasText: 'Sail number' }).waitFor();
  await page.getByText('Not saved', { exact: true }).waitFor();
});

test('what a change does to existing objects is counted before it is made', async () => {
  const slug = await boats({ enforce_validation: true });
  await openType(slug);
  await button('Remove Length').click();
  await label('Type of the field', await unfold('pier')).selectOption('number');
  const sail = await unfold('sail');
  await label('Must be filled in', sail).check();
  await label('At most so many characters', sail).fill('5');
  await label('Pattern', sail).fill('^GER');
  await button('Remove choice 2', await unfold('rig')).click();
  await label('Key', row('crew').locator('> .itembody')).waitFor({ state: 'detached' });
  await label('Key', await unfold('crew')).fill('sailors');
  await button('Save').click();
  await told('Nothing is changed yet', dialog('What this changes'));
  await effect('“Length” is removed').getByText('2 objects have something in it').waitFor();
  await effect('“Berth › Pier” becomes number').getByText('3 objects have something in it').waitFor();
  await effect('“Sail” is required').getByText('1 object does not obey, and cannot be saved').waitFor();
  await effect('“Sail” has at most 5 characters').getByText('1 object does not obey').waitFor();
  await effect('“Sail” has the form ^GER').getByText('No object is concerned').waitFor();
  await effect('“Rig” offers no longer: ketch').getByText('2 objects have chosen one of them').waitFor();
  await effect('“Crew” is called sailors now, not crew').getByText('1 object has something under the former key').waitFor();
  await axe(page, 'types-plan');
  await button('Cancel', dialog('What this changes')).click();
  assert.deepEqual(keysOf((await typeOf(slug)).metafields), ['sail', 'length', 'rig', 'berth', 'crew'], 'nothing was changed');
  await menu();
  await button('Undo my changes').click();
  await row('length').waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('new fields come to the objects that are there when it is asked for', async () => {
  const slug = await boats();
  await openType(slug);
  await button('Add a field').click();
  await label('Name of the field', dialog('Add a field')).fill('Home port');
  await button('Add', dialog('Add a field')).click();
  await page.waitForFunction(() => document.activeElement?.value === 'Home port'); // its name takes the focus a frame later
  await label('New objects begin with', await unfold('home_port')).fill('Tidewater');
  await button('Save').click();
  await effect('“Home port” is new').getByText('3 objects are there').waitFor();
  await label('Add what is new to the objects that are there').check();
  await button('Save the type').click();
  await told('3 objects are completed', dialog(/^Add missing fields/));
  await axe(page, 'types-apply');
  await button('Done').click();
  const { objects } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent(JSON.stringify({ type: slug }))}&props=metadata.home_port`);
  assert.deepEqual(objects.map((each) => each.metadata.home_port), ['Tidewater', 'Tidewater', 'Tidewater']);
  await menu();
  await button('Add missing fields to its objects').click();
  await told('0 objects are completed', dialog(/^Add missing fields/));
  await button('Done').click();
});

test('what objects have stays under a former key if it is not to be taken along, or the field goes elsewhere', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Key', await unfold('sail')).fill('canvas');
  await label('Stands in', await unfold('length')).selectOption({ label: 'Berth' });
  await button('Save').click();
  await effect('“Sail” is called canvas now, not sail').getByText('2 objects have something under the former key').waitFor();
  await effect('“Berth › Length” is called berth.length now, not length').getByText('2 objects keep what they have under the former key').waitFor();
  await label('Take what objects have along to the new keys').uncheck();
  await button('Save the type').click();
  await told('is saved');
  const { objects } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent(JSON.stringify({ type: slug }))}&props=metadata`);
  assert.deepEqual(objects.map((each) => [each.metadata.sail, each.metadata.length]), [['GER 1', 7], ['GER 200', 8], ['', null]]);
});

test('a key that changes hands is saved, what cannot be taken along is said, and the others are', async () => {
  const slug = await boats();
  await openType(slug);
  // Two change their keys with each other, a third gets a new one.
  await label('Key', await unfold('sail')).fill('swapped');
  await label('Key', await unfold('length')).fill('sail');
  await label('Key', row('swapped').locator('> .itembody')).fill('length');
  await label('Key', await unfold('rig')).fill('rigging');
  await button('Save').click();
  await effect('“Sail” is called length now, not sail').getByText('2 objects keep what they have under the former key, and it cannot be taken along').waitFor();
  await effect('“Length” is called sail now, not length').getByText('it cannot be taken along').waitFor();
  await effect('“Rig” is called rigging now, not rig').getByText('2 objects have something under the former key').waitFor();
  await axe(page, 'types-crossed-keys');
  await button('Save the type').click();
  await told('is saved');
  assert.deepEqual(keysOf((await typeOf(slug)).metafields), ['length', 'sail', 'rigging', 'berth', 'crew']);
  const read = async () => (await site.api('GET', `${bucket}/objects?query=${encodeURIComponent(JSON.stringify({ type: slug }))}&props=metadata`)).objects.map((each) => each.metadata);
  assert.deepEqual((await read()).map((each) => [each.sail, each.length, each.rigging?.value ?? null]), [['GER 1', 7, 'ketch'], ['GER 200', 8, 'ketch'], ['', null, null]]);

  // A new field gets the key that another one has left, in a group too.
  const other = await boats();
  await openType(other);
  await label('Key', await unfold('pier')).fill('quay');
  await button('Duplicate Pier').click();
  await label('Key', await unfold('pier_copy')).fill('pier');
  await button('Save').click();
  await effect('“Berth › Pier” is called berth.quay now, not berth.pier').getByText('it cannot be taken along').waitFor();
  await button('Save the type').click();
  await told('is saved');
  assert.deepEqual(keysOf((await typeOf(other)).metafields[3].children), ['quay', 'pier']);
});

test('what the server refuses stands at its field, with the focus there', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Key', await unfold('pier')).fill('north.pier');
  await label('Pattern', await unfold('sail')).fill('(');
  await button('Save').click();
  await button('Save the type').click();
  await page.getByRole('alert').filter({ hasText: 'The type cannot be saved' }).waitFor();
  const key = row('north.pier').getByLabel('Key', { exact: true });
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  assert.equal(await key.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator(`[id="${(await key.getAttribute('aria-describedby')).split(' ')[0]}"]`).textContent(), /Key must not contain a dot/);
  await axe(page, 'types-refused');
  await key.fill('north_pier');
  await label('Pattern', await unfold('sail')).fill('');
  await save();
  await told('is saved');
  assert.equal(await page.getByRole('alert').filter({ hasText: 'The type cannot be saved' }).count(), 0);
  assert.deepEqual(keysOf((await typeOf(slug)).metafields[3].children), ['north_pier']);
});

test('what was refused stays at its field when that is moved, and goes with it', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Key', await unfold('sail')).fill('sa.il');
  await button('Save').click();
  await button('Save the type').click();
  await page.getByRole('alert').filter({ hasText: 'The type cannot be saved' }).waitFor();
  assert.equal(await page.locator('.refused li').count(), 1, 'once');
  const marked = (key) => row(key).locator('> .itembar').getByText('Refused').count();
  assert.deepEqual([await marked('sa.il'), await marked('length')], [1, 0]);
  await button('Move Sail down').click();
  await told('Sail: place 2 of 5');
  assert.deepEqual([await marked('sa.il'), await marked('length')], [1, 0]);
  await page.getByRole('alert').filter({ hasText: 'Sail: Key' }).waitFor();
  await label('Stands in', row('sa.il').locator('> .itembody')).selectOption({ label: 'Berth' });
  await page.getByRole('alert').filter({ hasText: 'Berth › Sail: Key' }).waitFor();
  assert.deepEqual([await marked('sa.il'), await marked('rig')], [1, 0]);
  await button('Remove Sail').click();
  await page.getByRole('alert').filter({ hasText: 'The type cannot be saved' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByText('Refused').count(), 0);
});

test('a relation begins with the type that it is called after, or with none, and is not saved so', async () => {
  const slug = await boats();
  await openType(slug);
  const targetOf = (key) => label('Objects of the type', row(key).locator('> .itembody'));
  for (const [title, kind] of [['Author', 'One related object'], ['Near by', 'Related objects']]) {
    await button('Add a field').click();
    await label('Name of the field', dialog('Add a field')).fill(title);
    await dialog('Add a field').getByRole('radio', { name: kind, exact: true }).check();
    await button('Add', dialog('Add a field')).click();
    await page.waitForFunction((words) => document.activeElement?.value === words, title); // its name takes the focus a frame later
  }
  assert.equal(await targetOf('author').inputValue(), 'authors');
  assert.equal(await targetOf('near_by').inputValue(), '');
  assert.equal(await targetOf('near_by').locator('option:checked').textContent(), 'Choose which objects');
  await button('Save').click();
  await page.getByRole('alert').filter({ hasText: 'Near by: Objects of the type must be chosen' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('select[aria-invalid=true]'));
  assert.equal(await targetOf('author').getAttribute('aria-invalid'), null);
  assert.equal(await dialog('What this changes').count(), 0);
  await axe(page, 'types-untargeted');
  await targetOf('near_by').selectOption('locations');
  await save();
  await told('is saved');
  assert.deepEqual((await typeOf(slug)).metafields.slice(-2).map((each) => each.object_type), ['authors', 'locations']);
});

test('a key that another field has is told at the field that was given it, before anything is asked', async () => {
  const slug = await boats();
  await openType(slug);
  const key = label('Key', await unfold('rig'));
  await key.fill('sail');
  await button('Save').click();
  await page.getByRole('alert').filter({ hasText: 'Rig: Key “sail” is taken by another field' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid=true]'));
  assert.equal(await dialog('What this changes').count(), 0);
  const of = (title) => page.locator('li[data-node]').filter({ has: page.locator('> .itembar').filter({ hasText: new RegExp(`${title}.*sail · `) }) });
  const given = label('Key', of('Rig').locator('> .itembody'));
  assert.equal(await given.getAttribute('aria-invalid'), 'true');
  assert.equal(await of('Rig').getByText('Refused').count(), 1);
  assert.equal(await of('Sail').getByText('Refused').count(), 0);
  await axe(page, 'types-taken-key');

  await given.fill('rig kind!');
  assert.equal(await page.getByRole('alert').filter({ hasText: 'The type cannot be saved' }).count(), 0, 'something else stands there now');
  await page.getByText('Programs have an easier time').waitFor();
  await axe(page, 'types-strange-key');
  await save();
  await told('is saved');
  assert.deepEqual(keysOf((await typeOf(slug)).metafields), ['sail', 'length', 'rig kind!', 'berth', 'crew']);
  assert.equal(await page.getByText('Programs have an easier time').count(), 0, 'what is stored is not to be changed lightly');

  await page.evaluate(() => localStorage.setItem('inkwell:language', 'de'));
  await page.reload();
  await page.getByRole('heading', { name: 'Felder', exact: true }).waitFor();
  await row('length').locator('> .itembar .fold').click();
  await page.getByLabel('Schlüssel', { exact: true }).fill('sail');
  await button('Speichern').click();
  await page.getByRole('alert').filter({ hasText: 'Schlüssel „sail“ hat schon ein anderes Feld' }).waitFor();
  await page.evaluate(() => localStorage.removeItem('inkwell:language'));
});

test('the type says which versions are kept anyway', async () => {
  const slug = await boats();
  await openType(slug);
  await page.locator('.about-type > summary').click();
  const keeps = page.getByRole('checkbox', { name: 'keep what programs and changes of many objects replace, too' });
  assert.equal(await page.locator(`[id="${await keeps.getAttribute('aria-describedby')}"]`).textContent(), 'What people save one by one is always kept.');
  await keeps.check();
  await axe(page, 'types-about');
  await save();
  await told('is saved');
  assert.equal((await typeOf(slug)).keep_revisions, true);
});

test('a field that is added while the type is being saved stays, unsaved', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Name of the field', await unfold('sail')).fill('Canvas');
  const settings = await unfold('length');
  let arrive;
  const held = new Promise((resolve) => (arrive = resolve));
  await page.route(`**/object-types/${slug}`, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await button('Save').click();
  await sent;
  await button('As JSON').click();
  assert.equal(await label('The type as JSON').getAttribute('readonly'), '', 'the text is as it is sent');
  await button('As JSON').click();
  await label('Name of the field', settings).fill('Length over all');
  await button('Add a field').click();
  await label('Name of the field', dialog('Add a field')).fill('Home port');
  await button('Add', dialog('Add a field')).click();
  await page.waitForFunction(() => document.activeElement?.value === 'Home port'); // its name takes the focus a frame later
  arrive();
  await told('is saved');
  await page.unroute(`**/object-types/${slug}`);
  assert.deepEqual((await typeOf(slug)).metafields.map((each) => each.title), ['Canvas', 'Length', 'Rig', 'Berth', 'Crew']);
  await page.getByText('Not saved', { exact: true }).waitFor();
  assert.equal(await label('Name of the field', settings).inputValue(), 'Length over all');
  assert.equal(await row('home_port').count(), 1);
  await button('Dismiss').click();
  await button('Save').click();
  await effect('“Home port” is new').waitFor();
  assert.equal(await dialog('What this changes').getByRole('listitem').count(), 1);
  await button('Save the type').click();
  await told('is saved');
  assert.deepEqual((await typeOf(slug)).metafields.map((each) => each.title), ['Canvas', 'Length over all', 'Rig', 'Berth', 'Crew', 'Home port']);
  await page.getByText('Saved', { exact: true }).waitFor();
});

test('a field comes back to its place, beside what was added since', async () => {
  const slug = await boats();
  await openType(slug);
  await button('Remove Length').click();
  const undo = page.getByRole('status').filter({ hasText: 'The field “Length” is removed.' }).getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await button('Add a field').click();
  await label('Name of the field', dialog('Add a field')).fill('Home port');
  await button('Add', dialog('Add a field')).click();
  await row('home_port').waitFor();
  await undo.click();
  await row('length').waitFor();
  assert.deepEqual(await page.locator('.level > ol > li[data-node] > .itembar .fold .faint').allInnerTexts().then((all) => all.map((each) => each.split(' ')[0])),
    ['sail', 'length', 'rig', 'berth', 'pier', 'crew', 'name', 'home_port']);
});

test('an item that is removed leaves the focus beside it, and comes back beside what was added since', async () => {
  await openType(await boats());
  const names = () => form().getByLabel('Name', { exact: true });
  for (const name of ['Ida', 'Ole']) {
    await button('Add to Crew', form()).click();
    await names().last().fill(name);
  }
  const focused = (name) => page.waitForFunction((words) => (document.activeElement.ariaLabel ?? document.activeElement.textContent) === words, name);
  await button('Remove Crew 1', form()).click();
  await names().nth(1).waitFor({ state: 'detached' });
  await focused('Remove Crew 1');
  await button('Add to Crew', form()).click();
  await names().last().fill('Uwe');
  await button('Undo').click();
  await names().nth(2).waitFor();
  assert.deepEqual(await names().evaluateAll((all) => all.map((each) => each.value)), ['Ida', 'Ole', 'Uwe']);
  await button('Remove Crew 3', form()).click();
  await focused('Add to Crew');
});

test('what somebody else stored meanwhile is taken into what is on the screen, and only then replaced', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Name of the field', await unfold('sail')).fill('Mine');
  await button('Remove Pier').click();
  await button('Add a field').click();
  await label('Name of the field', dialog('Add a field')).fill('Home port');
  await button('Add', dialog('Add a field')).click();
  await page.waitForFunction(() => document.activeElement?.value === 'Home port'); // its name takes the focus a frame later

  const mate = await open(site);
  await signIn(mate, await addMember(site, 'mate@tideline.example', { role: 'developer' }));
  const { metafields } = await typeOf(slug);
  const [sail, length, rig, berth] = metafields;
  const theirs = { singular: 'Vessel', metafields: [{ ...length, title: 'Length over all' }, { ...sail, required: true }, { type: 'text', key: 'yard', title: 'Yard', value: '' }, rig, berth] };
  assert.equal(await mate.evaluate(async ([path, body]) => (await fetch(path, { method: 'PATCH', headers: { 'Inkwell-Session': '1', 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).status,
    [`/v2${bucket}/object-types/${slug}`, theirs]), 200);
  await mate.context().close();

  await button('Save').click();
  await button('Save the type').click();
  const notice = page.getByRole('alert').filter({ hasText: 'Changed meanwhile by mate Tester' });
  await notice.waitFor();
  for (const each of ['Length', 'Yard', 'Crew', 'Name in the singular']) assert.match(await notice.textContent(), new RegExp(`\\b${each}\\b`));
  assert.doesNotMatch(await notice.textContent(), /Changed there and here/);
  assert.equal((await typeOf(slug)).metafields.length, 5, 'nothing is replaced yet');
  await axe(page, 'types-merged');
  await button('Dismiss', page.getByRole('alert')).click();
  await button('Save').click();
  await button('Save the type').click();
  await told('is saved');
  const stored = await typeOf(slug);
  assert.deepEqual(stored.metafields.map((each) => [each.title, !!each.required]), [['Length over all', false], ['Mine', true], ['Yard', false], ['Rig', false], ['Berth', false], ['Home port', false]]);
  assert.deepEqual(keysOf(stored.metafields[4].children), []);
  assert.equal(stored.singular, 'Vessel');
});

test('what two people changed of one field is named with what stands there, and nobody is overwritten unknowingly', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Name of the field', await unfold('sail')).fill('Mine');
  await label('Name of the field', await unfold('name')).fill('Sailor');
  const theirs = await typeOf(slug);
  const renamed = { ...theirs.metafields[0], title: 'Theirs' };
  await site.api('PATCH', `${bucket}/object-types/${slug}`, { metafields: [renamed, ...theirs.metafields.slice(1, 4)], singular: 'Vessel' });
  await button('Save').click();
  const notice = page.getByRole('alert').filter({ hasText: 'Changed meanwhile by you, in another window: Name in the singular.' });
  await notice.filter({ hasText: 'Changed there and here: Mine (Name of the field: Theirs), Crew (removed).' }).waitFor();
  assert.equal((await typeOf(slug)).metafields[0].title, 'Theirs');
  assert.equal(await label('Name of the field', row('sail').locator('> .itembody')).inputValue(), 'Mine');
  await row('crew').waitFor(); // what was changed of it here would be lost
  await menu();
  await button('Undo my changes').click();
  await row('crew').waitFor({ state: 'detached' });
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal(await label('Name of the field', row('sail').locator('> .itembody')).inputValue(), 'Theirs');
});

test('a save whose refusal cannot be looked into is told, and can be tried again', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Name of the field', await unfold('sail')).fill('Mine');
  await site.api('PATCH', `${bucket}/object-types/${slug}`, { singular: 'Vessel' });
  const unread = (route) => (route.request().method() === 'GET' ? route.fulfill({ status: 500, json: { status: 500, message: 'out of order' } }) : route.continue());
  await page.route(`**/object-types/${slug}`, unread);
  await button('Save').click();
  await page.getByRole('alert').filter({ hasText: 'out of order' }).waitFor();
  await page.unroute(`**/object-types/${slug}`, unread);
  await button('Save').click();
  await page.getByRole('alert').filter({ hasText: 'Changed meanwhile by you, in another window' }).waitFor();
  await button('Save').click();
  await told('is saved');
});

test('a type that is only passed takes nothing from a field', async () => {
  const slug = await boats();
  await openType(slug);
  const become = async (key, ...types) => {
    const type = label('Type of the field', await unfold(key));
    for (const each of types) await type.selectOption(each);
  };
  await become('berth', 'number');
  await row('pier').waitFor({ state: 'detached' });
  await become('berth', 'repeater', 'parent');
  await row('pier').waitFor();
  await become('rig', 'check-boxes', 'text', 'select-dropdown');
  assert.equal(await label('Name of choice 2', row('rig')).inputValue(), 'Ketch');
  await label('Value of choice 2', row('rig')).waitFor();
  await become('sail', 'number', 'text');
  await page.getByText('Saved', { exact: true }).waitFor();
  // What it became is what is saved, and the other is gone then.
  await become('berth', 'number');
  await save();
  await told('is saved');
  await become('berth', 'parent');
  await row('berth').getByText('Nothing stands in it yet.').waitFor();
});

test('each value to begin with that is not complete keeps the type from being saved', async () => {
  const slug = await boats();
  await openType(slug);
  const beginning = async (key) => label('New objects begin with', await unfold(key));
  await (await beginning('length')).pressSequentially('12abc');
  await (await beginning('sail')).fill('GER');
  await button('Save').click();
  await page.getByRole('alert').filter({ hasText: '“Length” is not complete yet.' }).waitFor();
  assert.equal((await typeOf(slug)).metafields[0].value, '');
  await (await beginning('length')).fill('12');
  await save();
  await told('is saved');
  assert.deepEqual((await typeOf(slug)).metafields.slice(0, 2).map((each) => String(each.value)), ['GER', '12']);
});

test('a field comes back once, into a type that was read anew too, and is not offered after the type is left', async () => {
  const slug = await boats();
  await openType(slug);
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });
  await button('Remove Length').click();
  await menu();
  await button('Undo my changes').click();
  await row('length').waitFor();
  await undo.click();
  await undo.waitFor({ state: 'detached' });
  assert.equal(await row('length').count(), 1);

  await button('Remove Pier').click();
  await site.api('PATCH', `${bucket}/object-types/${slug}`, { singular: 'Vessel' });
  await button('Save').click();
  await button('Save the type').click();
  await page.getByRole('alert').filter({ hasText: 'Changed meanwhile by you, in another window' }).waitFor();
  await undo.click();
  await row('pier').waitFor();

  await button('Remove Pier').click();
  await page.getByRole('navigation').getByRole('link', { name: 'Media', exact: true }).click();
  await button('Leave').click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  assert.equal(await undo.count(), 0);
});

test('a new slug takes the objects along, and the address follows', async () => {
  const slug = await boats();
  await openType(slug);
  await page.locator('.about-type > summary').click();
  await label('Slug', page.locator('.about-type')).fill('vessels');
  await button('Save').click();
  await effect('The slug is vessels now').getByText('3 objects follow').waitFor();
  await button('Save the type').click();
  await page.waitForURL(/types\/vessels$/);
  const { total } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"type":"vessels"}')}&limit=1`);
  assert.equal(total, 3);
  await page.getByRole('navigation').locator('a[href$="/objects/vessels"]').waitFor();
});

test('a type is duplicated with its fields, and deleted when it was said what is left', async () => {
  const slug = await boats();
  await site.api('POST', `${bucket}/object-types`, { title: 'Harbours', slug: `harbours-${number}`, metafields: [{ type: 'objects', key: 'boats', title: 'Boats', object_type: slug, value: '' }] });
  await openType(slug);
  await menu();
  await button('Duplicate').click();
  await button('Create the type').click();
  await page.waitForURL(new RegExp(`types/boats-${number}-copy$`));
  assert.deepEqual(keysOf((await typeOf(`${slug}-copy`)).metafields), ['sail', 'length', 'rig', 'berth', 'crew']);
  await go('types');
  await button(`Delete Boats ${number}`).click();
  const asked = dialog(`Delete the type “Boats ${number}”?`);
  await asked.getByText('3 objects of the type stay').waitFor();
  await asked.getByText('Fields of Harbours refer to it').waitFor();
  await axe(page, 'types-delete');
  await button('Delete the type', asked).click();
  await told('is deleted');
  await assert.rejects(typeOf(slug), /404/);
  await page.getByRole('navigation').getByRole('link', { name: `Boats ${number}`, exact: true }).waitFor({ state: 'detached' });
});

test('Ctrl+S saves under Caps Lock too, and Ctrl+Shift+S does not', async () => {
  await openType(await boats());
  await label('Name of the field', await unfold('sail')).fill('Canvas');
  const press = (shiftKey) => page.evaluate((shift) => dispatchEvent(new KeyboardEvent('keydown', { key: 'S', ctrlKey: true, shiftKey: shift, bubbles: true, cancelable: true })), shiftKey);
  assert.equal(await press(true), true, 'left to the browser');
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.url().includes('/object-types/'));
  assert.equal(await press(false), false);
  await stored;
  await told('is saved');
});

test('who leaves with unsaved changes is asked', async () => {
  await openType(await boats());
  await button('Remove Sail').click();
  await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click();
  await button('Cancel', dialog('Leave without saving?')).click();
  assert.match(page.url(), /types\/boats/);
  await page.getByRole('navigation').getByRole('link', { name: 'Media' }).click();
  await button('Leave', dialog('Leave without saving?')).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
});

test('a question before leaving survives a dialog in front of it, and is asked when the type is duplicated', async () => {
  const slug = await boats();
  await openType(slug);
  await button('Remove Sail').click();
  const begin = async () => {
    await menu();
    await button('Duplicate').click();
    await dialog(`A type like Boats ${number}`).getByLabel('Name in the plural').fill('Rafts');
  };
  await begin();
  await page.keyboard.press('Escape');
  await button('Close it', dialog('Close without saving?')).click();
  const home = page.getByRole('navigation').getByRole('link', { name: 'Home' });
  await home.click();
  await button('Cancel', dialog('Leave without saving?')).click();
  assert.equal(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))), false);
  await begin();
  await button('Create the type').click();
  await button('Cancel', dialog('Leave without saving?')).click();
  await told('The type “Rafts” is there.');
  assert.match(page.url(), new RegExp(`types/${slug}$`));
  await page.getByText('Not saved').waitFor();
  await home.click();
  await button('Leave', dialog('Leave without saving?')).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
});

test('“Copy as curl” has the write, and another language every text', async () => {
  const slug = await boats();
  await openType(slug);
  await label('Name of the field', await unfold('sail')).fill('Sail number');
  await save();
  await told('is saved');
  await copyAsCurl(page);
  await told('copied');
  const write = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n\n').at(-1);
  assert.match(write, new RegExp(`-X PATCH '${site.url}/v2/buckets/demo/object-types/${slug}'`));
  await page.evaluate(() => localStorage.setItem('inkwell:language', 'de'));
  await page.reload();
  await page.getByRole('heading', { name: 'Felder', exact: true }).waitFor();
  await page.evaluate(() => localStorage.removeItem('inkwell:language'));
});

test('everything is done by the keyboard alone', async () => {
  await go('types');
  await button('New object type').focus();
  await page.keyboard.press('Enter');
  await dialog('New object type').waitFor();
  await page.keyboard.type('Keys');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  await button('Add a field').focus();
  await page.keyboard.press('Enter');
  await dialog('Add a field').waitFor();
  await page.keyboard.type('Depth');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.value === 'Depth');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Nu');
  await page.keyboard.press('Control+s');
  await told('“Keys” is saved');
  assert.deepEqual((await typeOf('keys')).metafields.map((each) => [each.key, each.type]), [['depth', 'number']]);
});

for (const [name, rights] of [['developer', { role: 'developer' }], ['draftsman', { role: 'developer', publishing_restrictions: 'draft_only' }]]) {
  test(`a ${name} models`, async () => {
    const own = await open(site);
    await signIn(own, await addMember(site, `${name}@tideline.example`, rights));
    const slug = await boats();
    await openType(slug, own);
    await label('Name of the field', await (async () => {
      await row('sail', own).locator('> .itembar .fold').click();
      return row('sail', own).locator('> .itembody');
    })()).fill('Theirs');
    await save(own);
    await told('is saved', own);
    assert.equal((await typeOf(slug)).metafields[0].title, 'Theirs');
    await menu(own);
    assert.equal(await button('Add missing fields to its objects', own).count(), name === 'developer' ? 1 : 0, 'who publishes nothing does not change published objects');
    await own.context().close();
  });
}

test('an editor and a contributor find no object types to change, and the server refuses them', async () => {
  for (const [name, rights] of [['editor', { role: 'editor' }], ['contributor', { role: 'contributor', object_types: ['articles'] }]]) {
    const own = await open(site);
    await signIn(own, await addMember(site, `${name}@tideline.example`, rights));
    assert.equal(await own.getByRole('navigation').getByRole('link', { name: 'Object types' }).count(), 0);
    await own.goto(`${site.url}/dashboard/demo/types/articles`);
    await own.getByRole('alert').filter({ hasText: 'no object types' }).waitFor();
    const status = await own.evaluate(async () => (await fetch('/v2/buckets/demo/object-types/articles', {
      method: 'PATCH', headers: { 'Inkwell-Session': '1', 'Content-Type': 'application/json' }, body: '{"title":"Mine"}' })).status);
    assert.equal(status, 403);
    await own.context().close();
  }
});

test('the modeler fits every window', async () => {
  const long = 'Aufführungsgenehmigung'.repeat(12);
  const text = (key, title = 'Name') => ({ type: 'text', key, title, value: '' });
  await site.api('POST', `${bucket}/object-types`, { title: long, slug: 'narrow', metafields: [text('long', long), { type: 'switch', key: 'on', title: long, options: 'yes,no', value: false },
    { type: 'parent', key: 'place', title: 'Place', children: [{ type: 'repeater', key: 'visits', title: 'Visits', repeater_fields: [text('who')],
      children: [{ type: 'repeating_item', children: [text('who')] }, { type: 'repeating_item', children: [text('who')] }] }] }] });
  // Nothing is cut at the edge of its box, where nothing scrolls.
  const cut = () => [...document.querySelectorAll('.modeler :is(button, input, select, label)')].filter((each) => {
    const { width, right } = each.getBoundingClientRect();
    return width && right > innerWidth - 4;
  }).map((each) => each.outerHTML.slice(0, 120));
  for (const [width, height, colorScheme] of [[1440, 900, 'light'], [1440, 900, 'dark'], [360, 740, 'light'], [360, 740, 'dark']]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await openType('narrow');
    for (const key of ['long', 'on', 'place', 'visits', 'who']) await unfold(key);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, 'long titles');
    assert.deepEqual(await page.evaluate(cut), []);
    await axe(page, `types-narrow-${width}-${colorScheme}`);
    await openType('walks');
    await page.locator('.about-type > summary').click();
    for (const key of ['stages', 'stage', 'effort']) await unfold(key);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} px of ${width}`);
    await axe(page, `types-${width}-${colorScheme}`);
    await go('types');
    await page.getByRole('link', { name: 'Walks', exact: true }).last().waitFor();
    assert.ok(await page.locator('main .table').evaluate((each) => each.scrollWidth <= each.clientWidth), 'a title without spaces pushes no column out');
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await axe(page, `types-list-${width}-${colorScheme}`);
  }
});

test('the form beside a type stores nothing: no file is uploaded and no object made from there', async () => {
  await site.api('POST', `${bucket}/object-types`, { title: 'Moorings', singular: 'Mooring', slug: 'moorings', metafields: [
    { type: 'file', key: 'plan', title: 'Plan', value: '' }, { type: 'object', key: 'boat', title: 'Boat', value: '', object_type: 'moorings' }, { type: 'html-textarea', key: 'story', title: 'Story', value: '' }] });
  await openType('moorings');
  const writes = [];
  const hear = (request) => request.method() === 'POST' && writes.push(request.url());
  page.on('request', hear);
  const plan = form().locator('[data-path="metafields[0]"]');
  await plan.getByRole('button', { name: 'Choose Plan' }).waitFor();
  assert.equal(await form().getByRole('button', { name: /^Upload/ }).count(), 0);
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['plan'], 'plan.bin'));
    return data;
  });
  await plan.locator('.file').dispatchEvent('drop', { dataTransfer: dropped });
  await plan.getByRole('button', { name: 'Choose Plan' }).click();
  await dialog('Choose: Plan').locator('.tile').first().waitFor();
  assert.equal(await dialog('Choose: Plan').getByRole('button', { name: 'Upload' }).count(), 0);
  await axe(page, 'trial-file');
  await page.keyboard.press('Escape');
  await form().getByRole('button', { name: 'Choose Boat' }).click();
  await dialog('Choose: Boat').getByRole('searchbox').fill('Anna');
  assert.equal(await dialog('Choose: Boat').getByRole('button', { name: /^New/ }).count(), 0);
  await page.keyboard.press('Escape');
  await dialog('Choose: Boat').waitFor({ state: 'detached' });
  const story = form().locator('[data-path="metafields[2]"] .prose[role=textbox]');
  await story.click();
  await story.evaluate((each) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
    each.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('status').filter({ hasText: 'Nothing is stored here: files are not uploaded.' }).waitFor();
  page.off('request', hear);
  assert.deepEqual(writes.filter((each) => /media|objects/.test(each)), []);
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
