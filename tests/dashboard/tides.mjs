// Ten thousand objects of a type, and a page that lists them.
import { open, signIn, start } from './support.mjs';

export const path = '/buckets/demo';
export const many = 10_000;
const option = (...values) => values.map((value) => ({ value }));
const metafields = [
  { type: 'text', title: 'Harbour', key: 'harbour', value: '' },
  { type: 'number', title: 'Height', key: 'height', value: '' },
  { type: 'date', title: 'Day', key: 'day', value: '' },
  { type: 'select-dropdown', title: 'Size', key: 'size', value: '', options: [{ key: 's', value: 'Small' }, { key: 'l', value: 'Large' }] },
  { type: 'radio-buttons', title: 'Kind', key: 'kind', value: '', options: option('Spring', 'Neap') },
  { type: 'check-boxes', title: 'Marks', key: 'marks', value: [], options: option('Seen', 'Measured') },
  { type: 'switch', title: 'Stormy', key: 'stormy', value: false, options: 'yes,no' },
  { type: 'object', title: 'Observer', key: 'observer', value: '', object_type: 'authors' },
];
const harbours = ['Averil', 'Lisbon', 'Marsh End'];
const two = (number) => String(number).padStart(2, '0');
export const tide = (index) => ({
  type: 'tides', title: `Tide ${String(index).padStart(5, '0')}`, slug: `tide-${index}`, status: index % 10 === 3 ? 'draft' : 'published',
  metafields: [
    { key: 'harbour', value: harbours[index % 3] }, { key: 'height', value: index % 50 },
    { key: 'day', value: `2026-${two(1 + (index % 12))}-${two(1 + (index % 28))}` }, { key: 'size', value: index % 2 ? 'Large' : 'Small' },
    { key: 'kind', value: index % 4 ? 'Neap' : 'Spring' }, { key: 'marks', value: index % 5 ? [] : ['Seen'] },
    { key: 'stormy', value: index % 7 === 0 }, { key: 'observer', value: '' },
  ].map((each) => ({ ...metafields.find(({ key }) => key === each.key), ...each })),
});

export let site;
export let page;
export async function begin() {
  site = await start();
  const objects = Array.from({ length: many }, (_, index) => tide(index));
  await site.api('POST', `${path}/import`, { bucket: { object_types: [{ title: 'Tides', singular: 'Tide', slug: 'tides', metafields }], objects } });
  page = await open(site);
  await signIn(page, site);
}

export const button = (name, at = page) => at.getByRole('button', { name, exact: true });
export const field = (name, at = page) => at.getByLabel(name, { exact: true });
export const told = (text, at = page) => at.getByRole('status').filter({ hasText: text }).first().waitFor();
export const dialog = (at = page) => at.getByRole('dialog');
export const list = async (query = '', at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/tides${query}`);
  await at.getByRole('grid', { name: 'Tides' }).waitFor();
};
export const cell = (row, column, at = page) => at.locator(`[data-cell="${row}:${column}"]`);
export const asText = (query) => `?query=${encodeURIComponent(JSON.stringify(query))}`;
export const find = async (query) => site.api('GET', `${path}/objects${asText({ type: 'tides', ...query })}&status=any&depth=0&limit=100`);
export const tideCalled = async (title) => (await find({ title })).objects[0];
/** The number of objects as the server counts them is what the list shows. */
export const shows = async (query) => {
  const { total } = await find(query);
  await page.getByRole('status').filter({ hasText: `${total.toLocaleString('en-GB')} objects` }).waitFor();
  return total;
};
export async function addFilter(name, condition, fill) {
  await button('Filter').click();
  await dialog().getByLabel('Field').selectOption({ label: name });
  if (condition) await dialog().getByLabel('Condition').selectOption({ label: condition });
  await fill?.(dialog());
  await button('Add filter').click();
  await dialog().waitFor({ state: 'detached' });
}
