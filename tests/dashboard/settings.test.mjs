// The screens of those who run a bucket: users, keys, webhooks, merge requests, activity, import and export, settings, API.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { after, before } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { addMember, axe, copyAsCurl, gate, open, signIn, start, test } from './support.mjs';

const bucket = '/buckets/demo';
let site;
let page;
let receiver;
const heard = [];

before(async () => {
  // What a webhook calls: it says 500 to the first two tries of a real delivery.
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk)).on('end', () => {
      heard.push({ headers: request.headers, body: JSON.parse(body) });
      const event = request.headers['x-inkwell-event'];
      const first = heard.filter((each) => each.headers['x-inkwell-event'] === event).length <= 2;
      response.writeHead(event === 'object.created.draft' && first ? 500 : 200).end();
    });
  });
  const port = await new Promise((resolve) => receiver.listen(0, '127.0.0.1', () => resolve(receiver.address().port)));
  receiver.url = `http://127.0.0.1:${port}/hook`;
  Object.assign(process.env, { INKWELL_PLUGINS_WEBHOOKS_ALLOWED_HOSTS: '["127.0.0.1"]', INKWELL_PLUGINS_WEBHOOKS_ALLOWED_PORTS: `["${port}"]` });
  site = await start();
  page = await open(site);
  await signIn(page, site);
});
after(async () => {
  await site?.stop();
  receiver?.close();
});

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const dialog = (at = page) => at.getByRole('dialog');
const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
const refused = (text, at = page) => at.getByRole('alert').filter({ hasText: text }).first().waitFor();
const rowOf = (text, at = page) => at.getByRole('row').filter({ hasText: text });
const go = async (screen, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/settings${screen && `/${screen}`}`);
  await at.getByRole('heading', { level: 1 }).first().waitFor();
};
// The answer of the server to what a click does.
const answered = async (method, path, act, at = page) => {
  const [response] = await Promise.all([at.waitForResponse((each) => each.request().method() === method && path.test(new URL(each.url()).pathname)), act()]);
  return response;
};

test('the menu and the palette lead to every screen, and each says what it is for', async () => {
  await page.getByRole('link', { name: 'Manage', exact: true }).click();
  await page.getByRole('heading', { name: 'Manage', level: 1 }).waitFor();
  await axe(page, 'manage');
  const names = ['Users and roles', 'Keys and tokens', 'Webhooks', 'Merge requests', 'Activity log', 'Import and export', 'Bucket settings', 'API reference'];
  for (const name of names) assert.equal(await page.getByRole('main').getByRole('link', { name, exact: true }).count(), 1, name);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('webh'); // by keys: what else comes into the field before it listens is lost
  await page.getByRole('option', { name: /Webhooks/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new webhook');
  await page.getByRole('option', { name: /New webhook/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await dialog().getByRole('heading', { name: 'New webhook' }).waitFor();
  await button('Cancel').click();
});

test('somebody is invited, gets another role and is removed, by keyboard alone', async () => {
  await go('users');
  await rowOf('admin@example.com').getByText('You', { exact: true }).waitFor();
  await axe(page, 'users');
  await button('Invite somebody').focus();
  await page.keyboard.press('Enter');
  await dialog().waitFor();
  await axe(page, 'users-invite');
  assert.deepEqual(await dialog().locator('label.required').allInnerTexts(), ['E-mail', 'First name', 'Last name']);
  await page.keyboard.type('ines@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ines');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Moreau');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown'); // from editor to contributor
  await dialog().getByRole('group', { name: 'Writes' }).waitFor();
  await answered('POST', /\/users$/, () => page.keyboard.press('Enter'));
  // A contributor without types: it is told where they are chosen, which has the focus, and nowhere else.
  await dialog().getByRole('group', { name: 'Writes' }).locator('.problem').waitFor();
  await page.waitForFunction(() => document.activeElement?.name === 'object_types');
  assert.equal(await dialog().locator('form .problem').filter({ hasText: /\S/ }).count(), 1);
  await dialog().getByLabel('Articles', { exact: true }).check();
  await answered('POST', /\/users$/, () => button('Invite').click());
  await dialog().getByRole('heading', { name: 'The invitation is not mailed' }).waitFor();
  assert.equal(await dialog().getByLabel('Command', { exact: true }).inputValue(), 'inkwell user invite ines@example.com');
  await axe(page, 'users-not-mailed');
  await page.keyboard.press('Escape');
  const { users } = await site.api('GET', `${bucket}/users`);
  const ines = users.find((each) => each.email === 'ines@example.com');
  assert.deepEqual([ines.role, ines.object_types], ['contributor', ['articles']]);
  await rowOf('Ines Moreau').getByText('Articles').waitFor();
  await rowOf('Ines Moreau').getByText('Invitation is open').waitFor();
  await rowOf('Alma Voss').getByText('Member', { exact: true }).waitFor();

  // The link was lost: another one is made in the same row.
  assert.equal(await button('Invite anew: admin@example.com').count(), 0);
  await button('Invite anew: ines@example.com').focus();
  await page.keyboard.press('Enter');
  await dialog().getByLabel('Your password').waitFor();
  await axe(page, 'users-anew');
  await page.keyboard.type(site.password);
  await page.keyboard.press('Enter');
  const link = await dialog().getByRole('textbox', { name: 'Link' }).inputValue();
  assert.match(link, /invitation/);
  await axe(page, 'users-link');
  await button('I have kept it').click();
  await rowOf('Ines Moreau').getByText('Invitation is open').waitFor();

  await button('Change the role of Ines Moreau').click();
  await dialog().getByRole('radio', { name: 'Editor', exact: true }).check();
  await dialog().getByLabel('Writes drafts only, others publish').check();
  await dialog().getByLabel('Sorts the fields of an object').check();
  await answered('PATCH', /\/users\/\w+$/, () => button('Save the role').click());
  await told('The role of Ines Moreau is changed.');
  await rowOf('Ines Moreau').getByText('Drafts only').waitFor();
  const { user } = await site.api('GET', `${bucket}/users/${ines.id}`);
  assert.deepEqual([user.role, user.publishing_restrictions, user.additional_permissions, user.object_types], ['editor', 'draft_only', ['sort_metafields'], []]);

  await button('Remove Ines Moreau').click();
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
  await told('Ines Moreau is no longer in this bucket.');
  await rowOf('Ines Moreau').waitFor({ state: 'detached' });
  // The last admin stays, and the page says why.
  await button('Remove Alma Voss').click();
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click();
  await refused('last admin');
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
});

test('keys are shown and made anew; a token is shown once, works, changes and ends', async () => {
  await go('keys');
  const { bucket: { api_access: keys } } = await site.api('GET', bucket);
  assert.equal(await page.getByRole('textbox', { name: 'Read key' }).inputValue(), keys.read_key);
  assert.ok(!(await page.getByRole('textbox', { name: 'Write key' }).inputValue()).includes(keys.write_key));
  await button('Show Write key').click();
  assert.equal(await page.getByRole('textbox', { name: 'Write key' }).inputValue(), keys.write_key);
  await axe(page, 'keys');

  await button('New token').click();
  await dialog().getByLabel('Title').fill('Importer of tides');
  await dialog().getByLabel('Drafts too').check();
  await dialog().getByLabel('Objects of some types').check();
  await dialog().getByLabel('Categories', { exact: true }).check();
  await dialog().getByLabel('Ends').selectOption('30');
  await axe(page, 'keys-new');
  await button('Make the token').click();
  const secret = await dialog().getByRole('textbox', { name: 'Token' }).inputValue();
  assert.match(secret, /^bt_/);
  await axe(page, 'keys-secret');
  // What is shown once does not go by a key that was meant for something else.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Have you kept it?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Have you kept it?' }).waitFor({ state: 'detached' });
  assert.equal(await dialog().getByRole('textbox', { name: 'Token' }).inputValue(), secret);
  await button('Close').click();
  await button('Cancel').click();
  assert.equal(await dialog().getByRole('textbox', { name: 'Token' }).inputValue(), secret);
  await button('I have kept it').click();
  await rowOf('Importer of tides').getByText('reads drafts too; writes Categories').waitFor();
  assert.equal((await page.content()).includes(secret), false);
  const read = () => fetch(`${site.url}/v2${bucket}/objects?status=any&limit=1`, { headers: { Authorization: `Bearer ${secret}` } });
  assert.equal((await read()).status, 200);
  const { tokens: [made] } = await site.api('GET', `${bucket}/tokens`);
  const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 29 && days < 31, made.expires_at);

  await button('Change the token Importer of tides').click();
  await dialog().getByLabel('What is published').check();
  await dialog().getByLabel('No objects').check();
  await button('Save the token').click();
  await rowOf('Importer of tides').getByText('reads what is published').waitFor();
  assert.equal((await read()).status, 403);
  await button('Revoke the token Importer of tides').click();
  await button('Revoke').last().click();
  await told('“Importer of tides” is revoked.');
  assert.equal((await read()).status, 401);

  await button('Make new keys').click();
  await dialog().getByRole('button', { name: 'Make new keys' }).click();
  await told('The keys are new.');
  const fresh = (await site.api('GET', bucket)).bucket.api_access;
  assert.notEqual(fresh.read_key, keys.read_key);
  await page.waitForFunction((key) => document.querySelector('input[aria-label="Read key"]').value === key, fresh.read_key);
});

test('a webhook is made, tested, hears of a change, fails, is looked at and sent again', async () => {
  await go('webhooks');
  await page.getByText('Nobody is told yet').waitFor();
  await axe(page, 'webhooks-none');
  await button('New webhook').click();
  await dialog().getByLabel('Address').fill('http://10.0.0.1/hook');
  await answered('POST', /\/webhooks$/, () => button('Make the webhook').click());
  await dialog().locator('[aria-invalid=true]').waitFor(); // a private address, refused at its field
  assert.ok(!(await dialog().innerText()).includes("'endpoint'"), 'the name stands at the field already');
  const refusal = dialog().getByText('10.0.0.1 is not public: the operator of this server adds it to “allowed_hosts” of plugins.d/webhooks.json');
  assert.equal(await refusal.count(), 1, 'once');
  assert.equal(await dialog().locator('form .problem').filter({ hasText: /\S/ }).count(), 1);
  await axe(page, 'webhooks-new');
  await dialog().getByLabel('Address').fill('https://8.8.8.8:9/hook');
  await button('Make the webhook').click();
  await dialog().getByText('Port 9 is not allowed: the operator of this server adds it to “allowed_ports”').waitFor();
  // At 200 % of 1440 px the names of the events keep their columns.
  await page.setViewportSize({ width: 720, height: 450 });
  const names = await dialog().locator('.choosing .columns .choice > span > span:first-child').evaluateAll((all) => all.map((each) => [each.textContent, each.getBoundingClientRect().right, each.closest('label').getBoundingClientRect().right]));
  assert.ok(names.length > 12);
  for (const [name, right, edge] of names) assert.ok(right <= edge + 1, `${name} ends at ${right}, and its column at ${edge}`);
  await axe(page, 'webhooks-zoomed');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog().getByLabel('Address').fill(receiver.url);
  await dialog().getByLabel('Title').fill('Builds the site');
  await dialog().getByRole('checkbox', { name: 'object.created.draft', exact: true }).check();
  await dialog().getByLabel('Headers').fill('X-Token: abc');
  await button('Make the webhook').click();
  const secret = await dialog().getByRole('textbox', { name: 'Secret' }).inputValue();
  assert.match(secret, /^whsec_/);
  await button('I have kept it').click();
  await page.getByRole('link', { name: 'Builds the site' }).click();
  await page.getByRole('heading', { name: 'Builds the site', level: 1 }).waitFor();

  await button('Send a test').click();
  await dialog().getByText('It has arrived').waitFor();
  await axe(page, 'webhook-test');
  assert.equal(heard.at(-1).headers['x-token'], 'abc');
  await button('Close it').click();

  await site.api('POST', `${bucket}/objects`, { type: 'categories', title: 'Weather', status: 'draft', trigger_webhook: true });
  await page.reload();
  await rowOf('object.created.draft').getByText('Answer 500').waitFor();
  // The second try comes by itself, the third only after minutes.
  await rowOf('object.created.draft').getByText('2 tries').waitFor();
  await axe(page, 'webhook');
  await page.getByRole('button', { name: /^Look at object\.created\.draft/ }).click();
  await dialog().getByText('"title": "Weather"').waitFor();
  await axe(page, 'webhook-delivery');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Send again: object\.created\.draft/ }).click();
  await told('It is sent again now.');
  await rowOf('object.created.draft').getByText('Has arrived').waitFor();
  assert.equal(heard.filter((each) => each.body.type === 'object.created.draft').length, 3);
  await page.getByLabel('Show').selectOption('failed');
  await page.getByText('No delivery is in this state.').waitFor();

  await button('Switch off').click();
  await told('The webhook is off');
  await page.getByRole('main').getByText('Off', { exact: true }).waitFor();
  await button('New secret').click();
  await dialog().getByRole('button', { name: 'Make a new secret' }).click();
  await dialog().getByRole('textbox', { name: 'Secret' }).waitFor();
  assert.notEqual(await dialog().getByRole('textbox', { name: 'Secret' }).inputValue(), secret);
  await button('I have kept it').click();
  await button('Delete').click();
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await told('“Builds the site” is deleted.');
  assert.equal((await site.api('GET', `${bucket}/webhooks`)).total, 0);
});

test('what is refused of a webhook is said in the language of the person, and stands at its field', async () => {
  const german = await open(site, await site.browser.newContext({ locale: 'de-DE', storageState: await page.context().storageState() }));
  await german.goto(`${site.url}/dashboard/demo/settings/webhooks`);
  await button('Neuer Webhook', german).first().click();
  const address_ = dialog(german).getByLabel('Adresse');
  for (const [given, words] of [
    ['ftp://example.com/hook', 'Muss mit http:// oder https:// beginnen.'],
    ['https://me:secret@example.com/hook', 'Darf weder Benutzername noch Passwort enthalten: Sie werden in einem Header gesendet.'],
    ['https://no-such-host.invalid/hook', 'Für den Rechner no-such-host.invalid ist keine Adresse bekannt.'],
  ]) {
    await address_.fill(given);
    await answered('POST', /\/webhooks$/, () => button('Webhook anlegen', german).click(), german);
    await dialog(german).locator('.formfield .problem').getByText(words, { exact: true }).waitFor();
  }
  await dialog(german).getByLabel('Header').fill('X Token: abc');
  await address_.fill(receiver.url);
  await answered('POST', /\/webhooks$/, () => button('Webhook anlegen', german).click(), german);
  await dialog(german).getByText('Der Name eines Headers muss aus Buchstaben, Ziffern und Bindestrichen bestehen.').waitFor();
  await german.context().close();
});

test('the answer to a test whose dialog was closed opens nothing', async () => {
  const { webhook } = await site.api('POST', `${bucket}/webhooks`, { title: 'Slow', endpoint: receiver.url, events: ['object.deleted'] });
  await go(`webhooks/${webhook.id}`);
  const answer = gate();
  await page.route(/\/webhooks\/\w+\/test$/, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await button('Send a test').click();
  await dialog().getByText('Waiting for the receiver').waitFor();
  await button('Close it').click();
  await button('Change').click();
  await dialog().getByLabel('Title').fill('Slow no longer');
  answer.open();
  await told('The test is sent.');
  assert.deepEqual(await dialog().getByRole('heading', { level: 2 }).allInnerTexts(), ['Change the webhook']);
  await page.unroute(/\/webhooks\/\w+\/test$/);
  await site.api('DELETE', `${bucket}/webhooks/${webhook.id}`);
});

test('a webhook hears of what is written in the dashboard, and of nothing that is only kept', async () => {
  await go('webhooks');
  await button('New webhook').click();
  await dialog().getByLabel('Address').fill(receiver.url);
  for (const event of ['revision.created', 'media.created', 'media.edited', 'media.deleted']) await dialog().getByRole('checkbox', { name: event, exact: true }).check();
  await button('Make the webhook').click();
  await button('I have kept it').click();
  const { webhooks: [hook] } = await site.api('GET', `${bucket}/webhooks`);
  const told = [];
  // The note waited for may be that of a change before.
  const tells = async (...events) => {
    told.push(...events);
    const read = () => site.api('GET', `${bucket}/webhooks/${hook.id}/deliveries?limit=100`);
    let { deliveries } = await read();
    for (let tries = 0; deliveries.length < told.length && tries < 100; ++tries) {
      await setTimeout(50);
      ({ deliveries } = await read());
    }
    assert.deepEqual(deliveries.map((each) => each.event).sort(), [...told].sort());
  };

  const title = page.getByLabel('Title', { exact: true });
  await page.goto(`${site.url}/dashboard/demo/objects/categories/new`);
  await title.fill('Told once');
  await button('Publish').click();
  await page.getByText('It is published.').waitFor();
  await tells('object.created.published');
  await title.fill('Told twice');
  await page.getByText('Your changes are kept').waitFor();
  await tells();
  await button('Save draft').click();
  await page.getByText('The draft is saved.').waitFor();
  await tells('revision.created');
  await button('Publish').click();
  await page.getByText('It is published.').first().waitFor();
  await tells('object.edited.published');
  await page.getByLabel('More actions').click();
  await button('Unpublish').click();
  await page.getByText('It is a draft again').waitFor();
  await tells('object.edited.unpublished');

  await page.goto(`${site.url}/dashboard/demo/objects/categories?query=${encodeURIComponent('{"title":"Told twice"}')}&columns=metadata.color`);
  await page.getByLabel('Choose Told twice').check();
  await button('Publish').click();
  await page.getByText('1 object published.').waitFor();
  await tells('object.edited.published');
  await page.locator('[data-cell="0:2"]').dblclick();
  await page.getByLabel('of Told twice').fill('#123456');
  await page.keyboard.press('Enter');
  await page.getByText('readers see it').waitFor();
  await tells('object.edited.published');
  const { objects: [{ id }] } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"metadata.color":"#123456"}')}`);
  await page.goto(`${site.url}/dashboard/demo/objects/categories/${id}`);
  await page.getByLabel('More actions').click();
  await button('Delete').click();
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('is in the trash').waitFor();
  await tells('object.deleted');

  await page.goto(`${site.url}/dashboard/demo/media`);
  await page.getByLabel('Files to upload').setInputFiles({ name: 'told.txt', mimeType: 'text/plain', buffer: Buffer.from('low water at six') });
  await page.getByText('told.txt is uploaded').waitFor();
  await tells('media.created');
  await page.getByRole('button', { name: /told\.txt/ }).first().click();
  await dialog().getByLabel('Alt text').fill('When the water is low');
  await button('Save').click();
  await dialog().waitFor({ state: 'detached' });
  await tells('media.edited');
  await page.getByRole('button', { name: /told\.txt/ }).first().click();
  await button('Delete').click();
  await dialog().getByRole('button', { name: 'Delete', exact: true }).last().click();
  await page.getByText('told.txt is in the trash').waitFor();
  await tells('media.deleted');
  await go(`webhooks/${hook.id}`);
  await rowOf('media.deleted').getByText('Has arrived').waitFor();
  await site.api('DELETE', `${bucket}/webhooks/${hook.id}`);
});

test('“Copy as curl” holds what a screen of operators asked for, and runs', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await go('users');
  await rowOf('admin@example.com').waitFor();
  await copyAsCurl(page);
  await told('copied');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /\/v2\/buckets\/demo\/users'/);
});

test('objects of another bucket are merged after a look at their fields', async () => {
  await site.api('POST', '/buckets', { title: 'Staging', slug: 'staging' });
  const { object_type: type } = await site.api('GET', `${bucket}/object-types/categories`);
  await site.api('POST', '/buckets/staging/object-types', { title: type.title, singular: type.singular, slug: type.slug, metafields: type.metafields });
  for (const [title, slug] of [['Harbour life and more', 'harbour-life'], ['Fog', 'fog'], ['Left where it is', 'left']])
    await site.api('POST', '/buckets/staging/objects', { type: 'categories', title, slug, status: 'published' });
  await page.reload();
  await go('merges');
  await page.getByText('There is none yet.').waitFor();
  await page.getByRole('link', { name: 'New merge request' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Spring categories');
  await page.getByLabel('Harbour life and more').check();
  await page.getByLabel('Search titles').fill('Fog');
  await page.getByLabel('Harbour life and more').waitFor({ state: 'detached' });
  await page.getByLabel('Fog').check();
  await axe(page, 'merge-new');
  await button('Ask to merge 2 objects').click();
  await page.getByRole('heading', { name: 'Spring categories', level: 1 }).waitFor();
  const changed = page.getByRole('table', { name: 'Harbour life and more' });
  await changed.getByRole('row').filter({ hasText: 'Title' }).getByText('Harbour life and more').waitFor();
  await page.getByText('1 new object · 1 changed object').waitFor();
  await axe(page, 'merge');
  await button('Complete it').click();
  await dialog().getByText('1 object is new. 1 object that is here is overwritten. 1 object is published by it: readers see it at once. 1 object is published already: readers see the change at once.').waitFor();
  await dialog().getByRole('button', { name: 'Complete it', exact: true }).click();
  await told('The merge request is completed');
  const found = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"type":"categories"}')}&props=slug,title`);
  const titles = Object.fromEntries(found.objects.map((each) => [each.slug, each.title]));
  assert.equal(titles['harbour-life'], 'Harbour life and more');
  assert.ok('fog' in titles && !('left' in titles));

  const { objects: [left] } = await site.api('GET', `/buckets/staging/objects?query=${encodeURIComponent('{"slug":"left"}')}`);
  const { merge_request: second } = await site.api('POST', `${bucket}/merge-requests`, { title: 'Not now', source_bucket: 'staging', objects: [left.id] });
  await go(`merges/${second.id}`);
  await button('Close unmerged').click();
  await button('Close it unmerged').click();
  await told('The merge request is closed.');
  assert.equal((await site.api('GET', `${bucket}/merge-requests/${second.id}`)).merge_request.status, 'closed');
  await go('merges');
  await rowOf('Spring categories').getByText('Completed').waitFor();
  await axe(page, 'merges');
});

test('a merge request says what all of it does, whichever of its pages is looked at, and asks before it is completed', async () => {
  const staging = '/buckets/staging';
  const shared = (type, title, slug, more) => ({ type, title, slug, status: 'published', ...more });
  const fogs = Array.from({ length: 51 }, (_, index) => shared('categories', `Fog ${index}`, `fog-${index}`));
  const same = ['first', 'second', 'third'].map((slug) => shared('categories', slug, `merged-${slug}`));
  await site.api('POST', `${bucket}/objects`, shared('categories', 'Hidden here', 'merged-hidden', { status: 'draft' }));
  for (const each of same) await site.api('POST', `${bucket}/objects`, { ...each, title: `${each.title} here`, options: { slug_field: true, content_editor: true } });
  const objects = [];
  for (const each of [...fogs, ...same, shared('categories', 'Hidden there', 'merged-hidden', { status: 'draft' })])
    objects.push((await site.api('POST', `${staging}/objects`, { ...each, options: { slug_field: true, content_editor: false } })).object.id);
  const { merge_request: merge } = await site.api('POST', `${bucket}/merge-requests`, { title: 'Fogs', source_bucket: 'staging', objects });
  await go(`merges/${merge.id}`);
  await page.getByText('51 new objects · 4 changed objects').waitFor();
  await button('Next').click();
  await page.getByText('Page 2 of 2').waitFor();
  await page.getByText('51 new objects · 4 changed objects').waitFor();
  await page.getByRole('table', { name: 'first' }).getByText('first here').waitFor();
  assert.ok(!(await page.getByRole('main').innerText()).includes('slug_field'));
  assert.equal(await button('Previous').count(), 1);
  await button('Complete it').click();
  await dialog().getByText('51 objects are new. 4 objects that are here are overwritten. 51 objects are published by it: readers see them at once. 3 objects are published already').waitFor();
  await axe(page, 'merge-asked');
  await button('Cancel').click();
  assert.equal((await site.api('GET', `${bucket}/merge-requests/${merge.id}`)).merge_request.status, 'open');
  await button('Complete it').click();
  await dialog().getByRole('button', { name: 'Complete it', exact: true }).click();
  await told('The merge request is completed');
});

test('the activity log shows who did what while it is looked at, and keeps its filters in the address', async () => {
  await go('activity');
  await rowOf('A merge request').first().waitFor();
  await axe(page, 'activity');
  // Once the stream stands, what happens elsewhere appears by itself.
  const { object } = await site.api('POST', `${bucket}/objects`, { type: 'categories', title: 'Seen as it happens', status: 'draft' });
  await rowOf('Seen as it happens').getByText('created').waitFor();
  await page.getByLabel('What').selectOption('object');
  await page.getByLabel('Action').selectOption('deleted');
  await page.getByLabel('Who').selectOption({ label: 'Write key' });
  await page.getByText('Nothing of that kind has happened.').waitFor();
  assert.equal(new URL(page.url()).search, '?kind=object&action=deleted&actor=write_key');
  await button('Show everything').click();
  await page.getByRole('link', { name: 'Seen as it happens' }).click();
  await page.getByLabel('Title', { exact: true }).waitFor();
  await site.api('DELETE', `${bucket}/objects/${object.id}`);
});

test('the activity log names types, the object of a draft and the bucket, and keeps its columns beside a long title', async () => {
  const title = `Long ${'and longer '.repeat(60)}`.trim();
  const { object } = await site.api('POST', `${bucket}/objects`, { type: 'categories', title, status: 'published' });
  const { revision } = await site.api('POST', `${bucket}/objects/${object.id}/revisions`, { status: 'draft', title: `${title} prepared` });
  const { object_type: type } = await site.api('GET', `${bucket}/object-types/categories`);
  await site.api('PATCH', `${bucket}/object-types/categories`, { title: type.title });
  const { bucket: { title: called } } = await site.api('GET', bucket);
  await site.api('PATCH', bucket, { title: called });
  const { media_folder: folder } = await site.api('POST', `${bucket}/media-folders`, { title: 'Drawings' });
  const { audit } = await site.api('GET', `${bucket}/audit?id=${revision.id}`);
  assert.deepEqual(audit.map((each) => each.object), [object.id]);

  await go('activity');
  const latest = (text) => page.getByRole('row').filter({ has: page.locator('th .line', { hasText: text }) }).first();
  await latest('Object type').getByRole('link', { name: type.title, exact: true }).waitFor();
  await latest('Prepared draft or kept version · Category').getByRole('link').filter({ hasText: /./ }).first().waitFor();
  assert.match(await latest('Prepared draft').getByRole('link').getAttribute('href'), new RegExp(`objects/categories/${object.id}$`));
  await latest(/^Bucket$/).getByText('This bucket').waitFor();
  await latest('Folder').getByText('Drawings').waitFor();
  const height = (at) => at.evaluate((element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight));
  const row = latest(/^Category$/);
  for (const cell of ['td .whole >> nth=0', 'td .cut', 'td .whole >> nth=1']) assert.ok((await height(row.locator(cell))) < 1.9, `${cell} is broken: ${await row.locator(cell).textContent()}`);
  assert.ok((await height(row.locator('th .twolines'))) < 2.5);
  for (const [width, height, colorScheme] of [[1440, 900, 'light'], [1440, 900, 'dark'], [360, 740, 'light'], [360, 740, 'dark']]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await go('activity');
    await latest('Folder').waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    await axe(page, `activity-${width}-${colorScheme}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await site.api('DELETE', `${bucket}/objects/${object.id}`);
  await site.api('DELETE', `${bucket}/media-folders/${folder.slug}`);
});

test('a bucket is exported, and a file is tried before it is imported', async () => {
  await go('transfer');
  await axe(page, 'transfer');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export', exact: true }).click()]);
  assert.equal(download.suggestedFilename(), 'demo.json');
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const file = JSON.parse(Buffer.concat(chunks));
  assert.equal(file.format, 'inkwell-bucket/1');
  const give = (name, body) => page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(body)) });

  await give('same.json', file);
  await told('Everything in the file is here already.');
  assert.equal(await button('Import it now').count(), 0);
  await give('news.json', { bucket: { objects: [{ type: 'categories', title: 'Rescue', slug: 'rescue', status: 'published' }] } });
  await told('So it would be. Nothing has changed yet.');
  await axe(page, 'transfer-trial');
  const find = () => site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"slug":"rescue"}')}`).then(({ total }) => total, () => 0);
  assert.equal(await find(), 0);
  await button('Import it now').click();
  await told('It is done.');
  assert.equal(await find(), 1);
  await give('wrong.json', { bucket: { objects: [{ type: 'categories', slug: 'without-a-title' }] } });
  await page.locator('.wrong').getByText('objects[0].title').waitFor();
  await axe(page, 'transfer-wrong');
});

test('a file that is dropped while another one is tried is not taken for it', async () => {
  await go('transfer');
  const content = (slug) => JSON.stringify({ bucket: { objects: [{ type: 'categories', title: slug, slug, status: 'published' }] } });
  const trial = gate();
  await page.route(/\/import\?dry_run=true$/, async (route) => {
    await trial.opened;
    await route.continue();
  });
  await page.getByLabel('File to import').setInputFiles({ name: 'first.json', mimeType: 'application/json', buffer: Buffer.from(content('first')) });
  await told('Trying what it would do');
  await page.getByLabel('File to import').evaluate((input, text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'second.json', { type: 'application/json' }));
    input.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  }, content('second'));
  trial.open();
  await told('So it would be. Nothing has changed yet.');
  await page.getByText('first.json').waitFor();
  await button('Import it now').click();
  await told('It is done.');
  const { objects } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"slug":{"$in":["first","second"]}}')}`);
  assert.deepEqual(objects.map((each) => each.slug), ['first']);
  await page.unroute(/\/import\?dry_run=true$/);
});

test('who leaves the only bucket that they have, or deletes it, is led out of it', async () => {
  await site.api('POST', '/buckets', { title: 'Lone', slug: 'lone' });
  const member = await addMember(site, 'lone@example.com', { role: 'admin' }, 'lone');
  const theirs = await open(site);
  await signIn(theirs, member);
  await theirs.goto(`${site.url}/dashboard/lone/settings/users`);
  await button('Remove lone Tester', theirs).click();
  await dialog(theirs).getByRole('button', { name: 'Remove', exact: true }).click();
  await theirs.waitForURL(/\/dashboard\/?$/);
  await told('lone Tester is no longer in this bucket.', theirs);
  assert.equal(await theirs.getByText('was not found').count(), 0);

  await site.api('POST', '/buckets/lone/users', { email: member.email, first_name: 'Lone', last_name: 'Tester', role: 'admin' });
  await theirs.goto(`${site.url}/dashboard/lone/settings/bucket`);
  await button('Delete this bucket', theirs).click();
  await dialog(theirs).getByLabel('Type lone to go on').fill('lone');
  await button('Delete it with everything in it', theirs).click();
  await told('“Lone” is deleted.', theirs);
  assert.match(theirs.url(), /\/dashboard\/?$/);
  await theirs.context().close();
});

test('title, picture and rules of a bucket are changed, and a bucket ends only by its slug', async () => {
  await go('bucket');
  await page.getByRole('form', { name: 'Title and picture' }).getByLabel('Title').fill('Tideline');
  await page.getByLabel('Picture', { exact: true }).selectOption({ label: 'cliff-path.jpg' });
  await page.getByAltText('The picture of the bucket').waitFor();
  await axe(page, 'bucket');
  await button('Save the title').click();
  await told('Title and picture are saved.');
  await page.getByLabel('The read key reads drafts too').uncheck();
  await page.getByLabel('What the write key deletes goes to the trash').check();
  await button('Save the rules').click();
  await told('The rules are saved.');
  const { bucket: now } = await site.api('GET', bucket);
  assert.deepEqual([now.title, now.thumbnail.split('/').at(-1).includes('cliff-path'), now.read_key_reads_drafts, now.trash_on_delete], ['Tideline', true, false, true]);
  await button('Bucket: Tideline. Choose another').waitFor();

  await page.goto(`${site.url}/dashboard/staging/settings/bucket`);
  await button('Delete this bucket').click();
  await dialog().getByLabel('Type staging to go on').fill('demo');
  await button('Delete it with everything in it').click();
  await refused('That is not the slug of this bucket.');
  await axe(page, 'bucket-delete');
  await dialog().getByLabel('Type staging to go on').fill('staging');
  await button('Delete it with everything in it').click();
  await told('“Staging” is deleted.');
  const { buckets } = await site.api('GET', '/buckets');
  assert.deepEqual(buckets.map((each) => each.slug), ['demo']);
});

test('a form changes what was changed in it, and keeps what somebody else has changed since it was opened', async () => {
  // The bucket: a rule that is not touched stays as a colleague has set it meanwhile, and the page shows it.
  await site.api('PATCH', bucket, { read_key_reads_drafts: true, trash_on_delete: false });
  await go('bucket');
  const drafts = page.getByLabel('The read key reads drafts too');
  await drafts.waitFor();
  await site.api('PATCH', bucket, { read_key_reads_drafts: false });
  await page.getByLabel('What the write key deletes goes to the trash').check();
  await button('Save the rules').click();
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed it meanwhile' }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[name=read_key_reads_drafts]').checked);
  await button('Save the rules').click();
  await told('The rules are saved.');
  const { bucket: rules } = await site.api('GET', bucket);
  assert.deepEqual([rules.read_key_reads_drafts, rules.trash_on_delete], [false, true]);

  // A title that was saved here is not typed any more: a colleague's that came after it shows, and stays.
  const title = page.getByRole('form', { name: 'Title and picture' }).getByLabel('Title');
  await title.fill('Own title');
  await button('Save the title').click();
  await told('Title and picture are saved.');
  await site.api('PATCH', bucket, { title: "A colleague's title" });
  await page.getByLabel('Picture', { exact: true }).selectOption({ label: 'No picture' });
  await button('Save the title').click();
  await page.getByRole('alert').filter({ hasText: 'Somebody else changed it meanwhile' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[name=title]').value === "A colleague's title");
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await button('Save the title').click();
  await saved;
  const { bucket: named } = await site.api('GET', bucket);
  assert.deepEqual([named.title, named.thumbnail ?? ''], ["A colleague's title", '']);

  // A member: the form begins with the role that they have now, and an untouched role is not given back.
  await addMember(site, 'lowered@example.com', { role: 'admin' });
  await go('users');
  const { users } = await site.api('GET', `${bucket}/users`);
  const member = `${bucket}/users/${users.find((each) => each.email === 'lowered@example.com').id}`;
  await button('Change the role of lowered Tester').waitFor();
  await site.api('PATCH', member, { role: 'developer' });
  await button('Change the role of lowered Tester').click();
  await dialog().getByRole('radio', { name: 'Developer', exact: true, checked: true }).waitFor();
  await site.api('PATCH', member, { role: 'editor' });
  await dialog().getByLabel('Writes drafts only, others publish').check();
  await button('Save the role').click();
  await told('The role of lowered Tester is changed.');
  const { user } = await site.api('GET', member);
  assert.deepEqual([user.role, user.publishing_restrictions], ['editor', 'draft_only']);
  await site.api('DELETE', member);

  // A webhook: one that was switched off is not switched on by a change of its title.
  const { webhook } = await site.api('POST', `${bucket}/webhooks`, { endpoint: receiver.url, events: ['media.deleted', 'media.created'], title: 'Before' });
  await go(`webhooks/${webhook.id}`);
  await button('Switch off').waitFor();
  await site.api('PATCH', `${bucket}/webhooks/${webhook.id}`, { title: 'By a colleague' });
  await button('Change').click();
  assert.equal(await dialog().getByLabel('Title').inputValue(), 'By a colleague');
  await site.api('PATCH', `${bucket}/webhooks/${webhook.id}`, { enabled: false, headers: { 'X-Token': 'theirs' } });
  await dialog().getByLabel('Title').fill('By me');
  await button('Save the webhook').click();
  await told('The webhook is changed.');
  const { webhook: now } = await site.api('GET', `${bucket}/webhooks/${webhook.id}`);
  assert.deepEqual([now.title, now.enabled, now.headers], ['By me', false, { 'X-Token': 'theirs' }]);
  await site.api('DELETE', `${bucket}/webhooks/${webhook.id}`);

  // A token: what it permits is not widened again by another title.
  const { token } = await site.api('POST', `${bucket}/tokens`, { title: 'Wide', permissions: { read: 'any', write: 'all', media: true } });
  await go('keys');
  await button('Change the token Wide').click();
  await dialog().waitFor();
  await site.api('PATCH', `${bucket}/tokens/${token.id}`, { permissions: { read: 'published' } });
  await dialog().getByLabel('Title').fill('Narrow');
  await button('Save the token').click();
  await told('“Narrow” is changed.');
  const { tokens } = await site.api('GET', `${bucket}/tokens`);
  const kept = tokens.find((each) => each.id === token.id);
  assert.deepEqual([kept.title, kept.permissions.read, kept.permissions.write, kept.permissions.media], ['Narrow', 'published', [], false]);
  await site.api('DELETE', `${bucket}/tokens/${token.id}`);
});

test('a form in which nothing was changed says so', async () => {
  const nothing = 'Nothing has changed since it was saved.';
  const once = async (open_, name) => {
    await open_();
    await dialog().waitFor();
    await button(name).click();
    await dialog().waitFor({ state: 'detached' });
    await told(nothing);
    await page.getByRole('status').filter({ hasText: nothing }).getByRole('button', { name: 'Dismiss' }).first().click();
  };
  await addMember(site, 'unchanged@example.com', { role: 'editor' });
  await go('users');
  await once(() => button('Change the role of unchanged Tester').click(), 'Save the role');
  const { webhook } = await site.api('POST', `${bucket}/webhooks`, { endpoint: receiver.url, events: ['media.deleted'], title: 'Unchanged' });
  await go(`webhooks/${webhook.id}`);
  await once(() => button('Change').click(), 'Save the webhook');
  const { token } = await site.api('POST', `${bucket}/tokens`, { title: 'Unchanged', permissions: { read: 'any' } });
  await go('keys');
  await once(() => button('Change the token Unchanged').click(), 'Save the token');
  await go('bucket');
  await button('Save the rules').click();
  await told(nothing);
  await site.api('DELETE', `${bucket}/webhooks/${webhook.id}`);
  await site.api('DELETE', `${bucket}/tokens/${token.id}`);
});

test('a form that met the end of the session says nothing of it once it has begun again', async () => {
  const writer = await open(site);
  await signIn(writer, site);
  await go('webhooks', writer);
  await button('New webhook', writer).first().click();
  const form = writer.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Address').fill(receiver.url);
  await writer.context().clearCookies();
  await button('Make the webhook', form).click();
  await form.locator('form [role=alert]').filter({ hasText: 'Your session has ended' }).waitFor();
  const again = writer.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(site.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitFor({ state: 'detached' });
  await form.locator('form [role=alert]').filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
  assert.equal(await form.getByText('Your session has ended').count(), 0);
  await writer.context().close();
});

test('a name or title without spaces pushes no column out of sight', async () => {
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
  await site.api('POST', `${bucket}/users`, { email: 'long@example.com', first_name: long, last_name: 'Tester', role: 'editor' });
  const { object } = await site.api('POST', `${bucket}/objects`, { type: 'categories', title: long });
  await site.api('DELETE', `${bucket}/objects/${object.id}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const screen of ['settings/users', 'trash']) {
    await page.goto(`${site.url}/dashboard/demo/${screen}`);
    await rowOf(long).waitFor();
    assert.deepEqual(await page.locator('main .table').evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length), 0, screen);
    await axe(page, `long-${screen.replace('/', '-')}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the reference shows every address with lines that run with the reader’s keys', async () => {
  await go('api');
  await page.getByText(/\d+ addresses/).waitFor();
  await page.getByLabel('Search addresses').fill('list objects');
  await page.getByRole('button', { name: /List objects/ }).first().click();
  const lines = page.getByLabel('Lines to run');
  await lines.waitFor();
  const { bucket: { api_access: keys } } = await site.api('GET', bucket);
  await axe(page, 'api');
  await button('curl').click();
  assert.ok((await lines.textContent()).includes(`X-Read-Key: ${keys.read_key}`));
  await page.getByLabel('limit', { exact: true }).fill('1');
  await button('JavaScript').click();
  assert.match(await lines.textContent(), /objects\?limit=1/);
  // The lines run as they stand.
  const programs = [['curl', 'bash', '-c'], ['JavaScript', process.execPath, '--input-type=module', '-e'], ['Python', 'python3', '-c']].filter(([, program]) => spawnSync(program, ['--version']).status === 0);
  assert.ok(programs.length >= 2, 'bash and Node run everywhere');
  const run = async (env = {}) => {
    for (const [tongue, program, ...words] of programs) {
      await button(tongue).click();
      const text = await lines.textContent();
      const printed = await promisify(execFile)(program, [...words, text], { env: { ...process.env, ...env } }).catch((error) => assert.fail(`${tongue}: ${text}\n${error.stderr}`));
      if (tongue !== 'JavaScript') JSON.parse(printed.stdout);
      assert.doesNotMatch(printed.stdout, /"status": ?4\d\d/, `${tongue}: ${printed.stdout}`);
    }
  };
  await run();
  await button('Run it here').click();
  await page.getByRole('heading', { name: 'Answer 200' }).waitFor();
  await axe(page, 'api-answer');
  await page.getByLabel('With my keys').uncheck();
  assert.ok(!(await lines.textContent()).includes(keys.read_key));

  // With the write key: the example's own quotes and a parameter stay what they are.
  await page.getByLabel('With my keys').check();
  await page.getByLabel('Search addresses').fill('POST objects');
  await page.getByRole('button', { name: /Create an object$/ }).click();
  await page.getByRole('heading', { name: 'Create an object', level: 2 }).waitFor();
  await page.getByLabel('Body', { exact: true }).fill(JSON.stringify({ type: 'categories', title: `It's "quoted" \\ 🌊`, status: 'draft' }));
  await run();
  const { total } = await site.api('GET', `${bucket}/objects?status=any&query=${encodeURIComponent(JSON.stringify({ type: 'categories', title: `It's "quoted" \\ 🌊` }))}`);
  assert.equal(total, programs.length);
  await page.getByLabel('Search addresses').fill('POST import');
  await page.getByRole('button', { name: /Take up the content/ }).click();
  await page.getByLabel('dry_run', { exact: true }).fill('true');
  await page.getByLabel('Body', { exact: true }).fill('{"bucket":{"object_types":[{"title":"Tried","slug":"tried","metafields":[]}]}}');
  const { token } = await (await fetch(`${site.url}/v2/authenticate`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: site.email, password: site.password }) })).json();
  await run({ INKWELL_TOKEN: token });
  const { object_types: types } = await site.api('GET', `${bucket}/object-types`);
  assert.ok(!types.some((each) => each.slug === 'tried'), 'a trial stores nothing');
});

const roles = {
  developer: { rights: { role: 'developer' }, sees: ['Keys and tokens', 'API reference'] },
  editor: { rights: { role: 'editor' }, sees: [] },
  steward: { rights: { role: 'editor', additional_permissions: ['users', 'settings'] }, sees: ['Users and roles', 'Bucket settings'] },
};
for (const [name, { rights, sees }] of Object.entries(roles)) {
  test(`an account with the rights of a ${name} sees ${sees.join(' and ') || 'none of these screens'}, and no more`, async () => {
    const member = await addMember(site, `${name}@tideline.example`, rights);
    const at = await open(site);
    await signIn(at, member);
    assert.equal(await at.getByRole('link', { name: 'Manage', exact: true }).count(), sees.length ? 1 : 0);
    assert.equal(await at.getByRole('link', { name: 'Server', exact: true }).count(), 0);
    await go('', at);
    const shown = await at.locator('.overview a').allTextContents();
    assert.deepEqual(shown.map((each) => each.replace(/^\W+/, '')).sort(), [...sees].sort());
    // An address that is typed shows no more than the menu does.
    for (const screen of ['webhooks', 'activity', 'transfer', 'merges']) {
      await go(screen, at);
      await at.getByRole('alert').filter({ hasText: 'your role does not open it' }).waitFor();
    }
    if (name === 'developer') {
      await go('keys', at);
      await at.getByRole('textbox', { name: 'Read key' }).waitFor();
      assert.equal(await button('Make new keys', at).count() + await button('New token', at).count(), 0);
      await axe(at, 'keys-developer');
    }
    if (name === 'steward') {
      await go('users', at);
      await button('Remove editor Tester', at).waitFor();
      assert.equal(await button('Change the role of Alma Voss', at).count(), 0);
      assert.equal(await button('Change the role of steward Tester', at).count(), 0);
      await button('Invite somebody', at).click();
      await dialog(at).getByRole('radio', { name: 'Editor', exact: true }).waitFor();
      assert.equal(await dialog(at).getByRole('radio', { name: 'Administrator', exact: true }).count(), 0);
      assert.equal(await dialog(at).getByRole('radio', { name: 'Developer', exact: true }).count(), 0);
      await at.keyboard.press('Escape');
      await go('bucket', at);
      await button('Save the title', at).waitFor();
      assert.equal(await button('Save the rules', at).count() + await button('Delete this bucket', at).count(), 0);
    }
    await at.context().close();
  });
}

test('the screens fit a telephone, in the light and in the dark', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const hook = await site.api('POST', `${bucket}/webhooks`, { title: 'Builds the site', endpoint: receiver.url, events: ['object.deleted'] });
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    // In the dark with texts that are a third longer.
    await page.evaluate((code) => localStorage.setItem('inkwell:language', code), colorScheme === 'dark' ? 'en-XA' : 'en');
    for (const screen of ['', 'users', 'keys', 'webhooks', `webhooks/${hook.webhook.id}`, 'merges', 'merges/new', 'activity', 'transfer', 'bucket', 'api?of=getObjects']) {
      await go(screen);
      await page.waitForFunction(() => !document.querySelector('main .waiting'));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${screen} is ${wide} px wide`);
      await axe(page, `narrow-${colorScheme}-${screen.replace(/\W.*/, '') || 'manage'}`);
    }
  }
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
