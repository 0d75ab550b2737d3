// Values that are not complete, too long or no longer offered: nothing of them is lost, cut or saved as something else.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, gate, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
let site;
let page;
const options = (...values) => values.map((value) => ({ value }));
before(async () => {
  site = await start();
  const field = (type, title, key, more = {}) => ({ type, title, key, value: '', ...more });
  await site.api('POST', `${path}/object-types`, { title: 'Gauges', slug: 'gauges', singular: 'Gauge', options: { slug_field: false, content_editor: false },
    metafields: [field('number', 'Depth', 'depth'), field('date', 'Read on', 'read_on'), field('text', 'Motto', 'motto', { maxlength: 10 }),
      field('radio-buttons', 'Tide', 'tide', { options: options('High', 'Low') }),
      field('check-boxes', 'Winds', 'winds', { value: [], options: options('North', 'South', 'West') }), field('file', 'Chart', 'chart')] });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name, at = page) => at.getByLabel(name, { exact: true });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const alert = (text, at = page) => at.getByRole('alert').filter({ hasText: text }).first().waitFor();
const make = async (title, values = {}) => (await site.api('POST', `${path}/objects`, { title, type: 'gauges', status: 'published',
  metafields: Object.entries(values).map(([key, value]) => ({ key, value })) })).object.id;
const show = async (id, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/gauges/${id}`);
  await field('Title', at).waitFor();
};
const stored = async (id) => (await site.api('GET', `${path}/objects/${id}?status=any`)).object.metadata;
const saved = (at = page) => at.waitForResponse((answer) => ['POST', 'PATCH'].includes(answer.request().method()) && /\/objects\/\w+(\/revisions\?props=id)?$/.test(answer.url()) && answer.ok());
const press = async (name, at = page) => {
  const done = saved(at);
  await button(name, at).click();
  await done;
  await at.locator('.actions [aria-disabled=true]').first().waitFor({ state: 'detached' });
};

test('a number that is not complete is not saved as empty', async () => {
  const id = await make('Pier', { depth: 7 });
  await show(id);
  await field('Depth').fill('7-8');
  await field('Motto').fill('Beside it');
  await page.locator('[data-path="metafields[0]"] .problem').filter({ hasText: 'Depth is no number yet, or could be two: write it like 1234.5' }).waitFor();
  await axe(page, 'number');
  await button('Save draft').click();
  await alert('“Depth” is not complete yet.');
  await page.waitForFunction(() => document.activeElement?.closest('[data-path="metafields[0]"]'));
  assert.equal((await stored(id)).depth, 7);
  await page.locator('.state').getByText('Your changes are kept').waitFor();
  await page.reload();
  await told('is back');
  assert.equal(await field('Depth').inputValue(), '7-8', 'what is not complete is kept, too');
  await field('Depth').fill('7.8');
  await press('Publish');
  assert.deepEqual([(await stored(id)).depth, (await stored(id)).motto], [7.8, 'Beside it']);
  await field('Depth').fill('');
  await press('Publish');
  assert.ok(!(await stored(id)).depth);
});

// Numbers as they are sent, which JSON.parse would round here, too.
const asText = (method, where, body) => page.evaluate(async ([how, address, sent]) => {
  const answer = await fetch(`/v2${address}`, { method: how, headers: { 'Content-Type': 'application/json', 'Inkwell-Session': '1' }, body: sent });
  return answer.text();
}, [method, path + where, body]);

test('a number that JavaScript would round is shown and sent back with all its digits', async () => {
  await asText('POST', '/object-types', `{"title": "Tallies", "slug": "tallies", "singular": "Tally", "metafields": [{"type": "number", "title": "Count", "key": "count", "value": 9007199254740997},
    {"type": "json", "title": "Data", "key": "data", "value": ""}, {"type": "repeater", "title": "Rows", "key": "rows", "repeater_fields": [{"type": "number", "title": "Inner", "key": "inner", "value": ""}]}]}`);
  const data = '{"id":9007199254740993,"text":"9007199254740993, \\"9007199254740993\\"","list":[-9223372036854775808,0.5,18446744073709551615]}';
  const sent = `{"type": "tallies", "title": "Exact", "status": "published", "metadata": {"count": 9007199254740993, "data": ${data}, "rows": [{"inner": 9007199254740995}]}}`;
  const { id } = JSON.parse(await asText('POST', '/objects', sent)).object;
  const texts = ['"count":9007199254740993', `"data":${data}`, '"inner":9007199254740995'];
  const holds = async (wanted) => {
    const answer = await asText('GET', `/objects/${id}?status=any`);
    for (const each of wanted) assert.ok(answer.includes(each), `${each} in ${answer}`);
  };
  await holds(texts);
  await page.goto(`${site.url}/dashboard/demo/objects/tallies/${id}`);
  await field('Title').fill('Exactly');
  assert.equal(await field('Count').inputValue(), '9007199254740993');
  await page.locator('.cm-content').getByText('18446744073709551615').waitFor();
  await page.locator('.state').getByText('Your changes are kept').waitFor();
  await page.reload();
  await told('is back');
  await press('Publish');
  await holds([...texts, '"title":"Exactly"']);
  await field('Count').fill('9,007,199,254,740,995');
  const source = page.locator('.cm-content');
  await source.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{"id": 9007199254740999}');
  await press('Publish');
  await holds(['"count":9007199254740995', '"data":{"id":9007199254740999}', '"inner":9007199254740995']);
  // In a list, and in what new objects begin with.
  await page.goto(`${site.url}/dashboard/demo/objects/tallies?columns=metadata.count`);
  await page.getByRole('gridcell').filter({ hasText: '9,007,199,254,740,995' }).dblclick();
  assert.equal(await field('Count of Exactly').inputValue(), '9007199254740995');
  await page.keyboard.press('Escape');
  await page.goto(`${site.url}/dashboard/demo/types/tallies`);
  await page.locator('.itembar .fold').filter({ hasText: 'Count' }).click();
  assert.equal(await field('New objects begin with').inputValue(), '9007199254740997');
});

test('a date of which a part is missing is not saved as empty', async () => {
  const id = await make('Quay', { read_on: '2026-03-14' });
  await show(id);
  const day = field('Read on');
  await day.focus();
  await page.keyboard.press('Delete');
  await field('Motto').fill('A day');
  await button('Save draft').click();
  await alert('“Read on” is not complete yet.');
  assert.equal((await stored(id)).read_on, '2026-03-14');
  await day.fill('2026-04-15');
  await press('Publish');
  assert.equal((await stored(id)).read_on, '2026-04-15');
  // Typed into an empty one, which is no input to the browser before it is whole.
  await day.fill('');
  await press('Publish');
  await day.focus();
  await page.keyboard.type('12');
  await page.keyboard.press('Control+s');
  await alert('“Read on” is not complete yet.');
});

test('half a date that is undone and brought back is the whole one that stood there before', async () => {
  const id = await make('Wharf', { read_on: '2026-03-14' });
  await show(id);
  const day = field('Read on');
  await day.focus();
  await page.keyboard.press('Delete');
  await page.waitForFunction((input) => input.validity.badInput, await day.elementHandle());
  await field('Motto').fill('Twice');
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Undo my changes').click();
  await page.waitForFunction((input) => input.value === '2026-03-14', await day.elementHandle());
  await page.getByRole('status').filter({ hasText: 'What you typed is discarded.' }).getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction((input) => input.value === 'Twice', await field('Motto').elementHandle());
  await day.focus();
  await page.keyboard.press('Shift');
  await field('Motto').focus();
  assert.equal(await day.inputValue(), '2026-03-14');
  await press('Publish');
  assert.deepEqual([(await stored(id)).read_on, (await stored(id)).motto], ['2026-03-14', 'Twice']);
});

test('a decimal comma is understood, and what could be two numbers is refused', async () => {
  const id = await make('Harbour', { depth: 1234.5 });
  const german = await open(site, await site.browser.newContext({ locale: 'de-DE' }));
  await german.goto(`${site.url}/dashboard`);
  await german.locator('input[type=email]').fill(site.email);
  await german.locator('input[type=password]').fill(site.password);
  await german.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await german.getByRole('heading', { name: 'Zuletzt geändert' }).waitFor();
  await show2(german, id);
  const depth = german.getByLabel('Depth', { exact: true });
  assert.equal(await depth.inputValue(), '1234,5');
  for (const [text, value] of [['3,75', 3.75], ['3.75', 3.75], ['1.234,5', 1234.5], ['1,234.5', 1234.5], ['1.234.567', 1234567], ['1 234', 1234], ['0.125', 0.125], ['1,234', 1.234], ['-0,5', -0.5], ['2e3', 2000]]) {
    await depth.fill(text);
    await press('Veröffentlichen', german);
    assert.equal((await stored(id)).depth, value, text);
  }
  for (const text of ['1.234', '1,2,3', '12.34.567', '1.234.5', ',', 'seven']) {
    await depth.fill(text);
    await german.getByLabel('Motto', { exact: true }).focus();
    await german.locator('[data-path="metafields[0]"] .problem').filter({ hasText: '1234,5' }).waitFor();
  }
  await german.context().close();
});

const show2 = async (at, id) => {
  await at.goto(`${site.url}/dashboard/demo/objects/gauges/${id}`);
  await at.getByLabel('Depth', { exact: true }).waitFor();
};

test('a cell and a filter refuse what is no number yet', async () => {
  const id = await make('Buoy', { depth: 5 });
  await page.goto(`${site.url}/dashboard/demo/objects/gauges?columns=metadata.depth`);
  await page.getByRole('row').filter({ hasText: 'Buoy' }).getByRole('gridcell').filter({ hasText: /^5$/ }).dblclick();
  await field('Depth of Buoy').fill('7-8');
  await page.keyboard.press('Enter');
  await alert('Depth is no number yet');
  await page.keyboard.press('Escape');
  assert.equal((await stored(id)).depth, 5);
  await button('Filter').click();
  const dialog = page.getByRole('dialog', { name: 'Filter' });
  await dialog.getByLabel('Field').selectOption({ label: 'Depth' });
  await dialog.locator('input.figure').fill('1,234'); // not the text that stood there before
  await dialog.getByRole('button', { name: 'Add filter' }).click();
  await dialog.getByText('Depth is no number yet').waitFor();
  await page.keyboard.press('Escape');
});

test('a change of many says what it empties, and is not offered for what is no number yet', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/gauges?columns=metadata.depth`);
  const { total } = await site.api('GET', `${path}/objects?status=any&query=${encodeURIComponent('{"type":"gauges","metadata.depth":{"$gt":-100}}')}`);
  await page.getByRole('checkbox', { name: 'Choose all' }).check();
  await button('Set a field').click();
  const dialog = page.getByRole('dialog', { name: /^Set a field/ });
  await dialog.getByLabel('Field').selectOption({ label: 'Depth' });
  await dialog.getByText(`“Depth” will be emptied in ${total} objects.`).waitFor();
  await axe(page, 'emptied');
  assert.match(await button(`Empty ${total} objects`, dialog).getAttribute('class'), /danger/);
  await dialog.getByLabel('New value').fill('7-8');
  await dialog.getByText('Depth is no number yet').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Change', exact: true }).isDisabled());
  await dialog.getByLabel('New value').fill('9,5');
  await dialog.getByRole('button', { name: /^Change \d+ objects$/ }).waitFor();
  await page.keyboard.press('Escape');
});

test('what new objects begin with is not emptied by a number that is not complete', async () => {
  await page.goto(`${site.url}/dashboard/demo/types/gauges`);
  await page.locator('.itembar .fold').filter({ hasText: 'Depth' }).click();
  await field('New objects begin with').fill('7-8');
  await button('Save').click();
  await alert('“Depth” is not complete yet.');
  await field('New objects begin with').fill('');
  await page.locator('.state').getByText('Saved', { exact: true }).waitFor();
});

test('what is wrong with a field is heard at its controls, of groups of them too', async () => {
  const wanted = (type, title, more = {}) => ({ type, title, key: title.toLowerCase(), value: '', required: true, ...more });
  await site.api('POST', `${path}/object-types`, { title: 'Buoys', slug: 'buoys', singular: 'Buoy', options: { slug_field: false, content_editor: false },
    metafields: [wanted('text', 'Name'), wanted('number', 'Weight'), wanted('textarea', 'Story'), wanted('select-dropdown', 'Size', { options: options('Small', 'Large').map((each) => ({ key: each.value, ...each })) }),
      wanted('radio-buttons', 'Light', { options: options('Red', 'Green') }), wanted('check-boxes', 'Topics', { value: [], options: options('Tides', 'Wrecks') }),
      wanted('object', 'Keeper', { object_type: 'authors' }), wanted('objects', 'Visitors', { object_type: 'authors' }), wanted('file', 'Picture')] });
  await page.goto(`${site.url}/dashboard/demo/objects/buoys/new`);
  await field('Title').fill('A buoy');
  const debug = await page.context().newCDPSession(page);
  const heard = async (at) => {
    const { result } = await debug.send('Runtime.evaluate', { expression: at });
    const { nodes: [node] } = await debug.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false });
    const of = (name) => node.properties.find((each) => each.name === name)?.value.value;
    // Of a select the browser tells its reader, and not the debugger.
    return { required: of('required') ?? (await page.evaluate(`${at}.ariaRequired`)) === 'true', invalid: of('invalid'), description: node.description?.value };
  };
  const control = (index, selector) => `document.querySelector('[data-path="metafields[${index}]"] ${selector}')`;
  const group = (index) => `document.querySelector('fieldset[data-path="metafields[${index}]"]')`;
  for (const at of [control(0, 'input'), control(1, 'input'), control(2, 'textarea'), control(3, 'select'), group(4)]) {
    assert.deepEqual([(await heard(at)).required, (await heard(at)).invalid], [true, 'false'], at);
  }
  for (const at of [group(5), group(6), control(6, 'button'), group(7), control(7, 'button'), group(8), control(8, 'button')]) {
    assert.equal((await heard(at)).description, 'required', at);
  }
  await button('Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish anyway?' });
  await button('Cancel', dialog).click();
  await dialog.waitFor({ state: 'detached' });
  const titles = ['Name', 'Weight', 'Story', 'Size', 'Light', 'Topics', 'Keeper', 'Visitors', 'Picture'];
  for (const at of [control(0, 'input'), control(1, 'input'), control(2, 'textarea'), control(3, 'select'), group(4)]) {
    const title = titles[Number(/\d/.exec(at)[0])];
    assert.equal((await heard(at)).invalid, 'true', at);
    assert.match((await heard(at)).description, new RegExp(`${title} is required`), at);
  }
  assert.equal((await heard(control(5, 'input'))).invalid, 'true');
  for (const at of [group(5), group(6), control(6, 'button'), group(7), control(7, 'button'), group(8), control(8, 'button')]) {
    assert.equal((await heard(at)).description, `required ${titles[Number(/\d/.exec(at)[0])]} is required`, at);
  }
  await axe(page, 'wrong');
  await field('Tides').check();
  assert.equal((await heard(control(5, 'input'))).invalid, 'false');
  assert.equal((await heard(group(5))).description, 'required');
  await axe(page, 'better');
});

test('what is pasted into one line is not cut, and the rule is told, for the title too', async () => {
  await show(await make('Long'));
  await field('Motto').focus();
  await page.keyboard.insertText('Longer than ten characters');
  assert.equal(await field('Motto').inputValue(), 'Longer than ten characters');
  await page.getByText('26 of 10 characters').waitFor();
  await field('Title').focus();
  await page.locator('[data-path="metafields[2]"] .problem').filter({ hasText: 'at most 10 are allowed' }).waitFor();
  await field('Title').fill('');
  await page.keyboard.insertText('x'.repeat(1100));
  assert.equal((await field('Title').inputValue()).length, 1100);
  await page.getByText('1,100 of 1,000 characters').waitFor();
  await page.locator('[data-path=title] .problem').filter({ hasText: 'Title has 1,100 characters, at most 1,000 are allowed' }).waitFor();
  await axe(page, 'too-long');
});

test('a choice that is no longer offered is shown, and kept until it is taken away', async () => {
  const id = await make('Older', { tide: 'High', winds: ['North', 'South'] });
  const { object_type: type } = await site.api('GET', `${path}/object-types/gauges`);
  const renamed = { High: 'Flood', North: 'Northerly' };
  const metafields = type.metafields.map((each) => (Array.isArray(each.options) ? { ...each, options: each.options.map(({ value }) => ({ value: renamed[value] ?? value })) } : each));
  await site.api('PATCH', `${path}/object-types/gauges`, { metafields });
  await show(id);
  const [high, north, west] = [page.getByRole('radio', { name: 'High (no longer offered)' }), page.getByRole('checkbox', { name: 'North (no longer offered)' }), page.getByRole('checkbox', { name: 'West' })];
  assert.ok((await high.isChecked()) && (await north.isChecked()));
  await axe(page, 'no-longer-offered');
  await west.check();
  assert.ok(await north.isChecked(), 'another choice leaves it');
  await page.getByRole('radio', { name: 'Flood' }).check();
  await north.uncheck();
  await press('Publish');
  assert.deepEqual([(await stored(id)).tide, (await stored(id)).winds], ['Flood', ['South', 'West']]);
  await show(id);
  assert.equal(await high.count(), 0);
});

test('what a type is given while a form is open is shown in it, in groups and items too, beside what is typed', async () => {
  const text = (title, key) => ({ type: 'text', title, key, value: '' });
  const choice = (...values) => ({ type: 'radio-buttons', title: 'Bottom', key: 'bottom', value: '', options: options(...values) });
  const line = (...values) => ({ type: 'select-dropdown', title: 'Line', key: 'line', value: '', options: values.map((value) => ({ key: value, value })) });
  const fieldsOf = (bottom, lines, ...more) => [choice(...bottom), { type: 'parent', title: 'Gear', key: 'gear', children: [line(...lines), ...more] },
    { type: 'repeater', title: 'Rings', key: 'rings', repeater_fields: [text('Name', 'name'), choice(...bottom), ...more], children: [] }];
  await site.api('POST', `${path}/object-types`, { title: 'Moorings', slug: 'moorings', singular: 'Mooring', metafields: fieldsOf(['Sand', 'Mud'], ['Rope']) });
  const { id } = (await site.api('POST', `${path}/objects`, { type: 'moorings', title: 'Berth', status: 'published',
    metadata: { bottom: 'Sand', gear: { line: 'Rope' }, rings: [{ name: 'North ring', bottom: 'Mud' }, { name: 'South ring', bottom: 'Mud' }] } })).object;
  await page.goto(`${site.url}/dashboard/demo/objects/moorings/${id}`);
  await field('Title').fill('Berth nine');
  await page.getByRole('button', { name: /North ring/ }).click();
  const ring = page.locator('li.item').first();
  await field('Name', ring).fill('Northern ring');
  await site.api('PATCH', `${path}/object-types/moorings`, { metafields: fieldsOf(['Sand', 'Rock'], ['Rope', 'Chain'], text('Length', 'length')) });
  await page.getByRole('radio', { name: 'Rock' }).first().waitFor();
  await field('Length', ring).fill('Three metres');
  await field('Length').first().fill('Nine metres');
  await field('Line').selectOption('Chain');
  await ring.getByRole('radio', { name: 'Mud (no longer offered)' }).waitFor();
  await axe(page, 'retyped');
  assert.equal(await field('Name', ring).inputValue(), 'Northern ring');
  assert.equal(await field('Title').inputValue(), 'Berth nine');
  assert.equal(await page.getByRole('dialog').count() + await page.getByRole('status').filter({ hasText: 'Somebody else changed' }).count(), 0);
  // What is offered no longer is kept by who has it.
  await press('Publish');
  const { bottom, gear, rings } = await stored(id);
  assert.deepEqual([bottom, gear.line.value, gear.length], ['Sand', 'Chain', 'Nine metres']);
  assert.deepEqual(rings.map(({ name, bottom: ground, length }) => [name, ground, length]), [['Northern ring', 'Mud', 'Three metres'], ['South ring', 'Mud', '']]);
  await page.reload();
  await page.getByRole('button', { name: /South ring/ }).click();
  await page.getByRole('radio', { name: 'Mud (no longer offered)' }).waitFor();
});

test('the title of a related object that could not be read is asked for again', async () => {
  await site.api('POST', `${path}/object-types`, { title: 'Charts', slug: 'charts', singular: 'Chart', metafields: [{ type: 'object', title: 'Gauge', key: 'gauge', object_type: 'gauges', value: '' }] });
  const gauge = await make('Tide gauge');
  const { id } = (await site.api('POST', `${path}/objects`, { type: 'charts', title: 'Chart 12', metafields: [{ key: 'gauge', value: gauge }] })).object;
  const titles = (url) => url.pathname.endsWith('/objects') && url.search.includes(encodeURIComponent('{"$in":["'));
  await page.route(titles, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => titles(new URL(request.url())));
  await page.goto(`${site.url}/dashboard/demo/objects/charts/${id}`);
  await failed;
  await page.getByRole('link', { name: '…' }).waitFor();
  await page.unroute(titles);
  await page.getByRole('link', { name: 'Tide gauge' }).waitFor();
  // The name of a filter, too.
  await page.route(titles, (route) => route.abort());
  const failedAgain = page.waitForEvent('requestfailed', (request) => titles(new URL(request.url())));
  await page.goto(`${site.url}/dashboard/demo/objects/charts?query=${encodeURIComponent(`{"metadata.gauge":{"$in":["${gauge}"]}}`)}`);
  await failedAgain;
  await page.unroute(titles);
  await page.getByText('Gauge is one of Tide gauge').waitFor();
});

// Holds what is sent there until it is let go.
const hold = async (where, method, at = page) => {
  let goOn;
  const held = new Promise((resolve) => (goOn = resolve));
  const begun = at.waitForRequest((request) => request.method() === method && where.test(request.url()));
  await at.route(where, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  return { begun, letGo: async () => {
    goOn();
    await at.unrouteAll({ behavior: 'wait' });
  } };
};
const toMedia = async () => {
  await page.getByRole('link', { name: 'Media', exact: true }).click();
  await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
};

const give = (name) => field('File for Chart').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(name) });
test('a save waits for a file that is on its way, and a form that is left is told what became of it', async () => {
  const id = await make('Charted');
  await show(id);
  const first = await hold(/\/media$/, 'POST');
  await give('chart.bin');
  await first.begun;
  await button('Save draft').click();
  await told('It is saved as soon as the file has arrived.');
  const done = saved();
  await first.letGo();
  await done;
  assert.equal((await stored(id)).chart.original_name, 'chart.bin');
  await page.locator('.actions [aria-disabled=true]').first().waitFor({ state: 'detached' });
  const second = await hold(/\/media$/, 'POST');
  await give('late.bin');
  await second.begun;
  await toMedia();
  await second.letGo();
  await told('late.bin is uploaded, and stands in the media library. The form for it was left.');
  assert.equal((await stored(id)).chart.original_name, 'chart.bin');
});

/** The next file goes nowhere, once `fail` is called. */
const losing = async () => {
  const [begun, fails] = [gate(), gate()];
  const lose = async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    begun.open();
    await fails.opened;
    return route.fulfill({ status: 503, json: { status: 503, message: 'the server is busy: try again' } });
  };
  await page.route(/\/media$/, lose);
  return { begun: begun.opened, fail: async () => {
    fails.open();
    await alert('was not uploaded');
    await page.unroute(/\/media$/, lose);
  } };
};

test('nothing is published without the file that it waited for, until that is asked for again', async () => {
  const id = await make('Uncharted');
  await show(id);
  await field('Motto').fill('Shoals');
  const lost = await losing();
  await give('lost.bin');
  await lost.begun;
  await button('Publish').click();
  await told('It is saved as soon as the file has arrived.');
  await lost.fail();
  await alert('Not published: lost.bin did not arrive. Publish again to go on without.');
  assert.equal(await page.getByRole('status').filter({ hasText: 'It is saved as soon as' }).count(), 0);
  await axe(page, 'not-arrived');
  assert.equal((await stored(id)).motto, '');
  await press('Publish');
  assert.equal((await stored(id)).motto, 'Shoals');
  assert.equal(await page.getByRole('alert').filter({ hasText: 'Not published' }).count(), 0);
});

const schedule = async (at) => {
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Schedule').click();
  await field('Publish at').fill(at);
  await button('Set the schedule').click();
};

test('a schedule waits for files as a save does, and asks for a title', async () => {
  const { object: { id } } = await site.api('POST', `${path}/objects`, { title: 'Planned', type: 'gauges', status: 'draft' });
  const plan = async () => (await site.api('GET', `${path}/objects/${id}?status=any&props=publish_at,metadata`)).object;
  await show(id);
  const lost = await losing();
  await give('gone.bin');
  await lost.begun;
  await schedule('2031-05-04T09:00');
  await told('It is saved as soon as the file has arrived.');
  await lost.fail();
  await alert('Not scheduled: gone.bin did not arrive.');
  await button('Cancel').click();
  assert.equal((await plan()).publish_at ?? null, null);
  const slow = await hold(/\/media$/, 'POST');
  await give('route.bin');
  await slow.begun;
  await schedule('2031-05-04T09:00');
  await told('It is saved as soon as the file has arrived.');
  await slow.letGo();
  await told('The schedule is set.');
  const planned = await plan();
  assert.ok(planned.publish_at);
  assert.equal(planned.metadata.chart.original_name, 'route.bin');
  await field('Title').fill(' ');
  await schedule('2031-05-05T09:00');
  await alert('A title is needed before it can be saved.');
  assert.equal((await plan()).publish_at, planned.publish_at);
});

test('a save or a deletion that takes long does not take anybody away from where they have gone', async () => {
  await show('new');
  await field('Title').fill('Slowly made');
  const made = await hold(/\/objects$/, 'POST');
  await button('Save draft').click();
  await made.begun;
  await toMedia();
  await made.letGo();
  await told('“Slowly made” is saved.');
  assert.match(page.url(), /\/media$/);
  await button('Open it').click();
  await page.waitForURL(/\/gauges\/[0-9a-f]{24}$/);
  await field('Title').waitFor();
  const deleted = await hold(/\/objects\/\w+\?/, 'DELETE');
  await page.locator('summary[aria-label="More actions"]').click();
  await button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await deleted.begun;
  await toMedia();
  await deleted.letGo();
  await told('“Slowly made” is in the trash.');
  assert.match(page.url(), /\/media$/);
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
