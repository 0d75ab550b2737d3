// A request as lines that run: for a shell, a browser or Node, and Python without packages.
import { readJson, writeJson } from '../exact';
export type Call = { method: string; url: string; headers: [string, string][]; query: [string, string][]; body?: string };
export type Tongue = 'curl' | 'javascript' | 'python';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const literal = (text: string): string => JSON.stringify(text);

function withQuery({ url, query }: Call): string {
  const text = new URLSearchParams(query).toString();
  return text ? `${url}?${text}` : url;
}

// What a shell shall put in stays readable for it.
const inShell = (name: string, value: string): string => (value.includes('$INKWELL_TOKEN') ? `"${name}: ${value}"` : quoted(`${name}: ${value}`));

function curl(call: Call): string {
  // With -G curl would take the body for a part of the query.
  const apart = call.query.length > 0 && !call.body;
  const parts = [`curl -s${apart ? ' -G' : ''}${call.method === 'GET' ? '' : ` -X ${call.method}`} ${quoted(apart ? call.url : withQuery(call))}`];
  for (const [name, value] of call.headers) parts.push(`-H ${inShell(name, value)}`);
  for (const [name, value] of apart ? call.query : []) parts.push(`--data-urlencode ${quoted(`${name}=${value}`)}`);
  if (call.body) parts.push(`-d ${quoted(call.body)}`);
  return parts.join(' \\\n  ');
}

const environment = (value: string, read: string): string => {
  const [before, after] = value.split('$INKWELL_TOKEN') as [string, string?];
  return after === undefined ? literal(value) : `${literal(before)} + ${read}`;
};

function javascript(call: Call): string {
  const headers = call.headers.map(([name, value]) => `    ${literal(name)}: ${environment(value, 'process.env.INKWELL_TOKEN')},`);
  const options = [
    ...(call.method === 'GET' ? [] : [`  method: ${literal(call.method)},`]),
    ...(headers.length ? ['  headers: {', ...headers, '  },'] : []),
    ...(call.body ? [`  body: JSON.stringify(${writeJson(readJson(call.body), 2).replaceAll('\n', '\n  ')}),`] : []),
  ];
  const to = literal(withQuery(call));
  return `const response = await fetch(${options.length ? `${to}, {\n${options.join('\n')}\n}` : to});\nif (!response.ok) throw new Error((await response.json()).message);\nconsole.log(await response.json());`;
}

function python(call: Call): string {
  const headers = call.headers.map(([name, value]) => `        ${literal(name)}: ${environment(value, 'os.environ["INKWELL_TOKEN"]')},`);
  const os = call.headers.some(([, value]) => value.includes('$INKWELL_TOKEN'));
  return [
    `import json${os ? ', os' : ''}, urllib.request`, '',
    'request = urllib.request.Request(', `    ${literal(withQuery(call))},`,
    ...(call.method === 'GET' ? [] : [`    method=${literal(call.method)},`]),
    ...(headers.length ? ['    headers={', ...headers, '    },'] : []),
    // JSON in quotes is Python's text too.
    ...(call.body ? [`    data=${literal(writeJson(readJson(call.body)))}.encode(),`] : []),
    ')', 'with urllib.request.urlopen(request) as response:', '    print(json.dumps(json.load(response), indent=2))',
  ].join('\n');
}

export const snippet = (tongue: Tongue, call: Call): string => ({ curl, javascript, python })[tongue](call);
