// The screens of the server's administrators: health, plugins, buckets, accounts.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, open, signIn, start, test } from './support.mjs';

let site;
let page;
before(async () => {
  site = await start();
  page = await open(site);
  await signIn(page, site);
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const told = (text) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const rowOf = (text) => page.getByRole('row').filter({ hasText: text });
const go = async (screen, at = page) => {
  await at.goto(`${site.url}/dashboard/-/server${screen && `/${screen}`}`);
  await at.getByRole('heading', { level: 1 }).first().waitFor();
};

test('the menu leads to the server, and its palette to its screens', async () => {
  await page.getByRole('link', { name: 'Server', exact: true }).click();
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('plug'); // by keys: what else comes into the field before it listens is lost
  await page.getByRole('option', { name: /Plugins/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Plugins', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'To the content' }).click();
  await page.getByRole('heading', { name: 'Changed last' }).waitFor();
});

test('health shows the checks and plots of requests, latency, cache, database and the queue of webhooks', async () => {
  await go('');
  await page.getByText('All is well').waitFor();
  // The first point is taken ten seconds after the start; a slow browser has asked for nothing until then.
  await page.getByRole('img', { name: /All: \S+ a second now, (?!0 )/ }).waitFor({ timeout: 60_000 });
  for (const title of ['Requests', 'Latency', 'Cache', 'Database statements', 'Queue of webhooks', 'Memory']) await page.getByRole('heading', { name: title, exact: true }).waitFor();
  const { metrics } = await site.api('GET', '/server/metrics');
  const requests = metrics.series.find((each) => each.name === 'requests');
  assert.equal(requests.unit, 'per_second');
  assert.ok(requests.values.some((each) => each > 0), JSON.stringify(requests.values));
  assert.ok(metrics.series.find((each) => each.name === 'memory').values.at(-1) > 1_000_000);
  await axe(page, 'health');
  await page.getByText('All other numbers').click();
  await page.getByText('users_wrong_passwords_total').waitFor();
  await axe(page, 'health-numbers');
});

test('a plugin shows its settings and their meaning, and is switched off and on with the password, under load', async () => {
  await go('plugins');
  await page.getByRole('link', { name: 'docs', exact: true }).waitFor();
  await axe(page, 'plugins');
  await page.getByLabel('Search plugins').fill('users');
  await page.getByRole('link', { name: 'users', exact: true }).click();
  await rowOf('token_days').getByText('days until a user token expires').waitFor();
  await axe(page, 'plugin');

  let asking = true;
  const statuses = new Set();
  const load = (async () => {
    while (asking) statuses.add((await fetch(`${site.url}/v2/status`)).status);
  })();
  await go('plugins/docs');
  await button('Switch off docs').click();
  await dialog().getByLabel('Your password').fill('not the one');
  await button('Switch it off').click();
  await page.getByRole('alert').filter({ hasText: 'password' }).first().waitFor();
  await axe(page, 'plugin-switch');
  assert.equal((await fetch(`${site.url}/docs`)).status, 200);
  await dialog().getByLabel('Your password').fill(site.password);
  await button('Switch it off').click();
  await told('docs is off.');
  await page.getByText('Is off', { exact: true }).waitFor();
  assert.equal((await fetch(`${site.url}/docs`)).status, 404);
  await button('Switch on docs').click();
  await dialog().getByLabel('Your password').fill(site.password);
  await page.keyboard.press('Enter');
  await told('docs runs.');
  await page.getByText('Runs', { exact: true }).waitFor();
  assert.equal((await fetch(`${site.url}/docs`)).status, 200);
  asking = false;
  await load;
  assert.deepEqual([...statuses], [200]);

  // What others need stays on, and the page says why.
  await go('plugins/objects');
  await button('Switch off objects').click();
  await dialog().getByLabel('Your password').fill(site.password);
  await button('Switch it off').click();
  await page.getByRole('alert').filter({ hasText: 'it is needed by' }).first().waitFor();
});

test('a bucket is made, and all of them are listed', async () => {
  await go('buckets');
  await rowOf('demo').getByText('Administrator').waitFor();
  await axe(page, 'buckets');
  await button('New bucket').click();
  await dialog().getByLabel('Title').fill('Harbour');
  await dialog().getByLabel('Slug').fill('demo');
  await button('Make the bucket').click();
  await dialog().locator('.formfield', { has: page.locator('[name=slug][aria-invalid=true]') }).getByText('taken').waitFor();
  await dialog().getByLabel('Slug').fill('harbour');
  await button('Make the bucket').click();
  await page.waitForURL('**/dashboard/harbour/settings');
  await page.getByRole('heading', { name: 'Manage', level: 1 }).waitFor();
  assert.equal((await site.api('GET', '/server/buckets')).total, 2);
});

test('an account is made with a link that lets its owner in, and is found by its address', async () => {
  await go('accounts');
  await rowOf('admin@example.com').getByText('Administers the server').waitFor();
  await button('New account').click();
  await dialog().getByLabel('E-mail').fill('ines@example.com');
  await dialog().getByLabel('Your password').fill(site.password);
  await button('Make the invitation').click();
  const link = await dialog().getByRole('textbox', { name: 'Link' }).inputValue();
  await axe(page, 'accounts-link');
  await button('I have kept it').click();
  const guest = await open(site);
  await guest.goto(`${site.url}/dashboard/-/invitation#${link.split('#')[1]}`);
  await guest.getByLabel('New password', { exact: true }).fill('a quiet harbour');
  await guest.getByLabel('New password again').fill('a quiet harbour');
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await guest.getByRole('status').filter({ hasText: 'Your account is ready' }).waitFor();
  await guest.context().close();
  await page.getByLabel('Search e-mail addresses').fill('ines');
  await rowOf('admin@example.com').waitFor({ state: 'detached' });
  await page.reload();
  await rowOf('ines@example.com').getByText('Signs in').waitFor();
  await axe(page, 'accounts');
  await button('New password for ines@example.com').click();
  await dialog().getByLabel('Your password').fill('not the one');
  await button('Make the invitation').click();
  await page.getByRole('alert').filter({ hasText: 'password' }).first().waitFor();
  await page.keyboard.press('Escape');
  await button('Remove ines@example.com').click();
  await dialog().getByLabel('Your password').fill(site.password);
  await axe(page, 'account-removal');
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'ines@example.com is removed.' }).waitFor();
  await rowOf('ines@example.com').waitFor({ state: 'detached' });
});

test('who runs the server and has no bucket makes one at the door, and its first object type on its home', async () => {
  const token = /invitations\/(\w+)/.exec(site.command('user', 'add', '--email', 'first@example.com', '--admin'))[1];
  const password = 'a long password of the first';
  await site.api('POST', `/invitations/${token}`, { password });
  const at = await open(site);
  await at.goto(`${site.url}/dashboard`);
  await at.getByLabel('E-mail').fill('first@example.com');
  await at.getByLabel('Password').fill(password);
  await button('Sign in', at).click();
  await button('Make a bucket', at).click();
  await at.getByRole('dialog').getByLabel('Title').fill('Lighthouse');
  await axe(at, 'first-bucket');
  await button('Make the bucket', at).click();
  await at.waitForURL('**/dashboard/lighthouse');
  await button('Make an object type', at).click();
  await at.getByRole('dialog').getByRole('textbox').first().fill('Lamps');
  await axe(at, 'first-type');
  await button('Create the type', at).click();
  await at.waitForURL('**/dashboard/lighthouse/types/lamps');
  await at.context().close();
});

test('who does not administer the server sees none of it, and is refused', async () => {
  const member = await addMember(site, 'mara@tideline.example', { role: 'admin' });
  const at = await open(site);
  await signIn(at, member);
  assert.equal(await at.getByRole('link', { name: 'Server', exact: true }).count(), 0);
  await at.goto(`${site.url}/dashboard/-/server/plugins`);
  await at.waitForURL((url) => !url.pathname.includes('/server'));
  const paths = ['plugins', 'plugins/docs', 'health', 'metrics', 'buckets', 'accounts'];
  const given = await at.evaluate((all) => Promise.all(all.map(async (path) => (await fetch(`/v2/server/${path}`)).status)), paths);
  assert.deepEqual(given, paths.map(() => 403));
  await at.context().close();
});

test('the screens fit a telephone, in the light and in the dark', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const screen of ['health', 'plugins', 'plugins/users', 'buckets', 'accounts']) {
      await go(screen);
      await page.waitForFunction(() => !document.querySelector('main .waiting'));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${screen} is ${wide} px wide`);
      await axe(page, `narrow-${colorScheme}-${screen.replace('/', '-')}`);
    }
  }
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
