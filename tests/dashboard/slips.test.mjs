// What a hand does by mistake or twice, and what two people do at once: nothing is chosen blind, made twice, or deleted unseen.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
const type = 'routes';
let site;
let page;

const stage = (place, km) => ({ type: 'repeating_item', children: [{ type: 'text', title: 'Place', key: 'place', value: place }, { type: 'number', title: 'Km', key: 'km', value: km }] });
const metafields = (stages, way) => [
  { type: 'repeater', title: 'Stages', key: 'stages', repeater_fields: stage('', '').children, children: stages },
  { type: 'html-textarea', title: 'Way', key: 'way', value: way },
];

before(async () => {
  site = await start();
  await site.api('POST', `${path}/object-types`, { title: 'Routes', singular: 'Route', slug: type, metafields: metafields([], '') });
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const dialog = (name, at = page) => at.getByRole('dialog', { name });
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const go = (where, at = page) => at.goto(`${site.url}/dashboard/demo/${where}`);
const make = async (title, more = {}) => (await site.api('POST', `${path}/objects`, { type, title, status: 'published', ...more })).object.id;

test('of a repeater in which two people write in different items, both stay, and nobody loses the cursor', async () => {
  const before = [stage('Harbour', 1), stage('Quay', 2), stage('Mole', 3)];
  const id = await make('Shared shore', { metafields: metafields(before, '') });
  const stages = async () => (await site.api('GET', `${path}/objects/${id}`)).object.metadata.stages.map(({ place, km }) => `${place} ${km}`);
  const write = (list) => site.api('PATCH', `${path}/objects/${id}`, { keep_revision: true, metafields: metafields(list, '') });
  await go(`objects/${type}/${id}`);
  await page.getByRole('button', { name: /Quay/ }).click();
  const km = page.getByLabel('Km');
  await km.fill('7');
  const mole = stage('Mole', 33);
  await write([before[0], before[1], mole]);
  await told('Somebody else changed Stages.');
  await page.keyboard.type('5');
  await write([before[0], before[1], mole, stage('Light', 4)]);
  await page.getByText('4 items').waitFor();
  await page.keyboard.type('1');
  assert.equal(await km.inputValue(), '751');
  await button('Publish').click();
  await told('It is published.');
  assert.deepEqual(await stages(), ['Harbour 1', 'Quay 751', 'Mole 33', 'Light 4']);
  // Both have written in one item, beside another that only they have changed: that is asked, as before.
  await km.fill('8');
  await write([stage('Harbour', 11), stage('Quay', 9), mole, stage('Light', 4)]);
  await button('Publish').click();
  await dialog('You saved another text meanwhile').waitFor();
  await page.keyboard.press('Escape');
  await dialog('You saved another text meanwhile').waitFor({ state: 'detached' });
});

test('a field that somebody else adds, within another one too, is not lost by the save of who has the form open', async () => {
  const field = (key) => ({ type: 'text', title: key, key: key.toLowerCase(), value: `the ${key}` });
  const fields = (...keys) => [...metafields([], ''), { type: 'parent', title: 'Sidebar', key: 'sidebar', children: keys.map(field) }];
  const id = await make('Grown', { metafields: fields('Place') });
  const read = async () => (await site.api('GET', `${path}/objects/${id}`)).object;
  await go(`objects/${type}/${id}`);
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await site.api('PATCH', `${path}/objects/${id}`, { keep_revision: true, metafields: [...fields('Place', 'Tip'), field('Source')] });
  await told('Somebody else changed Sidebar › Tip, Source.');
  await page.getByLabel('Tip').waitFor();
  await button('Publish').click();
  await told('It is published.');
  const { title, metadata } = await read();
  assert.equal(title, 'Mine');
  assert.deepEqual([metadata.sidebar, metadata.source], [{ place: 'the Place', tip: 'the Tip' }, 'the Source']);
});

test('an item that somebody else has changed, with a new one before it, keeps its cursor, and no other item gets it', async () => {
  const before = [stage('Harbour', 1), stage('Quay', 2), stage('Mole', 3)];
  const id = await make('Inserted shore', { metafields: metafields(before, '') });
  const write = (list) => site.api('PATCH', `${path}/objects/${id}`, { keep_revision: true, metafields: metafields(list, '') });
  await go(`objects/${type}/${id}`);
  await page.getByRole('button', { name: /Quay/ }).click();
  const place = page.getByLabel('Place');
  await place.click();
  await page.keyboard.press('End');
  await write([before[0], stage('Bridge', 9), stage('Quay', 22), before[2]]);
  await told('Somebody else changed Stages.');
  await page.keyboard.type(' of the ferry');
  assert.equal(await place.inputValue(), 'Quay of the ferry');
  await button('Publish').click();
  await page.locator('.state').getByText(/Saved/).waitFor();
  const stored = async () => (await site.api('GET', `${path}/objects/${id}`)).object.metadata.stages.map((each) => `${each.place} ${each.km}`);
  assert.deepEqual(await stored(), ['Harbour 1', 'Bridge 9', 'Quay of the ferry 22', 'Mole 3']);
  // Of an item that is another one in everything, but for a number that it has by chance, nobody says that it is the one that stood there.
  await write([before[0], stage('Ford', 8), stage('Slip', 22), stage('Lock', 6), before[2]]);
  await page.getByText('5 items').waitFor();
  await page.keyboard.type(' and');
  assert.equal(await place.count(), 0);
  assert.deepEqual(await stored(), ['Harbour 1', 'Ford 8', 'Slip 22', 'Lock 6', 'Mole 3']);
});

test('that an item is removed can be undone as long as its form is there', async () => {
  const id = await make('Removed shore', { metafields: metafields([stage('Harbour', 1), stage('Quay', 2)], '') });
  await go(`objects/${type}/${id}`);
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });
  await button('Remove Stages 1').click();
  await undo.click();
  await page.getByText('2 items').waitFor();
  await button('Remove Stages 1').click();
  await undo.waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
  assert.equal(await undo.count(), 0);
});

test('of a repeater that both changed, the fields that differ are shown, and HTML as readers see it', async () => {
  const before = [stage('Harbour', 1), stage('Quay', 2), stage('Mole', 3)];
  const id = await make('Shore', { metafields: metafields(before, '<p>Along <strong>the water</strong></p>') });
  await go(`objects/${type}/${id}`);
  await page.getByRole('button', { name: /Quay/ }).click();
  await page.getByLabel('Km').fill('7');
  await site.api('PATCH', `${path}/objects/${id}`, { keep_revision: true,
    metafields: metafields([before[0], stage('Quay', 55), before[2], stage('Light', 4)], '<p>Over <strong>the dunes</strong></p>') });
  await button('Publish').click();
  const conflict = dialog('You saved another text meanwhile').getByRole('group', { name: 'Stages' });
  await conflict.waitFor();
  const versions = await conflict.locator('> dl.version').allInnerTexts();
  assert.deepEqual(versions.map((each) => each.split(/\n+/).filter(Boolean)),
    [['Item 2 › Km', '7', 'Item 4', 'is not there'], ['Item 2 › Km', '55', 'Item 4', 'Place', 'Light', 'Km', '4']]);
  await axe(page, 'conflict');
  await conflict.getByLabel('Saved', { exact: true }).check();
  await button('Save the merged version').click();
  await told('It is published');

  await go(`objects/${type}/${id}/history`);
  await page.getByRole('button', { name: 'Compare with now' }).last().click();
  const row = (name) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await row('Stages').locator('ins').getByText('Light').waitFor();
  assert.match(await row('Stages').locator('del').innerText(), /Item 2 › Km\s+2\s/);
  assert.match(await row('Stages').locator('ins').innerText(), /Item 2 › Km\s+55\s/);
  await row('Way').frameLocator('iframe[title="Way: To"]').getByText('Over the dunes').waitFor();
  assert.doesNotMatch(await row('Way').innerText(), /<p>/);
  await axe(page, 'history');
  const shown = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const labels = await row('Way').locator('td.version').evaluateAll((cells) => cells.map((each) => getComputedStyle(each, '::before').content));
  assert.deepEqual(labels, ['"From"', '"To"'], 'one stands below the other there, without a heading');
  await axe(page, 'history-telephone');
  await page.setViewportSize(shown);
});

const more = async (name) => {
  const menu = page.locator('summary[aria-label="More actions"]');
  if (!(await menu.evaluate((each) => each.parentElement.open))) await menu.click();
  await button(name).click();
};
const formOf = async (id) => {
  await go(`objects/${type}/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Title', { exact: true }).waitFor();
};

test('Back takes a question along, and what it asked about stays', async () => {
  const id = await make('Kept');
  await go(`objects/${type}`);
  await page.getByRole('link', { name: 'Kept', exact: true }).click();
  await page.getByLabel('Title', { exact: true }).waitFor();
  await more('Delete');
  await dialog('Delete?').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Routes', level: 1 }).waitFor();
  await dialog('Delete?').waitFor({ state: 'detached' });
  assert.equal((await site.api('GET', `${path}/objects/${id}?status=any`)).object.title, 'Kept');
});

test('Back that is pressed again while a form asks before it is left stays there', async () => {
  await go('trash');
  for (const name of ['Routes', 'Media', 'Object types']) {
    await page.getByRole('navigation').getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }
  await page.getByRole('button', { name: 'New object type' }).first().click();
  await dialog('New object type').getByLabel('Name in the plural').fill('Half');
  await page.goBack();
  await dialog('Close without saving?').waitFor();
  await page.goBack();
  await dialog('Close without saving?').getByRole('button', { name: 'Cancel' }).click();
  await dialog('Close without saving?').waitFor({ state: 'detached' });
  await page.waitForURL(/\/types$/);
  assert.equal(await dialog('New object type').getByLabel('Name in the plural').inputValue(), 'Half');
  await page.goBack();
  await dialog('Close without saving?').getByRole('button', { name: 'Close it' }).click();
  await page.waitForURL(/\/media$/);
});

test('a button that is pressed twice makes one', async () => {
  const made = [];
  const slow = async (route) => {
    if (route.request().method() === 'POST') {
      made.push(new URL(route.request().url()).pathname);
      await new Promise((resolve) => setTimeout(resolve, 300)); // the second press comes before the answer
    }
    await route.continue();
  };
  await page.route(/\/v2\/buckets\/demo\/(media-folders|object-types|views|trash\/)/, slow);
  await go('media');
  await button('New folder').click();
  await dialog('New folder').getByLabel('Name').fill('Twice');
  await button('Save').dblclick();
  await page.getByRole('link', { name: 'Twice', exact: true }).waitFor();
  await go('types');
  await page.getByRole('button', { name: 'New object type' }).first().click();
  await dialog('New object type').getByLabel('Name in the plural').fill('Twices');
  await button('Create the type').dblclick();
  await told('The type “Twices” is there.');
  await go(`objects/${type}`);
  await page.locator('.views > summary').click();
  await button('Save this view…').click();
  await dialog('Save this view').getByLabel('Name').fill('Twice');
  await button('Save').dblclick();
  await told('The view “Twice” is saved.');
  const id = await make('Thrown away twice');
  await site.api('DELETE', `${path}/objects/${id}`);
  await go('trash');
  await button('Restore Thrown away twice').dblclick();
  await told('“Thrown away twice” is restored.');
  await button('Restore Thrown away twice').waitFor({ state: 'detached' });
  await page.unroute(/\/v2\/buckets\/demo\/(media-folders|object-types|views|trash\/)/, slow);
  assert.deepEqual(made.map((each) => each.replace(/^.*\/demo\//, '')), ['media-folders', 'object-types', 'views', `trash/${id}/restore`]);
  assert.equal(await page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0);
});

const focused = () => page.evaluate(() => [document.activeElement.textContent || document.activeElement.type, !!document.activeElement.closest('dialog')]);

test('a dialog begins with its first field, or with Cancel, and never with the button that closes it', async () => {
  const id = await make('Begun');
  await formOf(id);
  await more('Delete');
  await dialog('Delete?').waitFor();
  assert.deepEqual(await focused(), ['Cancel', true]);
  await page.keyboard.press('Escape');
  await dialog('Delete?').waitFor({ state: 'detached' });
  await more('Schedule');
  await dialog('Schedule').waitFor();
  assert.deepEqual(await focused(), ['datetime-local', true]);
  await page.keyboard.press('Escape');
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await site.api('PATCH', `${path}/objects/${id}`, { title: 'Theirs' });
  await button('Publish').click();
  await dialog('You saved another text meanwhile').waitFor();
  assert.deepEqual(await focused(), ['radio', true]);
  await page.keyboard.press('Escape');
  await told('Not saved: a choice between two versions is still open.');
});

test('Escape throws nothing away that was typed into a dialog', async () => {
  await go('settings/webhooks');
  await button('New webhook').first().click();
  const form = dialog('New webhook');
  await form.waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' }); // nothing was typed
  await button('New webhook').first().click();
  await form.getByLabel('Address').fill('https://example.com/hook');
  await page.keyboard.press('Escape');
  await dialog('Close without saving?').waitFor();
  await axe(page, 'close-without-saving');
  await page.keyboard.press('Escape'); // stays
  for (let time = 0; time < 8; ++time) await page.keyboard.press('Escape');
  await dialog('Close without saving?').waitFor({ state: 'detached' });
  assert.equal(await form.getByLabel('Address').inputValue(), 'https://example.com/hook');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await dialog('Close without saving?').getByRole('button', { name: 'Close it' }).click();
  await form.waitFor({ state: 'detached' });
  assert.equal((await site.api('GET', `${path}/webhooks`)).webhooks.length, 0);
});

test('Escape throws no value away that was typed for many objects', async () => {
  await make('To be changed');
  await go('objects/articles');
  await page.getByRole('checkbox', { name: /^Choose / }).nth(1).check();
  await button('Set a field').click();
  const form = dialog(/^Set a field/);
  await form.waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' }); // nothing was typed
  await button('Set a field').click();
  await form.locator('select').selectOption({ label: 'Teaser' });
  await form.getByLabel('New value').fill('For all of them');
  await page.keyboard.press('Escape');
  await dialog('Close without saving?').waitFor();
  await page.keyboard.press('Escape'); // stays
  assert.equal(await form.getByLabel('New value').inputValue(), 'For all of them');
  await button('Cancel', form).click();
  await button('Close it', dialog('Close without saving?')).click();
  await form.waitFor({ state: 'detached' });
});

test('Escape closes no dialog while it is stored, and what is refused is told in it', async () => {
  await go('settings/webhooks');
  await button('New webhook').first().click();
  const form = dialog('New webhook');
  await form.getByLabel('Address').fill('https://example.com/hook');
  let answer;
  const pressed = new Promise((done) => (answer = done));
  await page.route('**/webhooks', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await pressed;
    return route.fulfill({ status: 500, json: { status: 500, message: 'it went wrong' } });
  });
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/webhooks'));
  await button('Make the webhook', form).click();
  await sent;
  await page.keyboard.press('Escape');
  await button('Cancel', form).click();
  answer();
  await form.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  assert.equal(await form.getByLabel('Address').inputValue(), 'https://example.com/hook');
  await page.unroute('**/webhooks');
  await page.keyboard.press('Escape');
  await button('Close it').click();
  await form.waitFor({ state: 'detached' });
});

test('the browser asks before a page goes with what was typed into a dialog', async () => {
  const other = await open(site, page.context());
  const asked = [];
  other.on('dialog', (each) => {
    asked.push(each.type());
    void each.dismiss();
  });
  const reload = () => other.evaluate(() => location.reload());
  const typed = async (field, text) => {
    await field.click();
    await other.keyboard.type(text);
    await reload();
    await other.waitForTimeout(300);
    assert.deepEqual(asked.splice(0), ['beforeunload']);
    assert.ok((await field.inputValue()).includes(text));
  };
  await go('settings/webhooks', other);
  await button('New webhook', other).first().click();
  await typed(dialog('New webhook', other).getByLabel('Address'), 'https://example.com/hook');
  await other.keyboard.press('Escape');
  await button('Close it', other).click();
  await dialog('New webhook', other).waitFor({ state: 'detached' });
  await go('types', other); // unasked: nothing is typed any more
  await button('New object type', other).first().click();
  await typed(dialog('New object type', other).getByRole('textbox').first(), 'Tide tables');
  await other.keyboard.press('Escape');
  await button('Close it', other).click();
  await dialog('New object type', other).waitFor({ state: 'detached' });
  await go('media?view=grid', other);
  await other.locator('button.tile').first().click();
  await typed(other.getByLabel('Alt text'), 'When the water comes');
  await button('Save', other).click();
  await told('The file is saved.', other);
  await go('media', other);
  await other.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  assert.deepEqual(asked, []);
  await other.close();
});

test('the search box says what the address says, and loses no key', async () => {
  await go(`objects/${type}?q=harbour`);
  const box = page.getByRole('searchbox', { name: 'Search Routes' });
  assert.equal(await box.inputValue(), 'harbour');
  await box.fill('nothing is called so');
  await page.getByText('Nothing is found.').waitFor();
  await button('Show all').click();
  await page.getByRole('link', { name: 'Kept', exact: true }).waitFor();
  assert.equal(await box.inputValue(), '');
  await box.pressSequentially('Kept and more', { delay: 60 }); // the address follows while it is typed
  await page.waitForURL(/q=Kept\+and\+more/);
  assert.equal(await box.inputValue(), 'Kept and more');
  await site.api('POST', `${path}/views`, { title: 'With words', type, query: { type }, columns: ['?q=mole'], sort: '' });
  await go(`objects/${type}`);
  await page.locator('.views > summary').click();
  await button('With words').click();
  await page.waitForURL(/q=mole/);
  assert.equal(await box.inputValue(), 'mole');
});

const files = (...names) => names.map(([name, text]) => ({ name, mimeType: { png: 'image/png', svg: 'image/svg+xml' }[name.split('.')[1]] ?? 'text/plain', buffer: Buffer.from(text) }));

test('an empty file is refused by name, and a picture that is none says so', async () => {
  await go('media?view=grid');
  await page.getByLabel('Files to upload').setInputFiles(files(['nothing.txt', ''], ['torn.png', '\x89PNG\r\n\x1a\n, and then something else'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h40v30z"/></svg>']));
  await page.getByRole('alert').filter({ hasText: 'nothing.txt was not uploaded: it is empty' }).waitFor();
  const tile = page.locator('li.media').filter({ hasText: 'torn.png' });
  await tile.getByText('cannot be shown').waitFor();
  assert.equal(await page.locator('li.media').filter({ hasText: 'nothing.txt' }).count(), 0);
  await axe(page, 'torn');
  await tile.getByRole('button').click();
  await dialog('torn.png').getByText('This picture cannot be shown').waitFor();
  assert.equal(await dialog('torn.png').locator('img').count(), 0);
  await axe(page, 'torn-details');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /drawing\.svg/ }).click();
  const picture = await dialog('drawing.svg').locator('.target img').elementHandle();
  await page.waitForFunction((image) => image.complete && image.naturalWidth > 0, picture);
  await page.keyboard.press('Escape');
});

test('a file that is saved by two presses is saved', async () => {
  await go('media?view=grid');
  await page.getByRole('button', { name: /cliff-path\.jpg/ }).click();
  const details = dialog('cliff-path.jpg');
  await details.getByLabel('Alt text').fill('A path along a cliff');
  const slow = async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 300)); // the second press comes before the answer
    await route.continue();
  };
  await page.route(/\/v2\/buckets\/demo\/media\/\w+$/, slow);
  await button('Save', details).dblclick();
  await told('The file is saved.');
  await details.waitFor({ state: 'detached' });
  await page.unroute(/\/v2\/buckets\/demo\/media\/\w+$/, slow);
});

test('of several files that are dropped on a form one is taken, and the others are not lost', async () => {
  const drop = (target, names) => page.evaluate(([selector, all]) => {
    const data = new DataTransfer();
    for (const name of all) data.items.add(new File([new Uint8Array([1, 2, 3])], name, { type: 'application/octet-stream' }));
    return ['dragover', 'drop'].map((name) => {
      const event = new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data });
      document.querySelector(selector).dispatchEvent(event);
      return event.defaultPrevented;
    });
  }, [target, names]);
  await formOf(await make('Dropped on'));
  await drop('form.sheet', ['one.bin', 'two.bin', 'three.bin']);
  await told('One file is taken here: 2 more are in the media library.');
  await page.getByText('one.bin').first().waitFor();
  await go('media');
  for (const name of ['one.bin', 'two.bin', 'three.bin']) await page.getByRole('button', { name: new RegExp(name) }).waitFor();
  await formOf(await make('Dropped beside'));
  assert.deepEqual(await drop('nav', ['four.bin']), [true, true], 'the browser would open it in place of the form');
});

test('a trash of more than five hundred is read on', async () => {
  const objects = Array.from({ length: 505 }, (_, index) => ({ type, title: `Rubbish ${index}` }));
  const ids = [];
  for (let from = 0; from < objects.length; from += 8) {
    const made = await Promise.all(objects.slice(from, from + 8).map((each) => site.api('POST', `${path}/objects`, each)));
    ids.push(...made.map(({ object }) => object.id));
  }
  await site.api('POST', `${path}/objects/bulk`, { ids, action: 'delete', mode: 'each' });
  const { total } = await site.api('GET', `${path}/trash?limit=1`);
  await go('trash');
  await page.getByText(`500 of ${total} are shown.`).waitFor();
  assert.equal(await page.getByRole('row').count(), 501);
  await button('Show more').click();
  await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length === rows, total);
  assert.equal(await button('Show more').count(), 0);
});

test('a history of more than two hundred versions is read on, and a field that was only defined anew says so', async () => {
  const id = await make('Much written');
  for (let from = 0; from < 203; from += 7) {
    await Promise.all(Array.from({ length: 7 }, (_, index) => site.api('POST', `${path}/objects/${id}/revisions`, { title: `Version ${from + index}`, status: 'draft' })));
  }
  const items = stage('', '').children;
  const defined = (...fields) => [{ ...metafields([])[0], repeater_fields: fields }];
  await site.api('PATCH', `${path}/objects/${id}`, { keep_revision: true, metafields: defined(items[1], items[0]) });
  const { total } = await site.api('GET', `${path}/objects/${id}/revisions?status=any&limit=1`);
  assert.ok(total > 203, `${total}`);
  await go(`objects/${type}/${id}/history`);
  await page.getByText(`200 of ${total} are shown.`).waitFor();
  const versions = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Compare with now' }) });
  assert.equal(await versions.count(), 200);
  await button('Show more').click();
  await versions.nth(total - 1).waitFor();
  assert.equal(await button('Show more').count(), 0);
  await button('Compare with now').first().click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Definition of the field “Stages”', exact: true }) });
  await row.locator('ins').getByText('changed').waitFor();
  assert.equal(await row.getByRole('button').count(), 0);
  await axe(page, 'history-definition');
});

const refused = (text, at = page) => at.getByRole('alert').filter({ hasText: text }).first().waitFor();

test('what somebody else changed is not deleted unseen, and that is said in words for editors', async () => {
  const id = await make('Contested');
  await formOf(id);
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await site.api('PATCH', `${path}/objects/${id}`, { title: 'Theirs' });
  await more('Delete');
  await dialog('Delete?').getByRole('button', { name: 'Delete', exact: true }).click();
  await refused('Not deleted: somebody else changed it meanwhile. Look at what they wrote before you try again.');
  const both = dialog('You saved another text meanwhile');
  await both.getByText('Theirs', { exact: true }).waitFor();
  await axe(page, 'not-deleted');
  await both.getByRole('button', { name: 'Take these' }).click();
  await both.waitFor({ state: 'detached' });
  await more('Delete');
  await dialog('Delete?').getByRole('button', { name: 'Delete', exact: true }).click();
  await told('is in the trash.');
});

test('what the server refuses is said in the language of the person', async () => {
  await make('Shore road', { slug: 'shore-road' });
  const id = await make('Other road', { slug: 'other-road' });
  const german = await open(site, page.context());
  await german.addInitScript(() => localStorage.setItem('inkwell:language', 'de'));
  await go(`objects/${type}/${id}`, german);
  const slug = german.getByLabel('Slug', { exact: true });
  await slug.fill('shore-road');
  await button('Veröffentlichen', german).click();
  await refused('Der Server lehnt es ab: „Slug“ ist schon vergeben.', german);
  await german.locator('[data-path=slug] .problem').getByText('Slug ist schon vergeben').waitFor();
  assert.equal(await slug.getAttribute('aria-invalid'), 'true');
  await german.waitForFunction(() => document.activeElement?.closest('[data-path=slug]'));
  await slug.fill('Nicht so!');
  await button('Veröffentlichen', german).click();
  await refused('Der Server lehnt es ab: „Slug“ darf a-z, Ziffern', german);
  await german.route(/\/v2\/buckets\/demo\/objects\/\w+/, (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 403, json: { message: 'your role does not allow this' } })));
  await slug.fill('another-road');
  await button('Veröffentlichen', german).click();
  await refused('Ihre Rolle erlaubt das nicht.', german);
  await german.unrouteAll();
  await go('objects/settings/new', german);
  await german.getByLabel('Titel', { exact: true }).fill('Noch eines');
  await button('Veröffentlichen', german).click();
  await refused('Von diesem Typ gibt es nur ein Objekt, und es ist schon da.', german);
  await german.evaluate(() => localStorage.removeItem('inkwell:language'));
  await german.close();
});

test('a refusal that has a reason of its own is not told as another one in another language', async () => {
  const german = await open(site, await site.browser.newContext({ locale: 'de-DE' }));
  await german.goto(`${site.url}/dashboard`);
  await german.getByLabel('E-Mail').fill('somebody@example.com');
  await german.getByLabel('Passwort').fill('not the right one');
  for (const [status, message, told_] of [
    [429, 'too many failed sign-ins; try again later', 'Zu viele Anmeldungen sind fehlgeschlagen. Versuchen Sie es später wieder.'],
    [429, 'too many requests from this address; try again later', 'Der Server ist beschäftigt.'],
    [429, "user '0123' has added 1000 users within a day, which is the limit; try again later", /Sie haben an einem Tag 1\.?000 Personen aufgenommen/],
    [403, "browsers sign in over https only; the operator sets 'http.base_url' or 'http.tls_certificate'", 'Browser melden sich nur über https an'],
    [403, "you cannot grant the role 'admin', which is above your own", 'Sie können keine Rolle vergeben, die über Ihrer eigenen steht.'],
    [403, 'your role in this bucket does not allow to write', 'Ihre Rolle erlaubt das nicht.'],
    [403, "upload '7' was begun by somebody else", "Upload '7' was begun by somebody else."],
  ]) {
    await german.route(/\/v2\/session$/, (route) => (route.request().method() === 'POST' ? route.fulfill({ status, json: { status, message } }) : route.continue()));
    await button('Anmelden', german).click();
    await refused(told_, german);
    await german.unroute(/\/v2\/session$/);
  }
  await german.context().close();
});

test('a save that met the end of the session is offered again', async () => {
  const id = await make('Interrupted');
  const writer = await open(site);
  await signIn(writer, site);
  await go(`objects/${type}/${id}`, writer);
  await writer.getByLabel('Title', { exact: true }).fill('Finished');
  await writer.context().clearCookies();
  await button('Publish', writer).click();
  await refused('Your session has ended', writer);
  const again = dialog('Sign in again', writer);
  await again.getByLabel('Password').fill(site.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await told('You are signed in again. Nothing was saved yet.', writer);
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.title, 'Interrupted');
  await button('Save now', writer).click();
  await told('It is published.', writer);
  assert.equal((await site.api('GET', `${path}/objects/${id}`)).object.title, 'Finished');
  await writer.context().close();
});

test('on a telephone and in German the buttons of a dialog stay inside of it, and rows say that they are cut', async () => {
  const small = await open(site, page.context());
  await small.addInitScript(() => localStorage.setItem('inkwell:language', 'de'));
  await small.setViewportSize({ width: 360, height: 740 });
  await go('media?view=grid', small);
  await small.getByRole('button', { name: /cliff-path\.jpg/ }).click();
  await button('Speichern', small.getByRole('dialog')).waitFor();
  const outside = await small.getByRole('dialog').evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll('footer button')].filter((each) => each.getBoundingClientRect().left < left || each.getBoundingClientRect().right > right).map((each) => each.textContent);
  });
  assert.deepEqual(outside, []);
  await axe(small, 'telephone-file');
  await go('types/walks', small);
  const row = small.locator('.fold').filter({ hasText: 'Kilometres' });
  await row.waitFor();
  const cut = await row.evaluate((each) => [...each.querySelectorAll('.cut')].map((part) => [part.scrollWidth > part.getBoundingClientRect().width + 0.5, getComputedStyle(part).textOverflow]));
  assert.deepEqual(cut, [[false, 'ellipsis'], [true, 'ellipsis']]);
  await axe(small, 'telephone-modeler');
  await small.evaluate(() => localStorage.removeItem('inkwell:language'));
  await small.close();
});

test('a column is as wide as its heading', async () => {
  await go('objects/articles?columns=metadata.featured,status');
  const heads = page.getByRole('columnheader');
  await heads.filter({ hasText: 'On the front page' }).waitFor();
  assert.deepEqual(await heads.evaluateAll((all) => all.flatMap((head) => [head, ...head.querySelectorAll('.sort')]).filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)), []);
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
