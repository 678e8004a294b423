// Writes an example request as a program: for curl, for JavaScript with fetch, and for Python with its standard library.
// None of the programs needs a package, and each shows the request as it is sent.

import type { Json } from '../../document/index.ts';
import type { ExampleRequest } from './request.ts';

export type Language = 'curl' | 'javascript' | 'python';

/** The languages, with the titles of their examples. */
export const languages: Record<Language, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

/** The file to which examples write a binary response. */
const writtenFile = 'answer';

/** Returns the program in each language. */
export function requestCode(request: ExampleRequest): Record<Language, string> {
  const comment = (mark: string): string => (request.whose === '' ? '' : `${mark} with ${request.whose}\n`);
  return {
    curl: comment('#') + curl(request),
    javascript: comment('//') + javascript(request),
    python: comment('#') + python(request),
  };
}

function curl({ method, path, headers, body, form, fields, answers }: ExampleRequest): string {
  const isUsual = method === 'GET' || (method === 'POST' && (body ?? form ?? fields) !== undefined);
  const parts = [
    `curl ${isUsual ? '' : `-X ${method} `}"$SVC_URL${path}"${answers === 'bytes' ? ` -o ${writtenFile}` : ''}`,
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
    ...(form ?? []).map(([name, value]) => `-F ${name}=${value}`),
    ...(fields ?? []).map(([name, value]) => `--data-urlencode ${name}=${value}`),
  ];
  return parts.join(' \\\n  ');
}

function javascript({ method, path, headers, body, form, fields, answers }: ExampleRequest): string {
  const modules = [
    ...(form === undefined ? [] : ["import { openAsBlob } from 'node:fs';\n\n", javascriptForm(form)]),
    ...(answers === 'bytes' ? ["import { writeFile } from 'node:fs/promises';\n\n"] : []),
  ];
  const given = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : ['headers: {', ...headers.map(([name, value]) => `  ${javascriptName(name)}: ${template(value)},`), '},']),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, inJavascript, '  ')}),`]),
    ...(form === undefined ? [] : ['body: form,']),
    ...(fields === undefined
      ? []
      : [`body: new URLSearchParams(${literal(Object.fromEntries(fields), inJavascript, '  ')}),`]),
  ];
  const options = given.length === 0 ? '' : `, {\n${given.map((line) => `  ${line}\n`).join('')}}`;
  const printed = {
    json: 'console.log(await response.json());',
    text: 'console.log(await response.text());',
    bytes: `await writeFile('${writtenFile}', Buffer.from(await response.arrayBuffer()));`,
  };
  return `${modules.join('')}const response = await fetch(${template(`$SVC_URL${path}`)}${options});
${printed[answers]}`;
}

function javascriptForm(form: NonNullable<ExampleRequest['form']>): string {
  const fields = form.map(([name, value]) => {
    const file = value.slice(1);
    return value.startsWith('@')
      ? `form.append('${name}', await openAsBlob('${file}'), '${file}');\n`
      : `form.append('${name}', '${value}');\n`;
  });
  return `const form = new FormData();\n${fields.join('')}`;
}

function python({ method, path, headers, body, form, fields, answers }: ExampleRequest): string {
  const isJson = body !== undefined || answers === 'json';
  const all: [string, string][] =
    form === undefined ? headers : [...headers, ['Content-Type', 'multipart/form-data; boundary=part']];
  const given = [
    formatted(`$SVC_URL${path}`),
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    ...(all.length === 0
      ? []
      : [`headers={\n${all.map(([name, value]) => `        "${name}": ${formatted(value)},\n`).join('')}    }`]),
    ...(body === undefined ? [] : [`data=json.dumps(${literal(body, inPython, '    ')}).encode()`]),
    ...(form === undefined ? [] : ['data=b"\\r\\n".join(parts)']),
    ...(fields === undefined
      ? []
      : [`data=urllib.parse.urlencode(${literal(Object.fromEntries(fields), inPython, '    ')}).encode()`]),
  ];
  const printed = {
    json: 'print(json.load(response))',
    text: 'print(response.read().decode())',
    bytes: `open("${writtenFile}", "wb").write(response.read())`,
  };
  return `import ${isJson ? 'json, ' : ''}os, ${fields === undefined ? '' : 'urllib.parse, '}urllib.request

${form === undefined ? '' : pythonForm(form)}request = urllib.request.Request(
${given.map((line) => `    ${line},\n`).join('')})
with urllib.request.urlopen(request) as response:
    ${printed[answers]}`;
}

/** The standard library has no function for forms. */
function pythonForm(form: NonNullable<ExampleRequest['form']>): string {
  const fields = form.map(([name, value]) => {
    const [file, content] = value.startsWith('@')
      ? [`; filename="${value.slice(1)}"`, `open("${value.slice(1)}", "rb").read()`]
      : ['', `b"${value}"`];
    return `    b'--part\\r\\nContent-Disposition: form-data; name="${name}"${file}\\r\\n\\r\\n' + ${content},\n`;
  });
  return `parts = [\n${fields.join('')}    b"--part--\\r\\n",\n]\n`;
}

/** Returns a text with variables of the environment in JavaScript. */
function template(text: string): string {
  const code = text.replace(/\$([A-Z_]+)/g, (_, name: string) => `\${process.env.${name}}`);
  return code === text ? `'${text}'` : `\`${code}\``;
}

/** Returns a text with variables of the environment in Python. */
function formatted(text: string): string {
  const code = text.replace(/\$([A-Z_]+)/g, (_, name: string) => `{os.environ['${name}']}`);
  return code === text ? `"${text}"` : `f"${code}"`;
}

/** How a language writes values. */
interface Notation {
  indent: string;
  name(name: string): string;
  text(value: string): string;
  words: Record<'true' | 'false' | 'null', string>;
}

const inJavascript: Notation = {
  indent: '  ',
  name: javascriptName,
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  words: { true: 'true', false: 'false', null: 'null' },
};
const inPython: Notation = {
  indent: '    ',
  name: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  words: { true: 'True', false: 'False', null: 'None' },
};

function javascriptName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

/** Returns a value as source code. The first line has no margin. */
function literal(value: Json, notation: Notation, margin: string): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return String(value);
  if (value === null || typeof value === 'boolean') return notation.words[`${value}`];
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = margin + notation.indent;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, notation, inner))
    : Object.entries(value).map(([name, item]) => `${notation.name(name)}: ${literal(item, notation, inner)}`);
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${margin}${close}`;
}
