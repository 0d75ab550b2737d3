// Every editor of the dashboard is asked the testkit's questions: those of the built-in types, and that of the example.
const { askEditor } = await import(process.env.EDITOR_SUITE);

const fill = (field, value) => field.getByRole('textbox').fill(value);
const source = async (field, value, page) => {
  await field.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(typeof value === 'string' ? value : JSON.stringify(value));
};
const shows = (words) => (field) => field.getByText(words).first().waitFor();
const keyed = [{ key: 'a', value: 'Apples' }, { key: 'b', value: 'Pears' }];
const options = keyed.map(({ value }) => ({ value }));
const related = { object_type: 'others' };

const made = new Map();
/** The id of an object of the type "others" with this title. */
async function other(site, title) {
  if (!made.has(title)) made.set(title, (await site.api('POST', '/buckets/b/objects', { type: 'others', title })).object.id);
  return made.get(title);
}
/** The name of a file of the media library. */
async function file(site, name) {
  if (made.has(name)) return made.get(name);
  const form = new FormData();
  form.append('media', new Blob(['hello']), name);
  const response = await fetch(`${site.url}/v2/buckets/b/media`, { method: 'POST', headers: { Authorization: `Bearer ${site.token}` }, body: form });
  made.set(name, (await response.json()).media.name);
  return made.get(name);
}
const pick = (name) => async (field, value, page) => {
  await field.getByRole('button', { name: /^(Change|Choose) Asked$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name }).first().click();
  const done = dialog.getByRole('button', { name: 'Done', exact: true });
  if (await done.count()) await done.click();
  await dialog.waitFor({ state: 'detached' });
};

await askEditor({ type: 'text', value: 'One', other: 'Two', malformed: { no: 'text' }, change: fill });
await askEditor({ type: 'textarea', value: 'One\nline', other: 'Two', malformed: 7, change: fill });
await askEditor({ type: 'html-textarea', value: '<p>One</p>', other: '<p>Two</p>', malformed: 7, shows: shows('One'),
  change: async (field, value, page) => {
    await field.locator('.prose').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Two');
  } });
await askEditor({ type: 'markdown', value: '*One*', other: '*Two*', malformed: ['no'], shows: shows('One'), change: source });
await askEditor({ type: 'json', value: { one: [1] }, other: { two: null }, malformed: 'text', shows: shows('"one"'), change: source });
await askEditor({ type: 'number', value: 3, other: 4.5, malformed: 'three', change: (field, value) => field.getByRole('textbox').fill(String(value)),
  shows: (field) => field.locator('input').evaluate((input) => { if (input.value !== '3') throw new Error(input.value); }) });
await askEditor({ type: 'date', value: '2026-01-31', other: '2026-02-01', malformed: 'soon', change: (field, value) => field.locator('input').fill(value),
  shows: (field) => field.locator('input').evaluate((input) => { if (input.value !== '2026-01-31') throw new Error(input.value); }) });
await askEditor({ type: 'select-dropdown', field: { options: keyed }, value: 'Apples', other: 'Pears', malformed: { a: 1 },
  shows: (field) => field.locator('select').evaluate((select) => { if (select.value !== 'Apples') throw new Error(select.value); }), change: (field, value) => field.locator('select').selectOption(value) });
await askEditor({ type: 'radio-buttons', field: { options }, value: 'Apples', other: 'Pears', malformed: 7,
  shows: (field) => field.locator('input[value=Apples]:checked').waitFor(), change: (field, value) => field.getByLabel(value).check() });
await askEditor({ type: 'check-boxes', field: { options }, value: ['Apples'], other: ['Apples', 'Pears'], malformed: 'Apples',
  shows: (field) => field.getByLabel('Apples').evaluate((box) => { if (!box.checked) throw new Error('not checked'); }), change: (field) => field.getByLabel('Pears').check() });
await askEditor({ type: 'switch', field: { options: 'true,false' }, value: true, other: false, malformed: 'on',
  shows: (field) => field.getByRole('switch', { checked: true }).waitFor(), change: (field) => field.getByRole('switch').click() });
await askEditor({ type: 'object', field: related, value: (site) => other(site, 'First'), other: (site) => other(site, 'Second'), malformed: 7, shows: shows('First'), change: pick('Second') });
await askEditor({ type: 'objects', field: related, value: (site) => other(site, 'First'), other: async (site) => `${await other(site, 'First')},${await other(site, 'Second')}`, malformed: [7],
  shows: shows('First'), change: pick('Second') });
await askEditor({ type: 'file', value: (site) => file(site, 'one.txt'), other: (site) => file(site, 'two.txt'), malformed: { file: 1 }, shows: shows('one.txt'), change: pick('two.txt') });

// Those that hold others have children instead of a value.
const inner = (value) => ({ type: 'text', title: 'Inner', key: 'inner', value });
await askEditor({ type: 'parent', place: '.group', value: 'One', other: 'Two', put: (value) => ({ children: [inner(value)] }), read: ({ children }) => children[0].value,
  spoil: (metafield) => (metafield.children = null), change: fill });
await askEditor({ type: 'repeater', place: '.group', field: { repeater_fields: [inner('')] }, value: 'One', other: 'Two', spoil: (metafield) => (metafield.children = null),
  put: (value) => ({ children: value ? [{ type: 'repeating_item', title: 'Item', children: [inner(value)] }] : [] }), read: ({ children }) => children[0].children[0].value,
  shows: shows('One'), unfold: (field) => field.locator('.itembar .fold').click(), change: fill });

await import('./color_editor.test.mjs');
