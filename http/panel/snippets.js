// A request of the API as code for curl, JavaScript and Python. Without a key, the code reads it from the environment.

/** @import { Snippet } from './code-block.js' */

/**
 * @typedef {object} Request
 * @property {string} path `/v1/chat/completions`
 * @property {Record<string, unknown>} body
 * @property {string} method of the JavaScript client: `chat.completions.create`
 * @property {string} [first] what the method is given before the body.
 * @property {string} answer the part of `answer` to print in JavaScript
 * @property {string} pythonAnswer the part of `answer` to print in Python.
 */

const variable = 'SVC_API_KEY';

/**
 * @param {Request} request
 * @param {string | undefined} key undefined: it is not shown any more.
 * @returns {Snippet[]}
 */
export function snippets(request, key) {
  return [
    { language: 'curl', code: curl(request, key) },
    { language: 'JavaScript', code: javascript(request, key) },
    { language: 'Python', code: python(request, key) },
  ];
}

/**
 * @param {Request} request
 * @param {string | undefined} key
 */
function curl({ path, body }, key) {
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${location.origin}${path} \\`,
    `  -H "Authorization: Bearer ${key ?? `$${variable}`}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${json}'`,
  ].join('\n');
}

/**
 * @param {Request} request
 * @param {string | undefined} key
 */
function javascript({ body, method, first, answer }, key) {
  const given = [...(first === undefined ? [] : [JSON.stringify(first)]), JSON.stringify(body, null, 2)].join(', ');
  return [
    '// npm install openai',
    "import OpenAI from 'openai';",
    '',
    'const client = new OpenAI({',
    `  baseURL: '${location.origin}/v1',`,
    `  apiKey: ${key === undefined ? `process.env.${variable}` : `'${key}'`},`,
    '});',
    `const answer = await client.${method}(${given});`,
    `console.log(${answer});`,
  ].join('\n');
}

/**
 * @param {Request} request
 * @param {string | undefined} key
 */
function python({ path, body, pythonAnswer }, key) {
  const secret = key === undefined ? `os.environ["${variable}"]` : `"${key}"`;
  return [
    '# Needs no package.',
    key === undefined ? 'import json, os, urllib.request' : 'import json, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${location.origin}${path}",`,
    `    headers={"Authorization": "Bearer " + ${secret}, "Content-Type": "application/json"},`,
    `    data=json.dumps(${literal(body)}).encode(),`,
    ')',
    'answer = json.load(urllib.request.urlopen(request))',
    `print(${pythonAnswer})`,
  ].join('\n');
}

/**
 * Returns a JSON value as a Python literal.
 * @param {unknown} value
 * @param {string} margin
 * @returns {string}
 */
function literal(value, margin = '    ') {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${margin}    `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${inner}${isList ? '' : `${JSON.stringify(name)}: `}${literal(one, inner)},\n`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? open + close : `${open}\n${parts.join('')}${margin}${close}`;
}
