// A request of the API as code for curl, JavaScript and Python. Without a key, the code reads it from the environment.

import type { Snippet } from './code-block.tsx';

export interface Request {
  /** `/v1/chat/completions` */
  path: string;
  body: Record<string, unknown>;
  /** The JavaScript client's method: `chat.completions.create` */
  method: string;
  /** The method's arguments before the body. */
  first?: string;
  /** The part of `answer` to print in JavaScript */
  answer: string;
  /** The part of `answer` to print in Python. */
  pythonAnswer: string;
}

const variable = 'SVC_API_KEY';

/** @param key undefined: it is not shown any more. */
export function snippets(request: Request, key: string | undefined): Snippet[] {
  return [
    { language: 'curl', code: curl(request, key) },
    { language: 'JavaScript', code: javascript(request, key) },
    { language: 'Python', code: python(request, key) },
  ];
}

function curl({ path, body }: Request, key: string | undefined) {
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${location.origin}${path} \\`,
    `  -H "Authorization: Bearer ${key ?? `$${variable}`}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${json}'`,
  ].join('\n');
}

function javascript({ body, method, first, answer }: Request, key: string | undefined) {
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

function python({ path, body, pythonAnswer }: Request, key: string | undefined) {
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

/** Returns a JSON value as a Python literal. */
function literal(value: unknown, margin = '    '): string {
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
