// How each screen looks: narrow and wide, light and dark, forced colours, 200 % zoom, right to left.
// What a machine can tell is asserted; the pictures in build/screenshots/appearance are there to be looked at.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, open, signIn, start, test } from './support.mjs';

let site;
let page;
let zoomed;
let walk;
before(async () => {
  site = await start();
  page = await open(site);
  const found = await site.api('GET', `/buckets/demo/objects?query=${encodeURIComponent('{"slug":"the-keepers-path"}')}`);
  walk = found.objects[0].id;
  // A version to compare with, and something in the trash.
  await site.api('PATCH', `/buckets/demo/objects/${walk}`, { title: 'The path of the keeper', keep_revision: true });
  await site.api('PATCH', `/buckets/demo/objects/${walk}`, { title: "The keeper's path", keep_revision: true });
  const { object } = await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Weather' });
  await site.api('DELETE', `/buckets/demo/objects/${object.id}`);
});
after(() => site?.stop());

const looks = [
  { name: 'wide-light', width: 1440, height: 900, fresh: true },
  { name: 'wide-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { name: 'wide-forced', width: 1440, height: 900, forcedColors: 'active' },
  { name: 'wide-rtl', width: 1440, height: 900, dir: 'rtl' },
  { name: 'narrow-light', width: 360, height: 740, fresh: true },
  { name: 'narrow-dark', width: 360, height: 740, colorScheme: 'dark' },
  { name: 'narrow-rtl', width: 360, height: 740, dir: 'rtl' },
];

// What hangs out of the window, unless it is hidden or lies in a box that scrolls by itself.
const outside = () => [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, summary')].filter((each) => {
  const box = each.getBoundingClientRect();
  if (!box.width || !box.height || !each.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (box.left >= -1 && box.right <= innerWidth + 1) return false;
  if (each.closest('.skip, .hidden')) return false;
  for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
    if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return false;
  }
  return true;
}).map((each) => each.outerHTML.slice(0, 120));

async function expectFits(at, screen) {
  // Two frames: the first draws what a new size asks for.
  await at.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await at.waitForFunction(() => [...document.images].every((each) => each.complete || each.getBoundingClientRect().top > innerHeight),
    null, { timeout: 40_000 }); // a server that is busy makes pictures slowly
  const [wide, room] = await at.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${screen}: ${wide} px of ${room}`);
  assert.deepEqual(await at.evaluate(outside), [], screen);
  await axe(at, screen);
}

// Everything is done once and looked at in each window; zoomed to 200 %, 1,440 by 900 pixels are 720 by 450.
async function everyLook(screen, arrive) {
  for (const { name, width, height, colorScheme = 'light', forcedColors = 'none', dir = 'ltr', fresh } of looks) {
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.setViewportSize({ width, height });
    if (fresh) await arrive(page);
    await page.evaluate((to) => {
      document.documentElement.dir = to;
      scrollTo(0, 0);
    }, dir);
    await expectFits(page, `${screen}-${name}`);
  }
  const state = await page.context().storageState();
  zoomed ??= await open(site, await site.browser.newContext({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, storageState: state, locale: 'en-GB' }));
  if (state.cookies.length) await zoomed.context().addCookies(state.cookies);
  await arrive(zoomed);
  await expectFits(zoomed, `${screen}-zoomed`);
}

const go = async (at, address) => {
  await at.goto(`${site.url}/dashboard/demo/${address}`);
  await at.getByRole('heading', { level: 1 }).first().waitFor();
};

test('the door fits every window', () => everyLook('sign-in', async (at) => {
  await at.goto(`${site.url}/dashboard`);
  await at.getByLabel('E-mail').waitFor();
}));

test('home fits every window', async () => {
  await signIn(page, site);
  await everyLook('home', async (at) => {
    await go(at, '');
    await at.getByRole('link', { name: 'The storm watch' }).first().waitFor();
  });
});

for (const [screen, address, shown] of [
  ['list', 'objects/walks', (at) => at.getByRole('link', { name: 'Across the island' })],
  ['list-empty', 'objects/walks?q=nothing-is-called-so', (at) => at.getByText('Nothing is found')],
  ['new', 'objects/categories/new', (at) => at.getByLabel('Title', { exact: true })],
  ['media', 'media', (at) => at.getByText('cliff-path.jpg')],
  ['trash', 'trash', (at) => at.getByRole('button', { name: 'Restore Weather' })],
  ['types', 'types', (at) => at.getByRole('link', { name: 'Walks', exact: true })],
  ['modeler', 'types/walks', (at) => at.getByRole('heading', { name: 'Fields', exact: true })],
  ['editor', () => `objects/walks/${walk}`, (at) => at.getByLabel('In one line', { exact: true })],
  ['users', 'settings/users', (at) => at.getByRole('button', { name: 'Change the role of Alma Voss' })],
  ['history', () => `objects/walks/${walk}/history`, (at) => at.getByRole('heading', { name: 'All versions' })],
]) {
  test(`the screen “${screen}” fits every window`, () => everyLook(screen, async (at) => {
    await go(at, typeof address === 'string' ? address : address());
    await shown(at).first().waitFor();
  }));
}

test('the health of the server fits every window', () => everyLook('health', async (at) => {
  await at.goto(`${site.url}/dashboard/-/server`);
  await at.getByRole('img').first().waitFor({ timeout: 60_000 }); // the first numbers come ten seconds after the start
}));

test('two languages side by side fit every window', () => everyLook('languages', async (at) => {
  const { objects } = await site.api('GET', `/buckets/demo/objects?query=${encodeURIComponent('{"slug":"across-the-island","locale":"en"}')}`);
  await go(at, `objects/walks/${objects[0].id}`);
  const button = at.getByRole('button', { name: 'Languages', exact: true });
  const more = at.locator('summary[aria-label="More actions"]');
  await more.waitFor();
  if (!(await button.isVisible())) await more.click();
  await button.waitFor();
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  await at.getByRole('button', { name: 'Take over In one line' }).waitFor();
}));

test('the palette fits every window', () => everyLook('palette', async (at) => {
  await go(at, '');
  // The keys are heard once the screen has asked for its content, a frame after its heading is there.
  await at.getByRole('link', { name: 'The storm watch' }).first().waitFor();
  await at.keyboard.press('Control+k');
  await at.keyboard.type('walk'); // kept until the field is ready, which empties it of anything else
  await at.getByRole('option', { name: /Walks/ }).first().waitFor();
}));

test('a dialog fits every window', () => everyLook('file', async (at) => {
  await go(at, 'media');
  await at.getByRole('button', { name: /cliff-path\.jpg/ }).click();
  await at.getByRole('dialog').getByLabel('Alt text').waitFor();
}));

const shots = [[360, 'light'], [360, 'dark'], [1440, 'light'], [1440, 'dark']];
async function eachSize(look) {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  for (const [width, colorScheme] of shots) {
    await page.setViewportSize({ width, height: width < 832 ? 740 : 900 });
    await page.emulateMedia({ colorScheme });
    await look(width, `${width}-${colorScheme}`);
  }
}

test('a click on a title chooses what is so called, wherever it is clicked', () => eachSize(async (width, name) => {
  await go(page, `objects/walks/${walk}`);
  await page.getByRole('button', { name: /^(Change|Choose) Walked by$/ }).click();
  const row = page.getByRole('dialog').locator('.pick').first();
  await row.waitFor();
  const [whole, choose, details] = await row.evaluate((element) => [element, ...element.children].map((each) => each.getBoundingClientRect().width));
  assert.ok(details < 60 && choose + details >= whole - 1, `${choose} and ${details} px of ${whole} at ${width}`);
  await axe(page, `picker-${name}`);
}));

test('every menu lies on the screen', () => eachSize(async (width, name) => {
  for (const [address, opens] of [
    [`objects/walks/${walk}`, ['More actions']], ['types/walks', ['More actions']], ['objects/walks', ['Columns', 'Views']],
  ]) {
    await go(page, address);
    const folded = page.getByRole('button', { name: 'Filter and order' });
    if (opens.includes('Columns') && width < 832) await folded.click();
    for (const each of opens) {
      const summary = page.locator(`summary:is([aria-label="${each}"], :text-is("${each}"))`);
      await summary.click();
      const menu = summary.locator('..').locator('.menu');
      await menu.waitFor();
      const { left, top, right, bottom } = await menu.evaluate((element) => element.getBoundingClientRect().toJSON());
      const { height } = page.viewportSize();
      assert.ok(left >= 0 && top >= 0 && right <= width && bottom <= height, `${each} of ${address}: ${[left, top, right, bottom]} in ${width} by ${height}`);
      // Nothing lies over its last line.
      assert.ok(await menu.locator('button, a').last().evaluate((element) => {
        element.scrollIntoView({ block: 'nearest' });
        const box = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
      }), `${each} of ${address}`);
      await axe(page, `menu-${address.split('/')[0]}-${each}-${name}`);
      await summary.click();
    }
  }
}));

test('what a field holds is as wide as the form', async () => {
  const kinds = { 'html-textarea': '<p>Low water</p>', 'markdown': 'Low water', 'json': '', 'file': '', 'object': '', 'objects': '' };
  await site.api('POST', '/buckets/demo/object-types', { title: 'Wide things', singular: 'Wide thing', slug: 'wide', metafields:
    Object.entries(kinds).map(([type, value]) => (
      { type, title: type, key: type.replace('-', '_'), value, ...(type.startsWith('object') && { object_type: 'locations' }) })) });
  await eachSize(async (_, name) => {
    await go(page, 'objects/wide/new');
    await page.locator('.cm-content').nth(1).waitFor();
    await page.locator('.prose').nth(1).waitFor();
    await page.getByRole('button', { name: 'Show as readers see it' }).first().click();
    await page.locator('iframe.html').waitFor();
    const narrow = await page.evaluate(() => {
      const room = document.querySelector('.sheet > .field').getBoundingClientRect().width;
      return [...document.querySelectorAll('.control > :is(.text-frame, .file, .relation, div, iframe)')]
        .map((each) => [each.closest('.field').textContent.slice(0, 20), each.tagName, each.className, each.getBoundingClientRect().width - room])
        .filter(([,,, more]) => Math.abs(more) > 1);
    });
    assert.deepEqual(narrow, []);
    await axe(page, `fields-${name}`);
  });
});

test('a list tells each status and each time whole', async () => {
  await site.api('PATCH', `/buckets/demo/objects/${walk}`, { unpublish_at: Date.UTC(2040, 0, 1) });
  const badge = (words) => page.locator('.list .badge').filter({ hasText: words }).first();
  await eachSize(async (width, name) => {
    await go(page, 'objects/walks');
    await badge('Published, ends').waitFor();
    const [cut, over] = await page.evaluate(() => {
      const list = document.querySelector('.list');
      const cells = [...list.querySelectorAll(':is(td, th):is([data-kind=status], [data-kind=time])')];
      return [cells.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent), list.scrollWidth - list.clientWidth];
    });
    assert.deepEqual(cut, [], `at ${width}`);
    if (width > 1000) assert.ok(over <= 0, `the table is ${over} px too wide at ${width}`);
    const { right } = await badge('Scheduled').evaluate((element) => element.getBoundingClientRect().toJSON());
    assert.ok(right < width - 16, `“Scheduled” ends at ${right} of ${width}`);
    await axe(page, `statuses-${name}`);
  });
  await page.evaluate(() => (localStorage['inkwell:language'] = 'de'));
  await go(page, 'objects/walks');
  await badge('Veröffentlicht, endet').waitFor();
  assert.ok(await badge('Veröffentlicht, endet').evaluate((element) => element.closest('td').scrollWidth <= element.closest('td').clientWidth));
  await page.evaluate(() => localStorage.removeItem('inkwell:language'));
});

test('on a telephone the status of an object is read without scrolling, in German too', async () => {
  await site.api('PATCH', `/buckets/demo/objects/${walk}`, { unpublish_at: Date.UTC(2040, 0, 1) });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [language, words] of [['en', 'Published, ends'], ['de', 'Veröffentlicht']]) {
    await page.evaluate((code) => (localStorage['inkwell:language'] = code), language);
    await go(page, 'objects/walks');
    await page.locator('.list .badge').filter({ hasText: words }).first().waitFor();
    const cut = await page.evaluate(() => {
      const right = document.querySelector('.list').getBoundingClientRect().right;
      return [...document.querySelectorAll('.list .badge')].filter((each) => each.getBoundingClientRect().right > right || each.scrollWidth > each.clientWidth || each.closest('tr').offsetHeight > 46).map((each) => each.textContent);
    });
    assert.deepEqual(cut, [], language);
    await axe(page, `status-telephone-${language}`);
  }
  await page.evaluate(() => localStorage.removeItem('inkwell:language'));
});

test('on a telephone titles have two lines, what narrows a list waits behind one button, and a form begins at the top', async () => {
  const { object } = await site.api('POST', '/buckets/demo/objects', { type: 'walks', title: 'The old mill beside the river', slug: 'old-mill', locale: 'en', status: 'published' });
  await page.evaluate(() => localStorage.removeItem('inkwell:pane')); // another test has opened it
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await go(page, 'objects/walks?status=published');
    const link = page.getByRole('link', { name: object.title });
    await link.waitFor();
    assert.ok(await link.evaluate((each) => each.scrollHeight <= each.clientHeight + 1 && each.closest('tr').offsetHeight < 50));
    const top = await page.locator('.list').evaluate((each) => each.getBoundingClientRect().top);
    assert.ok(top < 215, `the list begins at ${top}`);
    const fold = page.getByRole('button', { name: 'Filter and order 1', exact: true });
    assert.equal(await page.getByLabel('Status', { exact: true }).isVisible(), false);
    await axe(page, `folded-${colorScheme}`);
    await fold.click();
    await page.getByLabel('Status', { exact: true }).selectOption('');
    await axe(page, `unfolded-${colorScheme}`);
    await page.getByRole('button', { name: 'Filter and order', exact: true }).click();
    await page.getByLabel('Status', { exact: true }).waitFor({ state: 'hidden' });
    await go(page, `objects/walks/${object.id}`);
    const title = page.locator('[data-path=title] input');
    await title.waitFor();
    assert.ok((await title.boundingBox()).y < 210, 'the title is not there twice before the first field');
    assert.equal(await page.getByRole('heading', { level: 1, name: object.title }).count(), 1, 'readers of the screen have the heading');
    const tops = await page.locator('.bar.sticky > .actions > *').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter((box) => box.height > 1).map((box) => box.top));
    assert.equal(new Set(tops).size, 1, tops.join());
    await axe(page, `form-${colorScheme}`);
  }
  await site.api('DELETE', `/buckets/demo/objects/${object.id}`);
});

test('in a wide window what is not the text stands beside it, and below the title again where a pane takes that room', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => localStorage.removeItem('inkwell:pane'));
    await go(page, `objects/walks/${walk}`);
    const left = async (path) => (await page.locator(`[data-path="${path}"]`).boundingBox()).x;
    await page.locator('[data-path=slug]').waitFor();
    const text = await left('title');
    for (const each of ['slug', 'locale', 'thumbnail']) assert.ok((await left(each)) > text + 700, each);
    assert.equal(await left('metafields[0]'), text);
    await axe(page, `aside-${colorScheme}`);
    await page.locator('[data-path="metafields[0]"] input').fill('Typed before the pane is opened');
    await page.locator('[data-path=slug] input').fill('typed-too');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.locator('.pane').waitFor();
    assert.equal(await left('slug'), text);
    assert.equal(await page.locator('[data-path="metafields[0]"] input').inputValue(), 'Typed before the pane is opened');
    assert.equal(await page.locator('[data-path=slug] input').inputValue(), 'typed-too');
    await axe(page, `aside-gone-${colorScheme}`);
    await page.locator('summary[aria-label="More actions"]').click();
    await page.getByRole('button', { name: 'Undo my changes' }).click();
    await page.getByRole('button', { name: 'Close the pane' }).click();
  }
  await page.emulateMedia({ colorScheme: 'light' });
});

test('on a telephone all that can be done is in sight, and each time says what it is', async () => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [address, choose] of [['objects/walks?order_by=order', 'The last ferry'], ['media?view=grid', 'winter-storm.jpg']]) {
    await go(page, address);
    await page.getByRole('checkbox', { name: `Choose ${choose}` }).check();
    const hidden = await page.locator('.bulk').evaluate((bar) => [...bar.querySelectorAll('button')].filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const room = bar.getBoundingClientRect();
      return left < room.left || right > room.right || top < room.top || bottom > room.bottom;
    }).map((each) => each.textContent));
    assert.deepEqual(hidden, [], address);
    await axe(page, `chosen-${address.split(/\W/)[0]}`);
  }
  const { object } = await site.api('POST', '/buckets/demo/objects', { type: 'categories', title: 'Sleet' });
  await page.evaluate(() => localStorage.removeItem('inkwell:pane')); // another test has opened it
  await go(page, `objects/categories/${object.id}`);
  const tops = await page.locator('.bar.sticky > .actions > *').evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect()).filter((box) => box.height > 1).map((box) => box.top));
  assert.equal(new Set(tops).size, 1, tops.join());
  await site.api('DELETE', `/buckets/demo/objects/${object.id}`);
  await go(page, 'trash');
  const row = page.getByRole('row').filter({ hasText: 'Sleet' });
  await row.waitFor();
  const labels = await row.locator('td').evaluateAll((cells) => cells.slice(0, 3).map((each) => getComputedStyle(each, '::before').content));
  assert.deepEqual(labels, ['"Kind"', '"Deleted"', '"Kept until"']);
});

test('the card of a table is tinted as a whole by a mouse, and not at all by a finger', async () => {
  for (const touch of [false, true]) {
    const page = await open(site, await site.browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: touch, isMobile: touch, locale: 'en-GB' }));
    await signIn(page, site);
    await page.goto(`${site.url}/dashboard/demo/settings/users`);
    const card = page.getByRole('row').filter({ hasText: 'editor@example.com' });
    await card.waitFor();
    const grounds = () => card.evaluate((each) => [each, ...each.children].map((part) => getComputedStyle(part).backgroundColor));
    const clear = 'rgba(0, 0, 0, 0)';
    await card.hover();
    const [whole, ...parts] = await grounds();
    assert.deepEqual(parts.filter((each) => each !== clear), [], 'stripes');
    assert.equal(whole === clear, touch);
    await page.context().close();
  }
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
