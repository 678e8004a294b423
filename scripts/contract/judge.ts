// Compares a response with the expectation of its case. Each difference has a cause, the expected value and the actual
// value.

import { isDeepStrictEqual } from 'node:util';
import { type CaseAnswer, expand, type Json } from '../document/index.ts';
import { type Filler, shorten } from './requests.ts';
import type { Answer } from './send.ts';

type JsonObject = { [key: string]: Json };

/** A difference. */
export interface Finding {
  /** The kind of difference, with the same text in every case, so that a report can group by it. */
  cause: string;
  expected: string;
  got: string;
}

/** The maximum length of an issue's input, from the spec. */
const maxInputCharacters = 1024;
/** The same limit for JSON text, which may need several characters for one. */
const escapedInputCharacters = 8 * maxInputCharacters;

/** The paths of the operations that call models, whose 422 has the member `error` beside `detail`. */
const modelPath = /^\/v1\/(?:chat|completions|embeddings|responses|conversations|messages|rerank)(?:[/?]|$)/;

/** The request that was answered. */
interface Sent {
  path: string;
  body: Json;
}

/** Returns the differences of the response; empty if there are none. */
export function differences(answer: Answer, expect: CaseAnswer, { path, body }: Sent, fill: Filler): Finding[] {
  if (answer.status !== expect.status) {
    const cause = `status ${answer.status} instead of ${expect.status}`;
    return [{ cause, expected: String(expect.status), got: `${answer.status} ${shorten(answer.text)}` }];
  }
  return [
    ...issueFindings(answer, expect, path, fill),
    ...codeFindings(answer, expect),
    ...memberFindings(answer, expect, body),
    ...Object.entries(expect.headers ?? {}).flatMap(([name, wanted]): Finding[] => {
      const got = answer.headers.get(name);
      return got === wanted ? [] : [{ cause: `header ${name}`, expected: wanted, got: got ?? 'none' }];
    }),
  ];
}

function issueFindings(answer: Answer, expect: CaseAnswer, path: string, fill: Filler): Finding[] {
  if (expect.detail === undefined) return [];
  const all = inOrder(expand(expect.detail, fill));
  const shown = inOrder(isObject(answer.body) ? (answer.body.detail ?? null) : null);
  const [got, wanted] = withoutLongInputs(shown, all);
  // In Anthropic's form the issues are beside the error.
  const { error, ...others } = answer.status === 422 && isObject(answer.body) ? answer.body : {};
  const isToldInWords = isObject(error ?? null) && modelPath.test(path);
  const beside: JsonObject = error === undefined || isToldInWords ? others : { ...others, error };
  const whole: Json = { ...beside, detail: got };
  if (answer.status === 422 && modelPath.test(path) && !isToldInWords)
    return [{ cause: 'error is absent beside detail', expected: 'an object', got: shorten(answer.text) }];
  if (matches(whole, { detail: wanted })) return [];
  return [{ cause: causeOf(got, wanted), expected: shorten({ detail: wanted }), got: shorten(answer.text) }];
}

/**
 * Returns the actual and the expected issues without the inputs that the server may truncate, if it has truncated them.
 */
function withoutLongInputs(got: Json, wanted: Json): [Json, Json] {
  if (!Array.isArray(got) || !Array.isArray(wanted)) return [got, wanted];
  const isLong = (issue: Json | undefined, most: number): boolean =>
    isObject(issue) && JSON.stringify(issue.input ?? null).length > most;
  const isCut = wanted.map(
    (issue, index) => isLong(issue, maxInputCharacters) && !isLong(got[index], escapedInputCharacters),
  );
  const without = (issues: Json[]): Json =>
    issues.map((issue, index) => (isCut[index] && isObject(issue) ? { ...issue, input: null } : issue));
  return [without(got), without(wanted)];
}

/** Returns which part of the issues differs: the first differing member of the first differing issue. */
function causeOf(got: Json, wanted: Json): string {
  if (!Array.isArray(got) || !Array.isArray(wanted)) return 'the issues are not a list';
  if (got.length !== wanted.length)
    return got.length < wanted.length ? 'an issue is missing' : 'there is an additional issue';
  for (const [index, issue] of wanted.entries()) {
    const other = got[index];
    if (!isObject(issue) || !isObject(other)) return 'an issue is not an object';
    const part = Object.keys(issue).find((key) => !matches(other[key], issue[key] as Json));
    if (part !== undefined) return `${part} of an issue`;
  }
  return 'the body has members besides the issues';
}

function codeFindings(answer: Answer, { code }: CaseAnswer): Finding[] {
  const error = isObject(answer.body) ? (answer.body.error ?? null) : null;
  // The form of SCIM has no codes.
  const isScim = answer.headers.get('content-type') === 'application/scim+json';
  if (code === undefined || isScim || (isObject(error) && error.code === code)) return [];
  return [{ cause: 'error code', expected: code, got: shorten(answer.text) }];
}

function memberFindings(answer: Answer, { echo = [], echoIn, ignored = [] }: CaseAnswer, body: Json): Finding[] {
  const whole: JsonObject = isObject(answer.body) ? answer.body : {};
  const inner = echoIn === undefined ? whole : (whole[echoIn] ?? null);
  const shown: JsonObject = isObject(inner) ? inner : {};
  const sent = body as JsonObject;
  const finding = (cause: string, name: string, expected: string): Finding => ({
    cause,
    expected,
    got: `${name}: ${shorten(shown[name])}`,
  });
  return [
    ...echo
      .filter((name) => !contains(shown[name], sent[name]))
      .map((name) =>
        finding('a member of the response differs from the request', name, `${name}: ${shorten(sent[name])}`),
      ),
    ...ignored
      .filter((name) => isDeepStrictEqual(shown[name], sent[name]))
      .map((name) => finding('the server accepted a member that callers cannot set', name, `another ${name}`)),
  ];
}

/** Compares two values. `{"$any": "text"}` equals any non-empty text. */
function matches(got: Json | undefined, wanted: Json): boolean {
  if (isObject(wanted) && '$any' in wanted) return typeof got === 'string' && got !== '';
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

/** Returns true if the response shows the sent value. An object in the response may have additional members. */
function contains(shown: Json | undefined, sent: Json | undefined): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return isDeepStrictEqual(shown, sent);
  const has = (key: string): boolean => contains((shown as JsonObject)[key], sent[key]);
  return typeof shown === 'object' && shown !== null && Object.keys(sent).every(has);
}

/** Sorts the issues, because their order is not defined. */
function inOrder(detail: Json): Json {
  const keyOf = (issue: Json): string => (isObject(issue) ? JSON.stringify([issue.loc, issue.type]) : '');
  return Array.isArray(detail) ? [...detail].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) : detail;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
