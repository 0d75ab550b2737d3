// What goes wrong on an editor's day, and what people with other roles see.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { axe, open, signIn, start, test } from './support.mjs';

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
  const silent = page.getByRole('alert').filter({ hasText: 'The server does not answer. What you typed is still here.' });
  await silent.waitFor();
  await axe(page);
  await site.restart();
  await silent.waitFor({ state: 'detached' }); // the next autosave is answered
  await button('Save draft').click();
  await told('The draft is saved');
  const { object } = await site.api('GET', `/buckets/demo/objects/${id}?status=any`);
  assert.equal(object.metadata.subtitle, 'Typed while the server was gone');
});

test('a session that ends asks for the password over the form', async () => {
  await page.getByLabel('Teaser').fill('Typed in an old session');
  await page.context().clearCookies();
  // Autosave may have asked already: what stands behind a dialog is pressed by no mouse.
  await button('Save draft').evaluate((each) => each.click());
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
  await button('Discard them').click();
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
  await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
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
