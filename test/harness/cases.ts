// Runs one case of generated/contract-cases.json, and says how the answer differs from the one that it promises.

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { CaseAnswer, CaseRequest, ContractCase, OperationCases } from '../../scripts/generate/contract/case.ts';
import { expand } from '../../scripts/generate/contract/compact.ts';
import type { Json } from '../../scripts/generate/document.ts';
import type { Answer, RequestOptions, TestApp } from './app.ts';

/** Every operation's cases. */
export const contractCases = (
  JSON.parse(readFileSync(new URL('../../generated/contract-cases.json', import.meta.url), 'utf8')) as {
    operations: OperationCases[];
  }
).operations;

/** What fills the gaps in a case. */
export interface CaseWorld {
  app: TestApp;
  token: string | undefined;
  headers?: Record<string, string>;
  /** The id, address or password that a fixture's name stands for. */
  fixtures: ReadonlyMap<string, string>;
}

type JsonObject = { [key: string]: Json };

/** What the operation's requests are filled with, in the order in which it is to be made. */
export function fixturesOf({ fixtures, cases }: OperationCases): Set<string> {
  const named = [...JSON.stringify(cases).matchAll(/"\$fixture":"(\w+)"/g)].map(([, name = '']) => name);
  return new Set([...Object.values(fixtures), ...named]);
}

let uniqueCount = 0;
const shortestKeptLength = 12;

/** Sends the case's request. Returns what is wrong with the answer; undefined: nothing. */
export async function runCase(
  world: CaseWorld,
  operation: OperationCases,
  one: ContractCase,
): Promise<string | undefined> {
  const fill = filler(world.fixtures);
  const { options, path } = requestOf(world, operation, one.request, fill);
  const answer = await world.app.request(operation.method, path, options);
  const problems = differences(answer, one.expect, options.body as Json, fill);
  if (problems.length === 0) return undefined;
  return [`${one.id} (${one.rule})`, `  ${asCurl(operation.method, path, options)}`, ...problems].join('\n  ');
}

/** The request of a case, with every gap filled. */
export function requestOf(
  { token, headers, fixtures }: CaseWorld,
  operation: OperationCases,
  { body, raw, contentType, headers: own, query, path: given = {} }: CaseRequest,
  fill = filler(fixtures),
): { options: RequestOptions; path: string } {
  const givenIn = (name: string): string | undefined =>
    given[name] === undefined ? undefined : String(expand(given[name]));
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const fixture = fixtures.get(operation.fixtures[name] ?? '');
    return givenIn(name) ?? encodeURIComponent(fixture ?? missingFixture(name));
  });
  const options: RequestOptions = { token, headers: { ...headers, ...own } };
  if (body !== undefined) options.body = expand(body, fill);
  if (raw !== undefined) options.raw = rawOf(raw, fill);
  if (contentType !== undefined) options.contentType = contentType;
  return { options, path: query === undefined ? filled : `${filled}?${queryText(query)}` };
}

function queryText(query: [name: string, value: Json][]): URLSearchParams {
  return new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(expand(value))]));
}

function filler(fixtures: ReadonlyMap<string, string>): (marker: JsonObject) => Json | undefined {
  return (marker) => {
    const { $fixture, $unique } = marker;
    if (typeof $fixture === 'string') return fixtures.get($fixture) ?? missingFixture($fixture);
    return $unique === undefined ? undefined : unique(String(expand($unique)));
  };
}

function missingFixture(name: string): never {
  throw new Error(`The runner has nothing for the fixture '${name}'`);
}

/** The text, unlike any before: of the same length in characters, or longer where it is short. */
function unique(text: string): string {
  uniqueCount += 1;
  // Of an address the part before the @: one that is too short for that grows.
  if (text.includes('@')) {
    const [local = '', domain] = text.split('@');
    const mark = `n${uniqueCount}`;
    return `${mark}${local.slice(mark.length)}@${domain}`;
  }
  const suffix = ` ${uniqueCount}`;
  const characters = Array.from(text);
  if (characters.length < shortestKeptLength) return text + suffix;
  return characters.slice(0, -suffix.length).join('') + suffix;
}

function rawOf(raw: Json, fill: (marker: JsonObject) => Json | undefined): string | Uint8Array {
  if (typeof raw === 'object' && raw !== null && '$bytes' in raw) return Buffer.from(String(raw.$bytes), 'base64');
  return String(expand(raw, fill));
}

function differences(
  answer: Answer,
  expect: CaseAnswer,
  body: Json,
  fill: (marker: JsonObject) => Json | undefined,
): string[] {
  if (answer.status !== expect.status)
    return [`expected ${expect.status}, got ${answer.status} ${shorten(answer.text)}`];
  const problems: string[] = [];
  if (expect.detail !== undefined) {
    const wanted = { detail: inOrder(expand(expect.detail, fill)) };
    const got = { ...answer.body, detail: inOrder(answer.body.detail) };
    if (!matches(got, wanted)) problems.push(`expected ${shorten(wanted)}`, `got      ${shorten(got)}`);
  }
  if (expect.code !== undefined && answer.body.error?.code !== expect.code)
    problems.push(`expected the code ${expect.code}, got ${shorten(answer.text)}`);
  const shown: JsonObject = expect.echoIn === undefined ? answer.body : answer.body[expect.echoIn];
  for (const name of expect.echo ?? []) {
    if (!contains(shown[name], (body as JsonObject)[name])) problems.push(`does not show ${name} as it was sent`);
  }
  for (const name of expect.ignored ?? []) {
    if (isDeepStrictEqual(shown[name], (body as JsonObject)[name])) problems.push(`took ${name} over from the caller`);
  }
  return problems;
}

/** Equality, in which `{"$any": "text"}` is equal to any text. */
function matches(got: Json | undefined, wanted: Json): boolean {
  if (typeof wanted === 'object' && wanted !== null && '$any' in wanted) return typeof got === 'string' && got !== '';
  if (typeof wanted !== 'object' || wanted === null) return Object.is(got, wanted);
  if (typeof got !== 'object' || got === null || Array.isArray(got) !== Array.isArray(wanted)) return false;
  const keys = Object.keys(wanted);
  return (
    keys.length === Object.keys(got).length &&
    keys.every(
      (key) => Object.hasOwn(got, key) && matches((got as JsonObject)[key], (wanted as JsonObject)[key] as Json),
    )
  );
}

/** Whether an answer shows what was sent: of objects, at least the members sent. */
function contains(shown: Json | undefined, sent: Json | undefined): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return isDeepStrictEqual(shown, sent);
  const has = (key: string): boolean => contains((shown as JsonObject)[key], sent[key]);
  return typeof shown === 'object' && shown !== null && Object.keys(sent).every(has);
}

/** Issues in one order, whichever they came in. */
function inOrder(detail: Json): Json {
  const keyOf = (issue: Json): string => JSON.stringify([(issue as JsonObject).loc, (issue as JsonObject).type]);
  return Array.isArray(detail) ? [...detail].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) : detail;
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

/** The request as a command, its credential left out. */
function asCurl(method: string, path: string, { body, raw, contentType }: RequestOptions): string {
  const sent = body === undefined ? raw : JSON.stringify(body);
  const type = contentType === undefined ? 'application/json' : contentType;
  const data = sent === undefined ? '' : ` -H 'content-type: ${type}' --data-binary '${shorten(String(sent))}'`;
  return `curl -X ${method} -H "authorization: Bearer $TOKEN" "$URL${path}"${data}`;
}
