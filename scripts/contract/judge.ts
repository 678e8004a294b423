// How an answer differs from the one that its case promises: each difference by its cause, with what was expected and got.

import { isDeepStrictEqual } from 'node:util';
import { type CaseAnswer, expand, type Json } from '../document/index.ts';
import { type Filler, shorten } from './requests.ts';
import type { Answer } from './send.ts';

type JsonObject = { [key: string]: Json };

/** Something wrong with an answer. */
export interface Finding {
  /** The kind of difference, in the same words whichever case it shows in. */
  cause: string;
  expected: string;
  got: string;
}

/** What the spec says of an issue's input. */
const maxInputCharacters = 1024;
/** The same as JSON, which may write six characters for one. */
const escapedInputCharacters = 8 * maxInputCharacters;

/** What is wrong with the answer; empty: nothing. `body` is what was sent. */
export function differences(answer: Answer, expect: CaseAnswer, body: Json, fill: Filler): Finding[] {
  if (answer.status !== expect.status) {
    const cause = `status ${answer.status} instead of ${expect.status}`;
    return [{ cause, expected: String(expect.status), got: `${answer.status} ${shorten(answer.text)}` }];
  }
  return [
    ...issueFindings(answer, expect, fill),
    ...codeFindings(answer, expect),
    ...memberFindings(answer, expect, body),
    ...Object.entries(expect.headers ?? {}).flatMap(([name, wanted]): Finding[] => {
      const got = answer.headers.get(name);
      return got === wanted ? [] : [{ cause: `header ${name}`, expected: wanted, got: got ?? 'none' }];
    }),
  ];
}

function issueFindings(answer: Answer, expect: CaseAnswer, fill: Filler): Finding[] {
  if (expect.detail === undefined) return [];
  const all = inOrder(expand(expect.detail, fill));
  const shown = inOrder(isObject(answer.body) ? (answer.body.detail ?? null) : null);
  const [got, wanted] = withoutLongInputs(shown, all);
  const whole: Json = { ...(isObject(answer.body) ? answer.body : {}), detail: got };
  if (matches(whole, { detail: wanted })) return [];
  return [{ cause: causeOf(got, wanted), expected: shorten({ detail: wanted }), got: shorten(answer.text) }];
}

/** The issues got and wanted, without those inputs that are too long to be shown whole, if they were cut. */
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

/** Which part of the issues is wrong: the first that is, of the first that has one. */
function causeOf(got: Json, wanted: Json): string {
  if (!Array.isArray(got) || !Array.isArray(wanted)) return 'no list of issues';
  if (got.length !== wanted.length) return got.length < wanted.length ? 'an issue is missing' : 'an issue too many';
  for (const [index, issue] of wanted.entries()) {
    const other = got[index];
    if (!isObject(issue) || !isObject(other)) return 'an issue is no object';
    const part = Object.keys(issue).find((key) => !matches(other[key], issue[key] as Json));
    if (part !== undefined) return `${part} of an issue`;
  }
  return 'a member beside the issues';
}

function codeFindings(answer: Answer, { code }: CaseAnswer): Finding[] {
  const error = isObject(answer.body) ? (answer.body.error ?? null) : null;
  if (code === undefined || (isObject(error) && error.code === code)) return [];
  return [{ cause: 'code of the error', expected: code, got: shorten(answer.text) }];
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
      .map((name) => finding('a member is not shown as it was sent', name, `${name}: ${shorten(sent[name])}`)),
    ...ignored
      .filter((name) => isDeepStrictEqual(shown[name], sent[name]))
      .map((name) => finding('a member was taken over from the caller', name, `another ${name}`)),
  ];
}

/** Equality, in which `{"$any": "text"}` is equal to any text. */
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

/** Whether an answer shows what was sent: of objects, at least the members sent. */
function contains(shown: Json | undefined, sent: Json | undefined): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return isDeepStrictEqual(shown, sent);
  const has = (key: string): boolean => contains((shown as JsonObject)[key], sent[key]);
  return typeof shown === 'object' && shown !== null && Object.keys(sent).every(has);
}

/** Issues in one order, whichever they came in. */
function inOrder(detail: Json): Json {
  const keyOf = (issue: Json): string => (isObject(issue) ? JSON.stringify([issue.loc, issue.type]) : '');
  return Array.isArray(detail) ? [...detail].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) : detail;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
