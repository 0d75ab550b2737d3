// The questions that every editor of the dashboard is asked. Run by ctest once `npm install` has brought what drives Chromium.
const { askEditor } = await import(process.env.EDITOR_SUITE);

await askEditor({
  type: 'color',
  value: '#1e90ff',
  other: '#abcdef',
  malformed: ['no', 'text'],
  change: (field, value) => field.getByRole('textbox').fill(value),
});
