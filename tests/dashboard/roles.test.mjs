// Each role of decision 0007 signs in by browser, sees what it may do and no more, and is refused by the server too.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, open, signIn, signOut, start, test } from './support.mjs';

let site;
const ids = {};
before(async () => {
  site = await start();
  const { objects } = await site.api('GET', '/buckets/demo/objects?status=any&props=id,slug,locale&limit=100');
  for (const each of objects) ids[each.slug] = each.id;
  const { media } = await site.api('GET', '/buckets/demo/media?limit=50');
  for (const each of media) ids[each.original_name] = each.id;
});
after(() => site?.stop());

const bucket = '/buckets/demo';
const roles = {
  admin: { role: 'admin' },
  developer: { role: 'developer' },
  editor: { role: 'editor' },
  apprentice: { role: 'editor', publishing_restrictions: 'draft_only' },
  contributor: { role: 'contributor', object_types: ['articles'] },
  reader: { role: 'contributor', object_types: ['articles'] },
};

// What a hand-made request of the signed-in page is answered.
const byHand = (page, method, path, body) => page.evaluate(async ([method_, path_, body_]) => {
  const response = await fetch(`/v2${path_}`, {
    method: method_,
    headers: { 'Inkwell-Session': '1', ...(body_ ? { 'Content-Type': 'application/json' } : {}) },
    body: body_ && JSON.stringify(body_),
  });
  return { status: response.status, message: (await response.json()).message };
}, [method, path, body]);

const expectRefused = async (page, method, path, body) => {
  const answer = await byHand(page, method, path, body);
  assert.equal(answer.status, 403, `${method} ${path}: ${JSON.stringify(answer)}`);
  assert.ok(answer.message?.length > 10, JSON.stringify(answer));
};

const button = (page, name) => page.getByRole('button', { name, exact: true });
const expectButtons = async (page, shown, absent) => {
  for (const name of shown) await button(page, name).first().waitFor({ state: 'attached' });
  for (const name of absent) assert.equal(await button(page, name).count(), 0, `“${name}” is shown at ${page.url()}`);
};
const menu = (page) => page.locator('summary[aria-label="More actions"]').click();
const go = async (page, address) => {
  await page.goto(`${site.url}/dashboard/demo/${address}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

async function visit(name, tour) {
  const member = await addMember(site, `${name}@tideline.example`, roles[name]);
  const page = await open(site);
  await signIn(page, member);
  await tour(page);
  await page.context().close();
}

// What everybody who publishes and writes every type sees; the screens of the dashboard are about content alone.
async function expectWholeDashboard(page) {
  await go(page, 'objects/articles');
  await page.getByLabel("Choose A net is mostly holes").check();
  await expectButtons(page, ['New', 'Publish', 'Unpublish', 'Delete'], []);
  await go(page, `objects/articles/${ids['a-net-is-mostly-holes']}`);
  await page.getByLabel('Subtitle', { exact: true }).fill('Written by somebody who may');
  await menu(page);
  await expectButtons(page, ['Save draft', 'Publish', 'Schedule', 'Unpublish', 'Delete'], []);
  await button(page, 'Publish').click();
  await page.getByRole('status').filter({ hasText: 'It is published' }).waitFor();
  await go(page, 'media');
  await page.getByRole('button', { name: /cliff-path\.jpg/ }).click();
  await page.getByRole('dialog').getByLabel('Alt text').waitFor();
  await expectButtons(page, ['Save', 'Delete'], []);
}

test('an admin sees everything, and the server lets them manage users', () => visit('admin', async (page) => {
  await expectWholeDashboard(page);
  assert.equal((await byHand(page, 'GET', `${bucket}/users`)).status, 200);
}));

test('a developer writes all content; users are not theirs', () => visit('developer', async (page) => {
  await expectWholeDashboard(page);
  await expectRefused(page, 'GET', `${bucket}/users`);
  await expectRefused(page, 'PATCH', bucket, { title: 'Mine' });
}));

test('an editor writes all content; object types are not theirs', () => visit('editor', async (page) => {
  await expectWholeDashboard(page);
  await expectRefused(page, 'PATCH', `${bucket}/object-types/articles`, { title: 'Mine' });
  await expectRefused(page, 'GET', `${bucket}/users`);
}));

test('who is draft_only prepares drafts, publishes nothing, and leaves files as they are', () => visit('apprentice', async (page) => {
  const live = ids['what-the-marsh-remembers'];
  await go(page, `objects/articles/${live}`);
  await page.getByLabel('Subtitle', { exact: true }).fill('Prepared by an apprentice');
  await menu(page);
  await expectButtons(page, ['Save draft'], ['Publish', 'Schedule', 'Unpublish', 'Delete']);
  await axe(page, 'apprentice-editor');
  await page.keyboard.press('Escape');
  await button(page, 'Save draft').click();
  await page.getByRole('status').filter({ hasText: 'The draft is saved' }).waitFor();
  const { object } = await site.api('GET', `${bucket}/objects/${live}`);
  assert.notEqual(object.metadata.subtitle, 'Prepared by an apprentice');
  await go(page, 'objects/articles');
  await page.getByLabel('Choose What the marsh remembers').check();
  await expectButtons(page, ['New', 'Delete'], ['Publish', 'Unpublish']);
  await go(page, 'media');
  await expectButtons(page, ['Upload', 'New folder'], []);
  await button(page, 'New folder').click();
  await page.getByLabel('Name', { exact: true }).fill('Of an apprentice');
  await button(page, 'Save').click();
  await page.waitForURL(/folder=of-an-apprentice/);
  await expectButtons(page, ['New folder'], ['Rename', 'Delete folder']);
  await go(page, 'media');
  await page.getByRole('button', { name: /cliff-path\.jpg/ }).click();
  await page.getByText('does not change those that are there').waitFor();
  await expectButtons(page, [], ['Save', 'Delete']);
  await expectRefused(page, 'PATCH', `${bucket}/objects/${live}`, { title: 'Mine' });
  await expectRefused(page, 'DELETE', `${bucket}/objects/${live}`);
  await expectRefused(page, 'PATCH', `${bucket}/media/${ids['cliff-path.jpg']}`, { metadata: { alt: 'Mine' } });
  await expectRefused(page, 'DELETE', `${bucket}/trash`);
  for (const status of ['published', 'draft']) {
    const { object: made } = await site.api('POST', `${bucket}/objects`, { type: 'pages', title: `Thrown away as ${status}`, status });
    await site.api('DELETE', `${bucket}/objects/${made.id}`);
  }
  const { object: planned } = await site.api('POST', `${bucket}/objects`, { type: 'categories', title: 'Planned by others', status: 'draft', publish_at: Date.now() + 86_400_000 });
  await go(page, `objects/categories/${planned.id}`);
  await page.getByText('It is scheduled: ask somebody who publishes').waitFor();
  await expectButtons(page, [], ['Save draft']);
  assert.equal(await page.getByLabel('Title', { exact: true }).isEditable(), false);
  await go(page, 'objects/categories');
  await page.getByRole('row').filter({ hasText: 'Planned by others' }).locator('td.tick').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F2');
  await page.getByRole('status').filter({ hasText: 'It is scheduled: ask somebody who publishes' }).waitFor();
  assert.equal(await page.locator('.celleditor').count(), 0);
  await go(page, 'trash');
  await page.getByRole('button', { name: 'Restore Thrown away as draft' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Thrown away as published/ }).count(), 0);
}));

test('who is draft_only and manages users takes the right to publish from nobody unasked, and gives it to nobody', async () => {
  const warden = await addMember(site, 'warden@tideline.example', { role: 'editor', publishing_restrictions: 'draft_only', additional_permissions: ['users'] });
  await addMember(site, 'writer@tideline.example', { role: 'contributor', object_types: ['articles'] });
  const { users } = await site.api('GET', `${bucket}/users`);
  const writer = `${bucket}/users/${users.find((each) => each.email === 'writer@tideline.example').id}`;
  const page = await open(site);
  await signIn(page, warden);
  await go(page, 'settings/users');
  const dialog = page.getByRole('dialog');
  const draftsOnly = dialog.getByLabel('Writes drafts only, others publish');
  const save = async () => {
    await button(page, 'Save the role').click();
    await dialog.waitFor({ state: 'detached' });
    return (await site.api('GET', writer)).user;
  };
  await button(page, 'Change the role of writer Tester').click();
  assert.equal(await draftsOnly.isChecked(), false);
  await dialog.getByLabel('Manages users').check();
  const kept = await save();
  assert.deepEqual([kept.publishing_restrictions, kept.additional_permissions], [null, ['users']]);
  // A higher role is more than the member could publish before.
  await button(page, 'Change the role of writer Tester').click();
  await dialog.getByRole('radio', { name: 'Editor', exact: true }).check();
  assert.deepEqual([await draftsOnly.isChecked(), await draftsOnly.isDisabled()], [true, true]);
  const raised = await save();
  assert.deepEqual([raised.role, raised.publishing_restrictions], ['editor', 'draft_only']);
  await page.context().close();
});

test('a contributor writes the types of the list, reads the others, and only adds files', () => visit('contributor', async (page) => {
  await go(page, 'objects/articles');
  await expectButtons(page, ['New'], []);
  await go(page, 'objects/categories');
  await page.getByRole('link', { name: 'Harbour life' }).waitFor();
  await expectButtons(page, [], ['New']);
  await go(page, `objects/categories/${ids['harbour-life']}`);
  await page.getByText('Your role reads Categories here').waitFor();
  await expectButtons(page, [], ['Save draft', 'Publish']);
  assert.equal(await page.getByLabel('Title', { exact: true }).isEditable(), false);
  await axe(page, 'contributor-reads');
  await go(page, 'objects/categories/new');
  await page.getByText('Your role reads Categories here').waitFor();
  await expectButtons(page, [], ['Save draft', 'Publish']);
  await go(page, `objects/articles/${ids['the-pilots-chair']}`);
  await page.getByLabel('Teaser', { exact: true }).fill('By a contributor');
  await button(page, 'Save draft').click();
  await page.getByRole('status').filter({ hasText: 'The draft is saved' }).waitFor();
  await go(page, 'media');
  await expectButtons(page, ['Upload'], []);
  await page.getByRole('button', { name: /cliff-path\.jpg/ }).click();
  await page.getByText('does not change those that are there').waitFor();
  await expectButtons(page, [], ['Save', 'Delete']);
  await axe(page, 'contributor-file');
  await go(page, '');
  await page.getByRole('link', { name: 'New Article' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'New Category' }).count(), 0);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'New Article' }).waitFor();
  assert.equal(await page.getByRole('option', { name: 'New Category' }).count(), 0);
  await page.keyboard.press('Escape');
  await expectRefused(page, 'POST', `${bucket}/objects`, { type: 'categories', title: 'Mine' });
  await expectRefused(page, 'PATCH', `${bucket}/objects/${ids['harbour-life']}`, { title: 'Mine' });
  await expectRefused(page, 'DELETE', `${bucket}/media/${ids['cliff-path.jpg']}`);
  await expectRefused(page, 'DELETE', `${bucket}/trash`);
}));

test('who only reads a type unfolds what is folded, sees what readers see, and is offered nothing that writes', () => visit('reader', async (page) => {
  const { objects } = await site.api('GET', `${bucket}/objects?query=${encodeURIComponent('{"type":"walks","slug":"across-the-island","locale":"en"}')}&props=id`);
  await go(page, `objects/walks/${objects[0].id}`);
  await page.getByText('Your role reads Walks here').waitFor();
  await button(page, 'Unfold all').click();
  await page.getByLabel('Stage', { exact: true }).nth(1).waitFor();
  await page.locator('legend').getByRole('button', { name: 'Getting there' }).click();
  await page.getByLabel('Bus', { exact: true }).waitFor({ state: 'detached' });
  await page.locator('legend').getByRole('button', { name: 'Getting there' }).click();
  await page.getByLabel('Bus', { exact: true }).waitFor();
  await button(page, 'Show as readers see it').first().click();
  await page.getByTitle('Preview of The way').waitFor();
  const open = await page.locator('form').evaluate((form) => [...form.querySelectorAll('input, textarea, select, [contenteditable=true]')]
    .filter((each) => !each.matches(':disabled') && !each.readOnly && each.type !== 'file').map((each) => each.outerHTML));
  assert.deepEqual(open, []);
  assert.deepEqual(await page.locator('form button:enabled').filter({ hasText: /^(Choose|Change|Upload|Remove|✕|↑|↓)$|^Add to/ }).allTextContents(), []);
  await axe(page, 'reader-walk');
  await button(page, 'Languages').click();
  await page.locator('.pane dl.beside dt').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /^Take over/ }).count(), 0);
  await go(page, `objects/walks/${ids['the-keepers-path']}`);
  await page.getByText('There is no other language yet.').waitFor();
  assert.equal(await page.getByLabel('Add a language').count(), 0);
}));

test('who signs in next in this browser does not get another\'s unsaved words', async () => {
  const [first, next] = [await addMember(site, 'first@tideline.example', roles.editor), await addMember(site, 'next@tideline.example', roles.editor)];
  const page = await open(site);
  const title = page.getByLabel('Title', { exact: true });
  // After a sign-out the address stays, and with it the screen.
  const enter = async (member) => {
    await page.getByLabel('E-mail').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await button(page, 'Sign in').click();
    await title.waitFor();
    return title.inputValue();
  };
  await page.goto(`${site.url}/dashboard/demo/objects/categories/new`);
  await enter(first);
  await title.fill('Nobody else\'s');
  await signOut(page);
  assert.equal(await enter(next), '');
  assert.equal(await page.getByRole('button', { name: /^Continue/ }).count(), 0);
  await signOut(page);
  await enter(first);
  await button(page, 'Continue “Nobody else\'s”').click();
  await page.getByRole('status').filter({ hasText: 'is back' }).waitFor();
  assert.equal(await title.inputValue(), 'Nobody else\'s');
  await page.context().close();
});

test('a stranger to the bucket is told that there is nothing', async () => {
  const stranger = { ...site, email: 'stranger@example.com', password: 'a long password of strangers' };
  const token = /invitations\/(\w+)/.exec(site.command('user', 'add', '--email', stranger.email))[1];
  await site.api('POST', `/invitations/${token}`, { password: stranger.password });
  const page = await open(site);
  await page.goto(`${site.url}/dashboard`);
  await page.getByLabel('E-mail').fill(stranger.email);
  await page.getByLabel('Password').fill(stranger.password);
  await button(page, 'Sign in').click();
  await page.getByText('You have no role in a bucket yet').waitFor();
  await axe(page, 'stranger');
  assert.equal((await byHand(page, 'GET', `${bucket}/objects`)).status, 404);
  await page.goto(`${site.url}/dashboard/demo`);
  await page.getByRole('alert').first().waitFor();
  await page.context().close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
