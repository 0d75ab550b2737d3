// The doors of the dashboard: an invitation, a forgotten password, and what belongs to one's account.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { startMail } from './mail.mjs';
import { axe, open, own, signIn, start, test } from './support.mjs';

let mail;
let site;
before(async () => {
  mail = await startMail();
  Object.assign(process.env, {
    INKWELL_PLUGINS_USERS_SMTP_HOST: '127.0.0.1', INKWELL_PLUGINS_USERS_SMTP_PORT: mail.port, INKWELL_PLUGINS_USERS_SMTP_SECURITY: 'none',
    INKWELL_PLUGINS_USERS_SMTP_FROM: 'inkwell@example.com', INKWELL_PLUGINS_USERS_INVITATION_URL: 'https://cms.example.com/dashboard/-/invitation#{token}',
    INKWELL_PLUGINS_USERS_PASSWORD_RESET_URL: 'https://cms.example.com/dashboard/-/new-password#{token}',
  });
  site = await start();
});
after(async () => {
  await site?.stop();
  mail?.stop();
});

const button = (page, name) => page.getByRole('button', { name, exact: true });
const told = (page, text) => page.getByRole('status').filter({ hasText: text }).first().waitFor();
const refused = (page, text) => page.getByRole('alert').filter({ hasText: text }).first().waitFor();
// The page of the mail, on this server.
const linkIn = (text) => {
  const found = /https:\/\/cms\.example\.com(\/dashboard\/-\/\S+)/.exec(text);
  assert.ok(found, text);
  return site.url + found[1];
};
const enter = async (page, email, password) => {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
};
const type = async (page, password, again = password) => {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(again);
};

let ines;
test('who is invited opens the mail, chooses a password, and is in the bucket', async () => {
  await site.api('POST', '/buckets/demo/users', { first_name: 'Ines', last_name: 'Moreau', email: 'ines@example.com', role: 'editor' });
  const link = linkIn(await mail.next('ines@example.com'));
  ines = await open(site);
  await ines.goto(link);
  await ines.getByRole('heading', { name: 'Welcome to Inkwell' }).waitFor();
  await axe(ines);
  await ines.waitForFunction(() => location.hash === '');
  await type(ines, 'a quiet harbour', 'a loud harbour');
  await button(ines, 'Accept the invitation').click();
  await refused(ines, 'The two passwords differ.');
  await type(ines, 'a quiet harbour');
  await button(ines, 'Accept the invitation').click();
  await told(ines, 'Your account is ready');
  await enter(ines, 'ines@example.com', 'a quiet harbour');
  await ines.getByRole('heading', { name: 'Hello, Ines' }).waitFor();
  assert.equal(new URL(ines.url()).pathname, '/dashboard/demo');

  const late = await open(site);
  await late.goto(link);
  await type(late, 'somebody else here');
  await button(late, 'Accept the invitation').click();
  await refused(late, 'This invitation was used');
  await late.goto(`${site.url}/dashboard/-/invitation`);
  await refused(late, 'This address is not complete');
  await late.context().close();
});

test('who forgot the password asks for a mail and sets a new one', async () => {
  const page = await open(site);
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await axe(page);
  await page.getByLabel('E-mail').fill('ines@example.com');
  await button(page, 'Send the mail').click();
  await told(page, 'If ines@example.com has an account here');
  const link = linkIn(await mail.next('ines@example.com'));
  await page.goto(link);
  await page.getByRole('heading', { name: 'A new password' }).waitFor();
  await axe(page);
  await type(page, 'a quieter harbour');
  await button(page, 'Set the password').click();
  await told(page, 'Your password is set');
  await enter(page, 'ines@example.com', 'a quieter harbour');
  await page.getByRole('heading', { name: 'Hello, Ines' }).waitFor();
  await page.goto(link);
  await type(page, 'once more, please');
  await button(page, 'Set the password').click();
  await refused(page, 'This address was used or has expired');
  await page.context().close();
  // The session from before has ended with the old password.
  await ines.reload();
  await button(ines, 'Sign in').waitFor();
  await enter(ines, 'ines@example.com', 'a quieter harbour');
  await ines.getByRole('heading', { name: 'Hello, Ines' }).waitFor();
});

test('name, picture and language are one’s own', async () => {
  await (await own(ines)).getByRole('link', { name: 'Account' }).click();
  await ines.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await axe(ines);
  await ines.getByLabel('First name').fill('Inês');
  await button(ines, 'Save the name').click();
  await told(ines, 'Your name is saved.');
  const picture = await fetch(`${site.url}/v2/images/demo/${(await site.api('GET', '/buckets/demo/media?limit=1')).media[0].name}?w=64&h=64&fit=crop&fm=png`);
  await ines.getByLabel('File for your picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await picture.arrayBuffer()) });
  await told(ines, 'Your picture is stored.');
  const shown = ines.getByAltText('Your picture');
  await shown.waitFor();
  await ines.waitForFunction((image) => image.complete && image.naturalWidth === 256, await shown.elementHandle());
  await axe(ines);
  await button(ines, 'Remove it').click();
  await shown.waitFor({ state: 'detached' });
  await ines.getByLabel('Language of the dashboard').selectOption('de');
  await ines.getByRole('heading', { name: 'Konto', level: 1 }).waitFor();
  assert.equal(await ines.evaluate(() => document.documentElement.lang), 'de');
  await ines.getByLabel('Sprache des Dashboards').selectOption('');
  await ines.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
});

test('e-mail and password ask for the present one, and a session elsewhere can be ended', async () => {
  const form = (name) => ines.getByRole('form', { name });
  await form('E-mail').getByLabel('E-mail').fill('ines.moreau@example.com');
  await form('E-mail').getByLabel('Current password').fill('not the one');
  await button(ines, 'Change the address').click();
  await refused(ines, 'The password is wrong. Nothing was changed.');
  await form('E-mail').getByLabel('Current password').fill('a quieter harbour');
  await button(ines, 'Change the address').click();
  await told(ines, 'Your e-mail address is changed.');
  // The new password signs in with the address that the page has read again.
  await ines.waitForFunction((input) => input.value === 'ines.moreau@example.com', await form('E-mail').getByLabel('E-mail').elementHandle());

  await form('Password').getByLabel('Current password').fill('a quieter harbour');
  await type(ines, 'the third harbour');
  await button(ines, 'Change the password').click();
  await told(ines, 'Your password is changed');
  const elsewhere = await open(site);
  await elsewhere.goto(`${site.url}/dashboard`);
  await enter(elsewhere, 'ines.moreau@example.com', 'the third harbour');
  await elsewhere.getByRole('heading', { name: 'Hello, Inês' }).waitFor();

  await ines.reload();
  await ines.getByText('This browser', { exact: true }).waitFor();
  await ines.getByRole('button', { name: /^End / }).click();
  await told(ines, 'That session has ended.');
  await elsewhere.reload();
  await button(elsewhere, 'Sign in').waitFor();
  await enter(elsewhere, 'ines.moreau@example.com', 'the third harbour');
  await elsewhere.getByRole('heading', { name: 'Hello, Inês' }).waitFor();

  await ines.reload();
  await button(ines, 'Sign out everywhere').click();
  await ines.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await button(ines, 'Sign in').waitFor();
  await elsewhere.reload();
  await button(elsewhere, 'Sign in').waitFor();
  await elsewhere.context().close();
});

test('who was added to a bucket without being asked accepts it, and leaves it', async () => {
  const member = async (name, role) => {
    const [email, password] = [`${name}@example.com`, `a long password of ${name}`];
    await site.api('POST', '/buckets/demo/users', { first_name: name, last_name: 'Tester', email, role });
    await site.api('POST', `/invitations/${linkIn(await mail.next(email)).split('#')[1]}`, { password });
    return { email, password };
  };
  const [mara, jonas] = [await member('mara', 'admin'), await member('jonas', 'editor')];
  const ask = async (method, path, body, token) => {
    const response = await fetch(`${site.url}/v2${path}`, { method, headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }, body: JSON.stringify(body) });
    assert.equal(response.status, 200, `${method} ${path}`);
    return response.json();
  };
  const { token } = await ask('POST', '/authenticate', { email: mara.email, password: mara.password });
  await ask('POST', '/buckets', { title: 'Harbour', slug: 'harbour' }, token);
  await ask('POST', '/buckets/harbour/users', { email: jonas.email, first_name: 'J.', last_name: 'T.', role: 'editor' }, token);
  const page = await open(site);
  await page.goto(`${site.url}/dashboard/-/account`);
  await enter(page, jonas.email, jonas.password);
  await button(page, 'Accept Harbour').waitFor();
  await axe(page);
  await button(page, 'Accept Harbour').click();
  await told(page, 'You take part in Harbour.');
  await button(page, 'Accept Harbour').waitFor({ state: 'detached' });
  await button(page, 'Leave Harbour').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await told(page, 'You have left Harbour.');
  await button(page, 'Leave Harbour').waitFor({ state: 'detached' });
  await page.context().close();
});

test('the doors fit a telephone, in the light and in the dark', async () => {
  const page = await open(site);
  await signIn(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const address of ['account', 'forgotten-password', 'invitation#x', 'new-password#x']) {
      await page.goto(`${site.url}/dashboard/-/${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (address === 'account') await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, `${address} is wider than 360 px`);
      await axe(page);
    }
  }
  await page.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
