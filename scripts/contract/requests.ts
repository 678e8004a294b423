// Converts the cases of generated/contract-cases.json to requests with all placeholders filled, and to curl commands
// that a person can repeat.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type CaseRequest, type Elsewhere, expand, type Json, type OperationCases } from '../document/index.ts';
import { ownText } from './limits.ts';
import type { RequestOptions } from './send.ts';

export const { operations: contractCases } = JSON.parse(
  readFileSync(new URL('../../generated/contract-cases.json', import.meta.url), 'utf8'),
) as { operations: OperationCases[] };

/** The values for the placeholders of a case. */
export interface Filling {
  token: string | undefined;
  /** The same kind of credential from another organization or project, for cases that use one. */
  foreignTokens?: Partial<Record<Elsewhere, string | undefined>>;
  /** All headers of the context. Left out: those that the operation needs, with the organization of the fixtures. */
  headers?: Record<string, string>;
  /** The id, email address or password of each fixture, by name. */
  fixtures: ReadonlyMap<string, string>;
  /** The name of the files that cases upload. */
  fileName?: string;
}

type JsonObject = { [key: string]: Json };
export type Filler = (marker: JsonObject) => Json | undefined;

export interface FilledRequest {
  method: string;
  path: string;
  options: RequestOptions;
  /** The origin of the credential, if it is not the operation's own. */
  from?: Elsewhere | undefined;
}

/** The names that cases have, by their list: a run asks thousands of times, and the cases of an operation are megabytes. */
const namesInCases = new WeakMap<OperationCases['cases'], string[]>();

/** Returns the fixtures that the operation's requests need, in order of creation. */
export function fixturesOf({ fixtures, cases }: Pick<OperationCases, 'fixtures' | 'cases'>): Set<string> {
  let names = namesInCases.get(cases);
  if (names === undefined) {
    names = [...JSON.stringify(cases).matchAll(/"\$fixture":"(\w+)"/g)].map(([, name = '']) => name);
    namesInCases.set(cases, [...new Set(names)]);
  }
  return new Set([...Object.values(fixtures), ...names]);
}

/** The fixture that holds the tag of a run, in whose requests new organizations have it in their names. */
export const runTag = 'run_tag';
const maxNameCharacters = 255;

/** Returns the request of a case with all placeholders filled. */
export function requestOf(
  { token, foreignTokens = {}, headers, fixtures, fileName = fileNameInCases }: Filling,
  operation: OperationCases,
  request: CaseRequest,
  fill = filler(fixtures),
): FilledRequest {
  const { body, raw, contentType, headers: sent = {}, query, path: given = {}, credential } = request;
  const filled = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const text = given[name];
    if (text !== undefined) return String(expand(text));
    const fixture = operation.fixtures[name] ?? '';
    return encodeURIComponent(fixtures.get(fixture) ?? missingFixture(fixture));
  });
  const own = Object.fromEntries(Object.entries(sent).map(([name, text]) => [name, String(expand(text))]));
  const from = credential ?? undefined;
  const options: RequestOptions =
    credential === null
      ? { headers: { ...own } }
      : {
          token: from === undefined ? token : foreignTokens[from],
          headers: { ...(headers ?? contextOf(operation, fixtures)), ...own },
        };
  if (body !== undefined) options.body = named(operation, expand(body, fill), fixtures.get(runTag));
  if (raw !== undefined) options.raw = rawOf(raw, fill, fileName);
  if (contentType !== undefined) options.contentType = contentType;
  const path = query === undefined ? filled : `${filled}?${queryText(query)}`;
  return { method: request.method ?? operation.method, path, options, from };
}

/** Returns the context headers for a person, who may be in several organizations. A key is in one. */
export function contextOf(
  { caller, context }: OperationCases,
  fixtures: ReadonlyMap<string, string>,
): Record<string, string> {
  const organization = caller === 'owner' && context === 'organization' ? fixtures.get('own_organization') : undefined;
  return organization === undefined ? {} : { 'openai-organization': organization };
}

/**
 * Returns the body with the tag of the run before the name of a new organization. A later run finds by it what a killed
 * run has left.
 */
function named({ operationId }: OperationCases, body: Json, tag: string | undefined): Json {
  if (tag === undefined || operationId !== 'createOrganization') return body;
  const { name } = body as { name?: unknown };
  if (typeof name !== 'string' || name.startsWith(tag)) return body;
  return { ...(body as object), name: `${tag} ${name}`.slice(0, maxNameCharacters) } as Json;
}

function queryText(query: [name: string, value: Json][]): URLSearchParams {
  return new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(expand(value))]));
}

/** Returns a function that replaces `$fixture` and `$unique` placeholders. */
export function filler(fixtures: ReadonlyMap<string, string>): Filler {
  return (marker) => {
    const { $fixture, $unique } = marker;
    if (typeof $fixture === 'string') return fixtures.get($fixture) ?? missingFixture($fixture);
    return $unique === undefined ? undefined : unique(String(expand($unique)));
  };
}

function missingFixture(name: string): never {
  throw new Error(`The runner has nothing for the fixture '${name}'`);
}

let uniqueCount = 0;
/** Differs between runs, because some items stay after a run. */
const runMark = randomBytes(3).toString('hex');
const shortestKeptLength = 24;

/**
 * Returns a text that no earlier call returned. It has the same length in characters, or is longer if the given text is
 * short.
 */
function unique(text: string): string {
  uniqueCount += 1;
  // The local part of an email address changes; it grows if it is too short.
  if (text.includes('@')) {
    const [local = '', domain] = text.split('@');
    const mark = `n${runMark}n${uniqueCount}`;
    return `${mark}${local.slice(mark.length)}@${domain}`;
  }
  const suffix = ` ${runMark} ${uniqueCount}`;
  const characters = Array.from(text);
  if (characters.length < shortestKeptLength) return text + suffix;
  return characters.slice(0, -suffix.length).join('') + suffix;
}

const fileNameInCases = 'a.txt';

function rawOf(raw: Json, fill: Filler, fileName: string): string | Uint8Array {
  if (typeof raw === 'object' && raw !== null && '$bytes' in raw) return Buffer.from(String(raw.$bytes), 'base64');
  return String(expand(raw, fill)).replace(`filename="${fileNameInCases}"`, `filename="${fileName}"`);
}

const longestShown = 600;

/** Returns the value as text, truncated if it is long. */
export function shorten(value: unknown, mostShown = longestShown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > mostShown ? `${ownText(text.slice(0, mostShown))}…` : text;
}

/** Returns the request as a curl command without the credential. Truncates the body to `mostShown` characters. */
export function asCurl({ method, path, options, from }: FilledRequest, mostShown = longestShown): string {
  const { token, headers = {}, body, raw, contentType = 'application/json' } = options;
  const sent = body === undefined ? raw : JSON.stringify(body);
  const isBytes = sent instanceof Uint8Array;
  const before = isBytes ? `echo ${Buffer.from(sent).toString('base64')} | base64 -d | ` : '';
  const shown = Object.entries({
    ...(sent === undefined ? {} : { 'content-type': contentType ?? '' }),
    ...(headers.cookie === undefined ? headers : { ...headers, cookie: '$COOKIE' }),
  }).map(([name, value]) => ` -H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
  const variable = from === undefined ? 'TOKEN' : `TOKEN_OF_${from.toUpperCase()}`;
  const credential = token === undefined ? '' : ` -H "authorization: Bearer $${variable}"`;
  const data = sent === undefined ? '' : ` --data-binary ${isBytes ? '@-' : quoted(shorten(String(sent), mostShown))}`;
  return `${before}curl -i -X ${method}${credential}${shown.join('')}${data} "$URL"${quoted(path)}`;
}

/** Quotes the text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
