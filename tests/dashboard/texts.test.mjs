// HTML is edited as readers see it, and nothing of what was stored is lost by that: what the editor would change opens as source.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { addMember, axe, gate, open, signIn, start, test } from './support.mjs';

const path = '/buckets/demo';
const type = 'leaves';
let site;
let page;
let other; // an editor, in a browser of their own
let picture; // of the media library

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

before(async () => {
  site = await start();
  await site.api('POST', `${path}/object-types`, { title: 'Leaves', singular: 'Leaf', slug: type, enforce_validation: true, options: { slug_field: false, content_editor: false },
    metafields: [{ type: 'html-textarea', title: 'Body', key: 'body', value: '', required: true }, { type: 'text', title: 'Motto', key: 'motto', value: '' }] });
  page = await open(site);
  await signIn(page, site);
  const member = await addMember(site, 'berta@tideline.example', { role: 'editor' });
  other = await open(site);
  await signIn(other, member);
  await page.goto(`${site.url}/dashboard/demo/media`);
  await page.getByLabel('Files to upload').setInputFiles({ name: 'lantern.png', mimeType: 'image/png', buffer: png });
  await page.getByRole('button', { name: /lantern\.png/ }).waitFor();
  const { media } = await site.api('GET', `${path}/media?query=${encodeURIComponent('{"original_name":"lantern.png"}')}`);
  await site.api('PATCH', `${path}/media/${media[0].id}`, { metadata: { alt_text: 'A lantern' } });
  [picture] = media;
});
after(() => site?.stop());

const button = (name, at = page) => at.getByRole('button', { name, exact: true });
const field = (name = 'Body', at = page) => at.getByRole('textbox', { name, exact: true });
const bar = (at = page) => at.getByRole('toolbar', { name: 'Formatting: Body' });
const tool = (name, at = page) => bar(at).getByRole('button', { name, exact: true });
const visual = (at = page) => at.locator('.prose[role=textbox]');
const source = (at = page) => at.locator('.cm-content[role=textbox]');
const make = async (body, more = {}) => (await site.api('POST', `${path}/objects`, { type, title: 'A leaf', metafields: [{ key: 'body', value: body }, { key: 'motto', value: '' }], ...more })).object.id;
const show = async (id, at = page) => {
  await at.goto(`${site.url}/dashboard/demo/objects/${type}/${id}`);
  await bar(at).waitFor();
};
const edit = async (body, more) => {
  const id = await make(body, more);
  await show(id);
  return id;
};
const stored = async (id) => (await site.api('GET', `${path}/objects/${id}?status=any`)).object.metadata;
const writes = '(POST|PATCH) \\S+/objects(/\\w+(/revisions\\?props=id)?)?$';
const isWrite = (request) => new RegExp(writes).test(`${request.method()} ${request.url()}`);
// Not by the message: the one of an earlier save may still be shown.
const saveBy = async (act, at = page) => {
  const done = at.waitForResponse((answer) => isWrite(answer.request()) && answer.ok());
  await act();
  await done;
  await at.locator('.state').filter({ hasText: /Saved/ }).waitFor();
};
const save = (at = page) => saveBy(() => button('Save draft', at).click(), at);
const bodyOf = async (id) => {
  await save();
  return (await stored(id)).body;
};
// Browsers tell of a selection a moment after it has changed; nobody's fingers are faster than that, a test is.
const selected = (at = page) => at.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
// The editor looks after the selection itself in the moment after it gets the focus: what is chosen before is undone.
const clickOn = async (element, at = page) => {
  await element.click();
  await at.evaluate(() => new Promise((resolve) => setTimeout(resolve, 40)));
};
// Puts the cursor at the end of what is chosen by the text.
const cursorAfter = async (text, at = page) => {
  await clickOn(visual(at).getByText(text, { exact: true }), at);
  await at.keyboard.press('End');
  await selected(at);
};
const choose = (text) => visual().evaluate((prose, words) => {
  const walker = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(words);
    if (at < 0) continue;
    prose.focus();
    // The editor looks after the selection itself in the moment after it gets the focus.
    return new Promise((resolve) => setTimeout(() => {
      getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + words.length);
      document.addEventListener('selectionchange', () => setTimeout(resolve), { once: true });
    }, 40));
  }
  throw new Error(`“${words}” is not there`);
}, text);
const paste = (at, data) => at.evaluate((element, given) => {
  const clipboardData = new DataTransfer();
  for (const [kind, value] of Object.entries(given)) clipboardData.setData(kind, value);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, data);

// The part of the bundle that reads and writes, in the page whose policy it has to live with.
async function reader() {
  const file = await page.evaluate(() => performance.getEntriesByType('resource').map((each) => each.name).find((name) => /\/visual-[^/]+\.js$/.test(name)));
  assert.ok(file, 'the visual editor is loaded');
  return (html) => page.evaluate(async ([from, text]) => {
    const { readHtml } = await import(from);
    const { why, doc, pieces } = readHtml(text);
    if (why !== undefined) return { why };
    pieces.of(doc);
    const { paragraph } = doc.type.schema.nodes;
    const added = doc.copy(doc.content.addToEnd(paragraph.create({ bare: false }, doc.type.schema.text('At the end'))));
    const again = readHtml(pieces.write(added));
    // White space between blocks stands in them, and whether a paragraph has a tag.
    const plain = (each) => JSON.stringify(each, (name, value) => (['lead', 'trail', 'bare'].includes(name) ? undefined : value));
    return { same: pieces.write(doc), longer: pieces.write(added), again: again.why ?? plain(again.doc) === plain(added) };
  }, [file, html]);
}

const kept = [
  '<p>One</p>', '<p>One</p>\n<p>Two</p>\n', '<P>Capitals</P>', '<p>A  blank,\n a line &amp; an entity &eacute; &nbsp; é</p>',
  '<h1>One</h1><h2 id="two">Two</h2><h6>Six</h6>', '<p class="lead" data-x=\'1\'>Attributes &quot;as they were&quot;</p>',
  '<p><b>b</b> <strong>strong</strong> <i>i</i> <em>em</em> <u>u</u> <s>s</s> <del>del</del> <sub>sub</sub> <sup>sup</sup> <code>code</code></p>',
  '<p><a href="https://example.com" target=_blank rel="nofollow">A <b>bold <i>italic</i></b> link</a></p>', '<p>Two<br>lines<br/>three</p>',
  '<ul>\n  <li>One</li>\n  <li><p>Two</p></li>\n  <li>Three\n    <ol start="3"><li>Inner</li></ol>\n  </li>\n</ul>', '<blockquote><p>Said</p></blockquote>', '<hr>', '<p>x</p><hr /><p>y</p>',
  '<pre>  kept\n\n   as it is</pre>', '<pre><code class="language-js">const a = 1 &lt; 2;\n</code></pre>', '<img src="/a.png" alt="An a">', '<p>In <img src="/a.png" width="20" alt=""> a line</p>',
  'Text without a block', 'Text <b>without</b> a block<p>and with one</p>', '<p style="text-align: center">In the middle</p>', '<p></p><p>After an empty one</p>', '<p lang="he" dir="rtl">שלום</p>',
];
const refused = {
  '<table><tr><td>1</td></tr></table>': '<table>', '<div class="box"><p>1</p></div>': '<div>', '<p><span style="color: red">1</span></p>': '<span>', '<p>1</p><!-- a note -->': 'comments',
  '<script>alert(1)</script>': '<script>', '<iframe src="https://example.com"></iframe>': '<iframe>', '<figure><img src="/a.png"><figcaption>1</figcaption></figure>': '<figure>',
  '<video src="/a.mp4"></video>': '<video>', '<p>not closed': 'not closed', '<p>1<p>2': 'not closed', '<b>1<i>2</b>3</i>': 'closed twice', '<p>1</p></p>': 'closed twice',
  '<ul><p>no item</p></ul>': '<p>', '<!doctype html><html><body><p>1</p></body></html>': '<html>', '<p><my-element>1</my-element></p>': '<my-element>', '<svg><path d="M0 0"/></svg>': '<svg>',
};

test('HTML that the editor keeps is written as it was stored, and a paragraph more changes nothing else', async () => {
  await edit('<p>Begin</p>');
  await visual().waitFor();
  const read = await reader();
  for (const html of kept) {
    const { why, same, longer, again } = await read(html);
    assert.equal(why, undefined, html);
    assert.equal(same, html);
    assert.equal(longer.replace(/\s*<p>At the end<\/p>\s*$/, ''), html.trimEnd(), `${html} is touched`);
    assert.equal(again, true, `${longer} is read as another document`);
  }
});

test('HTML that the editor would change, or does not know, is not opened by it, and it says why', async () => {
  const read = await reader();
  for (const [html, reason] of Object.entries(refused)) {
    const { why } = await read(html);
    assert.ok(why?.startsWith('Shown as source, because') && why.includes(reason), `${html}: ${why}`);
  }
});

test('HTML put together at random is either refused or written as it was', async () => {
  const read = await reader();
  let state = 20261124;
  const random = (most) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % most;
  };
  const one = (...list) => list[random(list.length)];
  const words = () => one('salt', 'a  b', ' tide ', '&lt;x&gt;', '\n', 'é&nbsp;', '');
  const line = (deep = 0) => Array.from({ length: 1 + random(3) }, () => (deep > 2 || random(2) ? words() : inline(deep + 1))).join('');
  const inline = (deep) => {
    const tag = one('b', 'i', 'em', 'a', 'code', 'span');
    return one(`<${tag}${one('', ' class="x"', ' title=\'y "z"\'')}>${line(deep)}</${tag}>`, '<br>', '<img src="/x.png">');
  };
  const block = (deep = 0) => {
    const tag = one('p', 'h2', 'pre', 'blockquote', 'ul', 'div', '');
    const inner = tag === 'ul' ? `${one('', '\n  ')}<li>${one(line(), `<p>${line()}</p>`, deep ? line() : block(deep + 1))}</li>\n` : tag === 'blockquote' ? `<p>${line()}</p>` : line();
    return tag ? `<${tag}${one('', '', ' id="x"')}>${inner}</${tag}>` : inner;
  };
  let opened = 0;
  for (let round = 0; round < 250; ++round) {
    const html = Array.from({ length: 1 + random(4) }, () => block() + one('', '\n', '\n\n  ')).join('');
    const { why, same, again } = await read(html);
    if (why !== undefined || !html.trim()) continue;
    ++opened;
    assert.equal(same, html);
    assert.equal(again, true, JSON.stringify(html));
  }
  assert.ok(opened > 50, `only ${opened} of 250 were opened`);
});

test('headings, lists, a quote, code and a line are made by the toolbar and by keys', async () => {
  const id = await edit('<p>Before</p>');
  await clickOn(visual());
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await bar().getByRole('combobox', { name: 'Style' }).selectOption({ label: 'Heading 2' });
  await page.keyboard.type('The harbour');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Built of ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('oak');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' and ');
  await tool('Italic').click();
  await page.keyboard.type('tar');
  await tool('Italic').click();
  await page.keyboard.press('Enter');
  await tool('Bulleted list').click();
  assert.equal(await tool('Bulleted list').getAttribute('aria-pressed'), 'true');
  await page.keyboard.type('Nets');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Knots');
  await page.keyboard.press('Control+]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+[');
  await page.keyboard.type('Lamps');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1. ');
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> ');
  await page.keyboard.type('Said');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Alt+c');
  await page.keyboard.type('a < b');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('---');
  await axe(page, 'visual-filled');
  assert.equal(await bodyOf(id), '<h2>The harbour</h2><p>Built of <strong>oak</strong> and <em>tar</em></p><ul><li>Nets<ul><li>Knots</li></ul></li><li>Lamps</li></ul>'
    + '<ol><li>First</li></ol><blockquote><p>Said</p></blockquote><pre><code>a &lt; b</code></pre><hr><p></p>');
});

test('a link is made, changed and taken away; the dialog takes the focus and gives it back to the text', async () => {
  const id = await edit('<p>Read the tide table daily</p>');
  await choose('tide table');
  await tool('Link').click();
  const dialog = page.getByRole('dialog', { name: 'Link' });
  const address = dialog.getByLabel('Where the link leads');
  await page.waitForFunction(() => document.activeElement?.matches('dialog[open] input'));
  await axe(page, 'link-dialog');
  await address.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').filter({ hasText: 'An address is needed' }).waitFor();
  await address.fill('example.com/tides');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.matches('.prose'));
  assert.equal(await bodyOf(id), '<p>Read the <a href="https://example.com/tides">tide table</a> daily</p>');
  await choose('tide');
  await tool('Link').click();
  assert.equal(await address.inputValue(), 'https://example.com/tides');
  await address.fill('/tides');
  await dialog.getByRole('button', { name: 'Set the link' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await bodyOf(id), '<p>Read the <a href="/tides">tide table</a> daily</p>');
  await choose('tide');
  await tool('Link').click();
  await dialog.getByRole('button', { name: 'Remove the link' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await bodyOf(id), '<p>Read the tide table daily</p>');
  // Closed without an answer, it leaves one at the tool.
  await tool('Link').focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Link');
});

test('a picture comes from the media library with its words, which can be changed', async () => {
  const id = await edit('<p>Look:</p>');
  await cursorAfter('Look:');
  await tool('Picture').click();
  const dialog = page.getByRole('dialog', { name: /^Choose/ });
  await page.waitForFunction(() => document.activeElement?.matches('dialog[open] input[type=search]'));
  await dialog.getByRole('button', { name: 'lantern.png' }).click();
  await visual().getByRole('img', { name: 'A lantern' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('.prose'));
  assert.equal(await bodyOf(id), `<p>Look:<img src="${picture.url}" alt="A lantern"></p>`);
  await visual().getByRole('img', { name: 'A lantern' }).click();
  await tool('Description of the picture').click();
  const words = page.getByRole('dialog', { name: 'Description of the picture' }).getByLabel('For who does not see it');
  assert.equal(await words.inputValue(), 'A lantern');
  await words.fill('A lantern, lit "at dusk"');
  await page.keyboard.press('Enter');
  await visual().getByRole('img', { name: 'A lantern, lit' }).waitFor();
  await axe(page, 'visual-picture');
  assert.equal(await bodyOf(id), `<p>Look:<img src="${picture.url}" alt="A lantern, lit &quot;at dusk&quot;"></p>`);
});

test('a dialog that is closed leaves the cursor where it was', async () => {
  const id = await edit('<p>Look</p>');
  await cursorAfter('Look');
  await tool('Picture').click();
  await page.waitForFunction(() => document.activeElement?.matches('dialog[open] input[type=search]'));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.matches('.prose'));
  await selected();
  await page.keyboard.type(' here');
  assert.equal(await bodyOf(id), '<p>Look here</p>');
});

test('a picture that is pasted goes to the media library and stands in the text', async () => {
  const id = await edit('<p>Here:</p>');
  await cursorAfter('Here:');
  await visual().evaluate((element, bytes) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(bytes)], 'from-the-screen.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, [...png]);
  await visual().locator('img[alt=""]').first().waitFor();
  const { media } = await site.api('GET', `${path}/media?query=${encodeURIComponent('{"original_name":"from-the-screen.png"}')}`);
  assert.equal(await bodyOf(id), `<p>Here:<img src="${media[0].url}" alt=""></p>`);
});

// Pictures whose upload ends when it is let go, the first one first.
const pastePicture = (name) => visual().evaluate((element, [bytes, file]) => {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([new Uint8Array(bytes)], file, { type: 'image/png' }));
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, [[...png], name]);
const holdUploads = async () => {
  const gates = [];
  await page.route(/\/v2\/buckets\/demo\/media$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const held = gate();
    gates.push(held);
    await held.opened;
    await route.continue();
  });
  return gates;
};

test('a pasted picture that arrives late comes to where it was pasted, and what is typed meanwhile stays', async () => {
  const gates = await holdUploads();
  const id = await edit('<p>Before after</p><p>Other words</p>');
  await choose(' after');
  await page.keyboard.press('ArrowLeft');
  const count = async (pictures) => page.waitForFunction((wanted) => document.querySelectorAll('.prose[role=textbox] img:not(.ProseMirror-separator)').length === wanted, pictures);
  for (const name of ['late-first.png', 'late-second.png']) await pastePicture(name);
  await page.keyboard.insertText(' typed meanwhile');
  await choose('Other words');
  while (gates.length < 2) await page.waitForTimeout(20);
  gates[0].open();
  await count(1);
  await page.keyboard.insertText('New words');
  gates[1].open();
  await count(2);
  const sourceOf = async (name) => (await site.api('GET', `${path}/media?query=${encodeURIComponent(JSON.stringify({ original_name: name }))}`)).media[0].url;
  const [first, second] = [await sourceOf('late-first.png'), await sourceOf('late-second.png')];
  assert.equal(await bodyOf(id), `<p>Before<img src="${first}" alt=""><img src="${second}" alt=""> typed meanwhile after</p><p>New words</p>`);
  // In place of what was selected, unless that is something else by then; a save waits for it.
  await choose('New');
  await pastePicture('late-third.png');
  while (gates.length < 3) await page.waitForTimeout(20);
  await choose('meanwhile');
  await pastePicture('late-fourth.png');
  while (gates.length < 4) await page.waitForTimeout(20);
  await page.keyboard.insertText('since');
  await button('Save draft').click();
  await page.getByRole('status').filter({ hasText: 'It is saved as soon as the file has arrived.' }).waitFor();
  await saveBy(async () => gates.slice(2).forEach((each) => each.open()));
  const [third, fourth] = [await sourceOf('late-third.png'), await sourceOf('late-fourth.png')];
  assert.equal((await stored(id)).body, `<p>Before<img src="${first}" alt=""><img src="${second}" alt=""> typed <img src="${fourth}" alt="">since after</p><p><img src="${third}" alt=""> words</p>`);
  // The text is shown as source by then.
  await choose('words');
  await pastePicture('late-fifth.png');
  while (gates.length < 5) await page.waitForTimeout(20);
  await tool('Source').click();
  await source().waitFor();
  gates[4].open();
  await page.getByRole('status').filter({ hasText: 'late-fifth.png is uploaded, and stands in the media library. The text for it is no longer open.' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('typing is undone and done again, by keys and by the toolbar', async () => {
  await edit('<p>First</p>');
  assert.equal(await tool('Undo typing').getAttribute('aria-disabled'), 'true');
  await cursorAfter('First');
  await page.keyboard.insertText(' and second'); // at once: letters half a second apart are two steps
  await page.keyboard.press('Control+z');
  assert.equal(await visual().textContent(), 'First');
  await page.keyboard.press('Control+y');
  assert.equal(await visual().textContent(), 'First and second');
  await tool('Undo typing').click();
  assert.equal(await visual().textContent(), 'First');
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await visual().textContent(), 'First and second');
});

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta charset="utf-8"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment--><h2 style='margin-left:0cm'>The <span style='color:red'>storm</span><o:p></o:p></h2>
<p class=MsoNormal style='margin-bottom:8.0pt'><b style='mso-bidi-font-weight:normal'><span lang=EN-GB style='font-family:"Arial"'>Bold</span></b><span> and </span><i>slanted</i>, <a href="https://example.com/a" onclick="steal()">a link</a>, <a href="javascript:alert(1)">no link</a><o:p></o:p></p>
<ul style='margin-top:0cm' type=disc><li class=MsoNormal>One</li><li class=MsoNormal>Two</li></ul>
<img src="x.png" onerror="document.title = 'run'" alt="A chart"><script>document.title = 'run'</script><!--EndFragment--></body></html>`;

test('what is pasted from a word processor keeps its meaning and loses its looks, and nothing of it runs', async () => {
  const id = await edit('<p>Before</p>');
  await cursorAfter('Before');
  await page.keyboard.press('Enter');
  await paste(visual(), { 'text/html': word, 'text/plain': 'The storm\nBold and slanted' });
  await visual().getByRole('heading', { name: 'The storm' }).waitFor();
  const body = await bodyOf(id);
  assert.match(body, /^<p>Before<\/p><h2>The storm<\/h2><p><b>Bold<\/b> and <i>slanted<\/i>, <a href="https:\/\/example\.com\/a">a link<\/a>, no link<\/p>/);
  assert.match(body, /<ul><li>(<p>)?One(<\/p>)?<\/li><li>(<p>)?Two(<\/p>)?<\/li><\/ul>/);
  assert.match(body, /<img src="x\.png" alt="A chart">/);
  assert.doesNotMatch(body, /Mso|style|script|onclick|onerror|o:p|span/);
  assert.notEqual(await page.title(), 'run');
});

test('a table that is pasted becomes lines, what unfolds keeps its lines, and what is left out is told', async () => {
  const id = await edit('<p>Before</p>');
  await cursorAfter('Before');
  await page.keyboard.press('Enter');
  const table = '<table><thead><tr><th>Place</th><th>Time</th></tr></thead><tr><td><p>Quay</p><p>north</p></td><td><b>9</b> o’clock</td></tr></table>';
  const layout = '<table><tr><td><p>One</p><p>Two</p></td></tr></table>';
  await paste(visual(), { 'text/html': `${table}${layout}<details><summary>More</summary>Hidden</details><iframe src="https://example.com/film"></iframe>`, 'text/plain': 'Place Time' });
  await page.getByRole('status').filter({ hasText: 'A table was pasted as lines. Videos and other pages that were embedded are left out.' }).waitFor();
  assert.equal(await bodyOf(id), '<p>Before</p><p>Place | Time</p><p>Quay north | <b>9</b> o’clock</p><p>One</p><p>Two</p><p>More</p><p>Hidden</p>');
});

test('a picture that only the computer of a word processor has is left out, and that is told; one of the web stays', async () => {
  const id = await edit('<p>Before</p>');
  await cursorAfter('Before');
  await page.keyboard.press('Enter');
  const pictures = '<img width=602 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png" alt="Chart"><img src="cid:part1"><img src="https://example.com/tide.png" alt="Tide">';
  await paste(visual(), { 'text/html': `<p class=MsoNormal>The storm ${pictures}</p>`, 'text/plain': 'The storm' });
  await page.getByRole('status').filter({ hasText: 'Pictures from the other program are left out: upload them.' }).waitFor();
  assert.equal(await bodyOf(id), '<p>Before</p><p>The storm <img src="https://example.com/tide.png" alt="Tide"></p>');
});

test('what is copied in the editor is pasted with its attributes, and as plain text into a block of code', async () => {
  const id = await edit('<p class="lead">Copied <a href="/a" class="button">link</a></p><pre><code>x</code></pre>');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await clickOn(visual().getByText('Copied'));
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await selected();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('ArrowRight');
  await selected();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+v');
  await cursorAfter('x');
  await page.keyboard.press('Control+v');
  const body = await bodyOf(id);
  assert.match(body, /^(<p class="lead">Copied <a href="\/a" class="button">link<\/a><\/p>)(<p[^>]*>)Copied <a href="\/a" class="button">link<\/a><\/p><pre><code>xCopied link<\/code><\/pre>$/);
});

test('stored HTML that the editor does not keep is edited as source, and only what is typed changes', async () => {
  const html = '<table class="tides">\n  <tr><td>04:10</td></tr>\n</table>\n<p>Below</p>';
  const id = await edit(html);
  await source().waitFor();
  await page.getByText('Shown as source, because the visual editor does not keep <table>', { exact: false }).waitFor();
  await axe(page, 'source-because');
  await page.locator('.cm-line', { hasText: 'Below' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<p>More</p>');
  assert.equal(await bodyOf(id), `${html}<p>More</p>`);
  // Asked for again, the visual editor says no, until it can.
  await tool('Source').click();
  await page.getByRole('status').getByText('does not keep <table>', { exact: false }).waitFor();
  await source().fill('<p>Now plain</p>');
  await tool('Source').click();
  await visual().getByText('Now plain').waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('.prose'));
  assert.equal(await page.getByRole('note').count(), 0);
  assert.equal(await bodyOf(id), '<p>Now plain</p>');
});

test('an edit of one paragraph leaves the others as they are stored, byte for byte', async () => {
  const before = "<h2 class='x'  >Odd &eacute;   spacing</h2>\n\n<ul ><li>One<LI>".replace('<LI>', '</li ><li>Two</li></ul>');
  const after = "\n<P ALIGN=left>Old <B>markup</B><br/>here</P>\n";
  const id = await edit(`${before}<p>Change me</p>${after}`);
  await cursorAfter('Change me');
  await page.keyboard.type(', done');
  assert.equal(await bodyOf(id), `${before}<p>Change me, done</p>${after}`);
});

test('the toolbar is one stop of the Tab key; everything has a name; Tab leaves the text', async () => {
  await edit('<p>Words</p>');
  assert.deepEqual(await bar().locator('.tool[tabindex="0"]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), ['Style'], 'the first one, while none had the focus');
  await bar().getByRole('combobox', { name: 'Style' }).focus();
  await page.keyboard.press('ArrowRight');
  const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.getAttribute('aria-label'));
  assert.match(await focused(), /Bold$/);
  await page.keyboard.press('End');
  assert.equal(await focused(), 'Source');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Style');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.matches('.prose')), 'Tab goes from the toolbar to the text');
  await page.keyboard.press('Shift+Tab');
  assert.match(await focused(), /Bold$/, 'and back to the same tool');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => !document.activeElement.matches('.prose')), 'Tab leaves the text');
  const text = field();
  assert.deepEqual(await text.evaluate((each) => ['aria-multiline', 'aria-required', 'aria-readonly'].map((name) => each.getAttribute(name))), ['true', 'true', null]);
  await page.locator('label', { hasText: 'Body' }).click();
  assert.ok(await page.evaluate(() => document.activeElement.matches('.prose')), 'the label leads to the text');
  assert.equal(await tool('Bold').getAttribute('aria-keyshortcuts'), 'Control+B');
  assert.deepEqual(await bar().getByRole('button').evaluateAll((all) => all.filter((each) => !each.textContent.trim()).length), 0);
});

test('a toolbar names the text it is for only when that is there', async () => {
  const watched = await open(site, page.context());
  await watched.addInitScript(() => {
    const told = (globalThis.namedTooEarly = []);
    const look = () => document.querySelectorAll('[role=toolbar][aria-controls]').forEach((each) => document.getElementById(each.getAttribute('aria-controls')) ?? told.push(each.outerHTML));
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  });
  const named = async () => {
    await watched.locator('[role=toolbar][aria-controls]').waitFor();
    assert.deepEqual(await watched.evaluate(() => globalThis.namedTooEarly), []);
  };
  await show(await make('<p>Words</p>'), watched);
  await named();
  await show(await make('<table><tr><td>Words</td></tr></table>'), watched);
  await source(watched).waitFor();
  await named();
  await watched.close();
});

test('an empty text that is needed is told at the field, to who does not see it too', async () => {
  await edit('<p>Words</p>');
  await clickOn(visual());
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await field('Motto').focus();
  await page.getByText('Body is required').waitFor();
  await page.locator('.prose[aria-invalid=true]').waitFor(); // told to the text a moment after it is shown
  const told = await field().evaluate((each) => [each.getAttribute('aria-invalid'), document.getElementById(each.getAttribute('aria-describedby'))?.textContent]);
  assert.deepEqual(told, ['true', 'Body is required']);
  await axe(page, 'visual-required');
  await button('Save draft').click();
  await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('.prose'));
});

test('who may only read sees the text, without tools', async () => {
  const reading = await addMember(site, 'carl@tideline.example', { role: 'contributor', object_types: ['articles'] });
  const id = await make('<p>To be read</p>', { status: 'published' });
  const at = await open(site);
  await signIn(at, reading);
  await at.goto(`${site.url}/dashboard/demo/objects/${type}/${id}`);
  await field('Body', at).getByText('To be read').waitFor();
  assert.equal(await at.getByRole('toolbar').count(), 0);
  assert.deepEqual(await field('Body', at).evaluate((each) => [each.contentEditable, each.getAttribute('aria-readonly')]), ['false', 'true']);
  await axe(at, 'visual-readonly');
  await at.context().close();
});

test('what is typed is kept, and is there again after the window was closed', async () => {
  const id = await edit('<p>Kept</p>');
  await cursorAfter('Kept');
  await page.keyboard.type(' by itself');
  await page.getByText('Your changes are kept').waitFor();
  await page.evaluate(() => localStorage.clear());
  await show(id);
  await visual().getByText('Kept by itself').waitFor();
  assert.equal((await stored(id)).body, '<p>Kept</p>');
  assert.equal(await bodyOf(id), '<p>Kept by itself</p>');
});

// The next write of the page waits until it is let go, in the page itself: where a browser had just begun to intercept requests, one was lost.
const holdWrites = () => page.evaluate((writes) => {
  const { fetch } = window;
  const held = new Promise((resolve) => (window.letGo = resolve));
  window.fetch = async (path, options) => {
    if (new RegExp(writes).test(`${options?.method} ${path}`)) {
      window.fetch = fetch;
      window.isHeld = true;
      await held;
    }
    return fetch(path, options);
  };
}, writes);
const isHeld = () => page.waitForFunction(() => window.isHeld);
const letGo = () => page.evaluate(() => window.letGo());

test('what is typed while a save is under way stays, and is saved by the next one', async () => {
  const id = await edit('<p>Se</p>');
  await holdWrites();
  await cursorAfter('Se');
  await page.keyboard.type('nt');
  await page.keyboard.press('Control+s');
  await isHeld();
  await page.keyboard.type(' and more');
  await field('Motto').fill('Typed too');
  const done = page.waitForResponse((answer) => isWrite(answer.request()));
  await letGo();
  await done;
  await page.getByText('Your changes are kept').waitFor();
  assert.equal(await visual().textContent(), 'Sent and more');
  assert.equal(await field('Motto').inputValue(), 'Typed too');
  assert.equal((await stored(id)).body, '<p>Sent</p>');
  await save();
  assert.deepEqual(await stored(id), { body: '<p>Sent and more</p>', motto: 'Typed too' });
});

test('a new object that is saved goes on as it stands: with the cursor, and what was typed meanwhile', async () => {
  await page.goto(`${site.url}/dashboard/demo/objects/${type}/new`);
  await page.getByLabel('Title', { exact: true }).fill('A new leaf');
  await clickOn(visual());
  await page.keyboard.type('Begun');
  await holdWrites();
  await page.keyboard.press('Control+s');
  await isHeld();
  await page.keyboard.type(' and went');
  await letGo();
  await page.waitForURL(/\/leaves\/[0-9a-f]{24}$/);
  await page.keyboard.type(' on');
  assert.equal(await visual().textContent(), 'Begun and went on');
  const id = page.url().split('/').at(-1);
  assert.equal(await bodyOf(id), '<p>Begun and went on</p>');
  await page.goto(`${site.url}/dashboard/demo/objects/${type}`);
  await button('New').click();
  await visual().waitFor();
  assert.equal(await visual().textContent(), '', 'the next new object is another one');
});

test('what another person saves appears in a text that was not touched, also where the cursor stands in it', async () => {
  const id = await edit('<p>One</p><p>Two</p>', { status: 'published' });
  await show(id, other);
  await cursorAfter('Two');
  await cursorAfter('One', other);
  await other.keyboard.type(', by Berta');
  await saveBy(() => button('Publish', other).click(), other);
  await visual().getByText('One, by Berta').waitFor();
  await page.keyboard.insertText(' and me'); // at once: letters half a second apart are two steps
  assert.equal(await visual().textContent(), 'One, by BertaTwo and me');
  await page.keyboard.press('Control+z');
  assert.equal(await visual().textContent(), 'One, by BertaTwo', 'only what was typed here is undone');
  await page.keyboard.type(' again');
  await saveBy(() => button('Publish').click());
  assert.equal((await stored(id)).body, '<p>One, by Berta</p><p>Two again</p>');
});

test('what both changed is shown as readers would see both, and one is chosen', async () => {
  const id = await edit('<p>Start</p>', { status: 'published' });
  await show(id, other);
  await cursorAfter('Start');
  await page.keyboard.type(', mine');
  await cursorAfter('Start', other);
  await other.keyboard.type(', theirs');
  await saveBy(() => button('Publish', other).click(), other);
  await button('Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this too' });
  const part = dialog.getByRole('group', { name: 'Body' });
  await part.frameLocator('iframe[title="Body: Mine"]').getByText('Start, mine').waitFor();
  await part.frameLocator('iframe[title="Body: Theirs"]').getByText('Start, theirs').waitFor();
  await axe(page, 'conflict');
  await part.getByLabel('Theirs').check();
  await saveBy(() => button('Save the merged version').click());
  assert.equal((await stored(id)).body, '<p>Start, theirs</p>');
  assert.equal(await visual().textContent(), 'Start, theirs');
});

test('what another person saves that the editor does not keep turns the text into source, with nothing lost', async () => {
  const id = await edit('<p>Plain</p>', { status: 'published' });
  await visual().waitFor();
  const { object } = await site.api('GET', `${path}/objects/${id}`);
  assert.equal(object.metadata.body, '<p>Plain</p>');
  await site.api('PATCH', `${path}/objects/${id}/metafields/body`, { value: '<div>Boxed</div>' });
  await source().getByText('Boxed').waitFor();
  await page.getByText('does not keep <div>', { exact: false }).waitFor();
  assert.equal((await stored(id)).body, '<div>Boxed</div>');
});

test('the editor fits every window, in the light, the dark and forced colours', async () => {
  const id = await make(`<h2>Of the harbour</h2><p>With <b>bold</b>, <i>slanted</i>, <a href="/a">linked</a> and <code>code</code>.</p><ul><li>One</li><li>Two</li></ul><blockquote><p>Said</p></blockquote><pre>pre</pre><p><img src="${picture.url}" alt="A lantern"></p>`);
  for (const [width, colorScheme, forcedColors] of [[1440, 'light', 'none'], [1440, 'dark', 'none'], [1440, 'light', 'active'], [360, 'light', 'none'], [360, 'dark', 'none']]) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await show(id);
    for (const view of ['visual', 'source']) {
      if (view === 'source') await tool('Source').click();
      await (view === 'visual' ? visual() : source()).waitFor();
      await bar().evaluate((each) => each.scrollIntoView({ block: 'center' }));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${view} is wider than ${width} px`);
      await axe(page, `${view}-${width}-${forcedColors === 'active' ? 'forced' : colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a form without such texts loads none of it, and one with HTML not the editor of source', async () => {
  const fresh = await open(site, page.context());
  const loaded = [];
  fresh.on('response', (answer) => loaded.push(answer.url().split('/').at(-1)));
  const { objects } = await site.api('GET', `${path}/objects?query=${encodeURIComponent('{"type":"categories"}')}&limit=1`);
  await site.api('POST', `${path}/object-types`, { title: 'Plain things', singular: 'Plain thing', slug: 'plain', options: { content_editor: false }, metafields: [{ type: 'text', title: 'Word', key: 'word', value: '' }] });
  await fresh.goto(`${site.url}/dashboard/demo/objects/plain/new`);
  await fresh.getByLabel('Word', { exact: true }).fill('x');
  assert.ok(objects.length);
  assert.deepEqual(loaded.filter((name) => /^(visual|code|marked)-/.test(name)), []);
  const id = await make('<p>x</p>');
  await fresh.goto(`${site.url}/dashboard/demo/objects/${type}/${id}`);
  await visual(fresh).waitFor();
  assert.deepEqual(loaded.filter((name) => /^(visual|code|marked)-/.test(name)).map((name) => name.split('-')[0]), ['visual']);
  await fresh.close();
});

test('nothing was refused by the policy of the page, and no script failed', () => assert.deepEqual(site.faults, []));
