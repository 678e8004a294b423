// The spec's own string formats. The start fails if the spec names a format that is not defined here.

import { type IdKind, idPrefixes, isId } from '../../models/ids.ts';
import { isScimFilter, isScimPath } from '../../services/people/index.ts';
import { isEmailAddress, isNetwork, labelFault, nameFault } from '../../services/platform/index.ts';
import type { AddressPolicy } from '../../services/webhooks/index.ts';

/** A reason to refuse a text, as part of a validation issue. */
export interface Problem {
  type: string;
  msg: string;
  ctx: Record<string, unknown>;
}

/** Returns the problem with a text, or undefined if it is valid. */
export type FormatRule = (text: string) => Problem | undefined;

const anyText: FormatRule = () => undefined;

/** Returns every format of the spec by name. */
export function formatRules(webhookAddresses: AddressPolicy): Map<string, FormatRule> {
  const cursors = Object.keys(idPrefixes).map((kind): [string, FormatRule] => [
    `${kind}-id`,
    cursorRule(kind as IdKind),
  ]);
  return new Map<string, FormatRule>([
    ...cursors,
    ['name', ofFault(nameFault)],
    ['label', ofFault(labelFault)],
    ['scim-path', (text) => (isScimPath(text) ? undefined : valueProblem('this is not the path of an attribute'))],
    [
      'scim-filter',
      (text) => (isScimFilter(text) ? undefined : valueProblem('this is not a filter that is supported')),
    ],
    ['search-text', searchProblem],
    ['email-address', emailProblem],
    ['network', (text) => (isNetwork(text) ? undefined : valueProblem('this is not a network such as 203.0.113.0/24'))],
    ['webhook-url', (text) => webhookAddresses.problem(text)],
    [
      'usage-page',
      (text) => (/^page_[0-9]{1,12}$/.test(text) ? undefined : valueProblem('this is not the next_page of a report')),
    ],
    [
      'content-page',
      (text) => (/^page_[0-9]{1,9}$/.test(text) ? undefined : valueProblem('this is not the next_page of a content')),
    ],
    ['event-cursor', eventCursorProblem],
    // Items have ids of several kinds, and upstreams made some of the ids.
    [
      'item-cursor',
      (text) => (/^[a-z]+_[0-9A-Za-z_-]{16,}$/.test(text) ? undefined : valueProblem('this is not the id of an item')),
    ],
    [
      'rate-limit-cursor',
      (text) => (/^rl_[0-9A-Za-z_-]+$/.test(text) ? undefined : valueProblem('this is not the id of a rate limit')),
    ],
    // Only a union uses it: a wrong file_search tool must not count as a tool of another type.
    [
      'foreign-tool',
      (text) => (text === 'file_search' ? valueProblem('this tool has parameters of its own') : undefined),
    ],
    ['password', anyText],
    ['binary', anyText],
  ]);
}

function cursorRule(kind: IdKind): FormatRule {
  const noun = kind.replaceAll('-', ' ');
  const article = /^[aeio]/.test(noun) ? 'an' : 'a';
  return (text) => (isId(kind, text) ? undefined : valueProblem(`this is not the id of ${article} ${noun}`));
}

function eventCursorProblem(text: string): Problem | undefined {
  const [whole, id] = /^\d{1,15}(?:\.(.+))?$/.exec(text) ?? [];
  const isCursor = whole !== undefined && (id === undefined || isId('event', id));
  return isCursor ? undefined : valueProblem('this is not the next_cursor of a page of events');
}

function ofFault(faultOf: (text: string) => string | undefined): FormatRule {
  return (text) => {
    const fault = faultOf(text);
    return fault === undefined ? undefined : valueProblem(fault);
  };
}

function searchProblem(text: string): Problem | undefined {
  if (text.includes('\0')) return valueProblem('a search must not contain the character NUL');
  return text.isWellFormed() ? undefined : valueProblem('the text is not valid Unicode');
}

function emailProblem(text: string): Problem | undefined {
  if (isEmailAddress(text)) return undefined;
  const reason = text.includes('@')
    ? 'It has a character or a form that is not allowed.'
    : 'An email address must have an @-sign.';
  return { type: 'value_error', msg: `value is not a valid email address: ${reason}`, ctx: { reason } };
}

function valueProblem(text: string): Problem {
  return { type: 'value_error', msg: `Value error, ${text}`, ctx: { error: text } };
}
