'use strict';

const base = new URL('..', document.currentScript.src);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children.filter(Boolean));
  return element;
}

// The contents: folded on a telephone, and marking the section that is read.

function foldMenu() {
  const menu = document.getElementById('menu');
  const navigation = document.getElementById('navigation');
  const show = (open) => {
    navigation.classList.toggle('closed', !open);
    menu.setAttribute('aria-expanded', String(open));
  };
  menu.hidden = false;
  navigation.classList.add('folding');
  menu.addEventListener('click', () => show(navigation.classList.contains('closed')));
  navigation.addEventListener('click', (event) => event.target.closest('a') && show(false));
  show(false);
  window.matchMedia('(min-width: 56.01rem)').addEventListener('change', () => show(false));
}

function markSections() {
  const here = location.pathname.replace(/\/$/, '') || '/docs';
  const links = new Map();
  for (const link of document.querySelectorAll('#navigation a[href*="#"]')) {
    const url = new URL(link.href);
    if (url.pathname === here) links.set(url.hash.slice(1), link);
  }
  const heads = [...links.keys()].map((id) => document.getElementById(id)).filter((head) => head !== null);
  let current = null;
  const mark = () => {
    const read = heads.filter((head) => head.getBoundingClientRect().top < 140).pop();
    const link = read ? links.get(read.id) : null;
    if (link === current) return;
    if (current) current.removeAttribute('aria-current');
    if (link) link.setAttribute('aria-current', 'true');
    current = link;
    if (link && window.matchMedia('(min-width: 56.01rem)').matches) link.scrollIntoView({block: 'nearest'});
  };
  addEventListener('scroll', mark, {passive: true});
  mark();
}

// Code that can be copied, and answers joined to their requests.

function dressBlocks() {
  let before = null;
  for (const pre of document.querySelectorAll('main pre')) {
    const block = make('div', {class: 'block'});
    pre.replaceWith(block);
    block.append(pre, copyButton(pre));
    const code = pre.querySelector('code');
    const isAnswer = before && block.previousElementSibling === before && before.matches('.asks') &&
      code && /language-(json|text)/.test(code.className);
    if (isAnswer) {
      before.classList.add('asked');
      block.classList.add('answer');
    }
    if (code && /language-(sh|js)/.test(code.className)) block.classList.add('asks');
    before = block;
  }
  for (const table of document.querySelectorAll('main table')) {
    const wide = make('div', {class: 'wide'});
    table.replaceWith(wide);
    wide.append(table);
  }
}

function copyButton(pre) {
  const button = make('button', {type: 'button'}, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return button;
}

// The reference, from the OpenAPI document.

let components = {};

function resolve(thing) {
  for (let steps = 0; thing && thing.$ref && steps < 8; ++steps) {
    const [kind, name] = thing.$ref.split('/').slice(2);
    thing = Object.assign({title: name}, (components[kind] || {})[name]);
  }
  return thing || {};
}

function typeOf(schema) {
  const given = resolve(schema);
  const named = schema && schema.$ref ? schema.$ref.split('/').pop() : '';
  if (given.const !== undefined) return JSON.stringify(given.const);
  if (given.enum) return given.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (given.type === 'array') return 'array of ' + typeOf(given.items);
  if (named) return named;
  if (given.oneOf || given.anyOf) return (given.oneOf || given.anyOf).map(typeOf).join(' | ');
  if (Array.isArray(given.type)) return given.type.join(' or ');
  return given.type || 'any value';
}

function partsOf(schema) {
  const given = resolve(schema);
  if (given.type === 'array' && given.items) return partsOf(given.items);
  return given;
}

function membersOf(schema) {
  const given = resolve(schema);
  const all = (given.allOf || []).map(membersOf);
  all.push({properties: given.properties || {}, required: given.required || []});
  return {
    properties: Object.assign({}, ...all.map((one) => one.properties)),
    required: all.flatMap((one) => one.required),
  };
}

function fieldList(schema, seen, answered) {
  const {properties, required} = membersOf(schema);
  const list = make('ul', {class: 'fields'});
  for (const [name, field] of Object.entries(properties)) {
    list.append(make('li', {},
      make('code', {}, name), ' ',
      make('span', {class: 'type'}, typeOf(field)),
      presence(required.includes(name), answered), says(field), deeper(field, seen, answered)));
  }
  return list.children.length ? list : null;
}

// Of what is sent, the fields that must be there are worth a word; of what is answered, those that may be absent.
function presence(required, answered) {
  if (answered) return required ? null : make('span', {class: 'type'}, ', not always');
  return required ? make('span', {class: 'required'}, ' required') : null;
}

function says(field) {
  const given = resolve(field);
  let text = field.description || given.description || '';
  if (given.default !== undefined) {
    text = (text ? text.replace(/\.$/, '') + '; by default ' : 'by default ') + JSON.stringify(given.default);
  }
  return text ? make('span', {class: 'says'}, text) : null;
}

// Opened when it is asked for, since schemas may hold themselves.
function later(summary, build) {
  const details = make('details', {}, make('summary', {}, summary));
  details.addEventListener('toggle', () => {
    if (details.children.length === 1) details.append(...[build()].flat().filter(Boolean));
  });
  return details;
}

function alternativesOf(schema) {
  const given = partsOf(schema);
  return given.oneOf || given.anyOf || [];
}

function deeper(field, seen, answered) {
  const given = partsOf(field);
  if (seen > 8) return null;
  if (alternativesOf(field).some((one) => hasInside(one))) {
    return later('one of ' + alternativesOf(field).length + ' forms', () => alternatives(given, seen + 1, answered));
  }
  return hasInside(field) ? later('its fields', () => fieldList(given, seen + 1, answered)) : null;
}

function hasInside(schema) {
  return Object.keys(membersOf(partsOf(schema)).properties).length > 0;
}

function alternatives(given, seen, answered) {
  return (given.oneOf || given.anyOf).map((one) => {
    const form = resolve(one);
    const name = form.title || typeOf(one);
    return hasInside(one) ? later(name, () => [says(one), fieldList(partsOf(one), seen + 1, answered)]) : make('p', {}, name);
  });
}

function schemaView(schema, answered) {
  if (!schema) return [];
  const given = partsOf(schema);
  if (alternativesOf(schema).length) return [make('p', {}, 'One of:'), ...alternatives(given, 0, answered)];
  const fields = fieldList(given, 0, answered);
  return [says(given), fields || make('p', {}, typeOf(schema))];
}

function examplesOf(content) {
  const examples = content.example !== undefined ? [['Example', content.example]] :
    Object.entries(content.examples || {}).map(([name, one]) => [one.summary || name, resolve(one).value]);
  const given = resolve(content.schema);
  if (!examples.length && given.example !== undefined) examples.push(['Example', given.example]);
  if (!examples.length && given.examples) given.examples.forEach((one) => examples.push(['Example', one]));
  return examples.filter(([, value]) => value !== undefined).map(([name, value]) => later(name, () => {
    const pre = make('pre', {}, make('code', {}, typeof value === 'string' ? value : JSON.stringify(value, null, 2)));
    return make('div', {class: 'block'}, pre, copyButton(pre));
  }));
}

function contentView(holder, answered) {
  const views = [];
  for (const [type, content] of Object.entries(holder.content || {})) {
    if (type !== 'application/json') views.push(make('p', {}, make('code', {}, type)));
    views.push(...examplesOf(content), ...schemaView(content.schema, answered));
  }
  return views;
}

function wordsOfScheme(name) {
  const scheme = (components.securitySchemes || {})[name] || {};
  const words = (scheme.description || name).replace(/^The /, 'the ');
  if (scheme.type === 'apiKey') return words + ' as the ' + (scheme.in === 'query' ? 'parameter ' : 'header ') + scheme.name;
  return scheme.scheme === 'bearer' ? words + ' as Authorization: Bearer' : words;
}

function whoMay(operation) {
  const ways = (operation.security || []).map((one) => Object.keys(one).map(wordsOfScheme).join(' and ')).filter(Boolean);
  return ways.length ? 'A request carries ' + ways.join(', or ') + '.' : 'Anybody may ask; no key is needed.';
}

function parametersView(operation, shared) {
  const all = [...(shared || []), ...(operation.parameters || [])].map(resolve);
  if (!all.length) return [];
  const list = make('ul', {class: 'fields'});
  for (const one of all) {
    const content = Object.values(one.content || {})[0] || {schema: one.schema};
    list.append(make('li', {},
      make('code', {}, one.name), ' ',
      make('span', {class: 'type'}, 'in the ' + one.in + ', ' + typeOf(content.schema)),
      presence(one.required === true, false),
      says({description: one.description, default: resolve(content.schema).default}),
      ...(one.content ? examplesOf(content) : [])));
  }
  return [make('h4', {}, 'Parameters'), list];
}

function answersView(operation) {
  const views = [make('h4', {}, 'Answers')];
  for (const [status, given] of Object.entries(operation.responses || {})) {
    const answer = resolve(given);
    const head = make('p', {}, make('span', {class: 'status'}, status), ' ', answer.description || '');
    const isError = JSON.stringify(given).includes('/Error') || Number(status) >= 400;
    views.push(head);
    if (!isError) views.push(...contentView(answer, true));
  }
  return views;
}

function operationView(method, path, operation, shared) {
  const details = make('details', {class: 'operation', id: operation.operationId},
    make('summary', {},
      make('span', {class: 'method ' + method}, method.toUpperCase()),
      make('code', {}, path),
      make('span', {class: 'what'}, operation.summary || '')));
  details.dataset.words = [method, path, operation.summary, operation.operationId].join(' ').toLowerCase();
  details.addEventListener('toggle', () => {
    if (details.children.length > 1) return;
    const body = operation.requestBody ? resolve(operation.requestBody) : null;
    details.append(make('div', {class: 'inside'},
      operation.description ? make('p', {}, operation.description) : null,
      make('p', {}, whoMay(operation)),
      ...parametersView(operation, shared),
      ...(body ? [make('h4', {}, 'Body'), ...contentView(body, false)] : []),
      ...answersView(operation)));
  });
  return details;
}

function wordsOf(name) {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function groupsOf(api) {
  const groups = new Map((api.tags || []).map((tag) => [tag.name, {says: tag.description, views: []}]));
  for (const [path, methods] of Object.entries(api.paths || {})) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!operation || !operation.responses) continue;
      const name = (operation.tags || ['other'])[0];
      if (!groups.has(name)) groups.set(name, {says: '', views: []});
      groups.get(name).views.push(operationView(method, path, operation, methods.parameters));
    }
  }
  return [...groups].filter(([, group]) => group.views.length);
}

function filterField(place) {
  const input = make('input', {type: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: 'post objects'});
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const one of place.querySelectorAll('.operation')) {
      one.hidden = !words.every((word) => one.dataset.words.includes(word));
    }
    for (const group of place.querySelectorAll('.group')) {
      group.hidden = !group.querySelector('.operation:not([hidden])');
    }
  });
  return make('label', {class: 'filter'}, make('span', {}, 'Show only addresses with these words'), input);
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.matches('details')) target.open = true;
  target.scrollIntoView();
}

async function showReference(place) {
  const answer = await fetch(new URL('v2/openapi.json', base));
  if (!answer.ok) throw new Error('the server answered ' + answer.status);
  const api = await answer.json();
  components = api.components || {};
  const navigation = document.getElementById('reference-navigation');
  place.append(filterField(place));
  for (const [name, group] of groupsOf(api)) {
    const id = 'reference-' + name;
    place.append(make('section', {class: 'group', id},
      make('h3', {}, wordsOf(name)), group.says ? make('p', {}, group.says) : null, ...group.views));
    navigation.append(make('li', {}, make('a', {href: '#' + id}, wordsOf(name))));
  }
}

foldMenu();
dressBlocks();
const place = document.getElementById('operations');
if (place) {
  showReference(place)
    .then(openTarget)
    .catch((error) => place.append(make('p', {class: 'note'}, 'The OpenAPI document could not be read: ' + error.message)))
    .then(markSections);
  addEventListener('hashchange', openTarget);
} else {
  markSections();
}
