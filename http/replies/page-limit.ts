// The one rule for the size of lists: a page ends at SVC_MAX_PAGE_BYTES, with fewer than `limit` items and `has_more`
// true. An item that is larger is a page of its own. Services that read large rows do not read more than that either
// (models/page.ts), and so the memory of an answer is bounded too.

import { PageBytes } from '../../models/page.ts';
import { pageFrom } from '../../services/limits/index.ts';
import { EncodedJson } from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';

type Json = Record<string, unknown>;

/** A page of a list whose cursors are the ids of its items, or of a report, whose cursors are the starts of its buckets. */
interface Page extends Json {
  data: { id?: string; start_time?: number }[];
  has_more: boolean;
}

/** Returns the answer with its items as JSON text, and with at most `maxBytes` bytes of items if it is a page. */
export function withPageLimit(answer: Answer, query: Json, maxBytes: number): Answer {
  const { body } = answer;
  if (body instanceof EncodedJson) return encoded(answer, body.text);
  if (!hasData(body)) return answer;
  // Most pages fit, and one text costs less than one for each item: 0.41 ms instead of 0.52 for a list of 20 stores. Not
  // of a report, which can have 30,000 sums.
  const isInParts = isReport(body) || body.data.some((item) => item instanceof EncodedJson);
  const whole = isInParts ? undefined : JSON.stringify(body);
  if (whole !== undefined && (!isPage(body, query) || Buffer.byteLength(whole) <= maxBytes))
    return encoded(answer, whole);
  if (!isPage(body, query)) return encoded(answer, objectWith(body, body.data.map(textOf)));
  const isBackwards = query.before !== undefined && query.after === undefined;
  // The items nearest to the cursor stay, so that the next page continues without a gap.
  const texts = fittingTexts(isBackwards ? body.data.toReversed() : body.data, maxBytes);
  if (isBackwards) texts.reverse();
  const { length } = body.data;
  const count = texts.length;
  if (count === length) return encoded(answer, objectWith(body, texts));
  const data = isBackwards ? body.data.slice(length - count) : body.data.slice(0, count);
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  const next = { next_page: pageFrom(Number(body.data[count]?.start_time)) };
  const page = { ...body, has_more: true, ...('last_id' in body ? ends : {}), ...(isReport(body) ? next : {}) };
  return encoded(answer, objectWith(page, texts));
}

/** Returns the first items as JSON, as many as fit into a page. The rest is not encoded. */
function fittingTexts(items: readonly unknown[], maxBytes: number): string[] {
  const page = new PageBytes(maxBytes);
  const texts: string[] = [];
  for (const item of items) {
    const text = textOf(item);
    if (!page.takes(Buffer.byteLength(text))) break;
    texts.push(text);
  }
  return texts;
}

function hasData(body: unknown): body is Json & { data: unknown[] } {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

/**
 * Lists without cursors are never cut, because their callers could not read the rest: the spec names their greatest size
 * (`x-answer-bytes`). The services cut the content of files, whose `next_page` they make.
 */
function isPage(body: Json & { data: unknown[] }, query: Json): body is Page {
  return 'has_more' in body && (isReport(body) || (query.limit !== undefined && !('next_page' in body)));
}

function isReport({ data, ...body }: Json & { data: unknown[] }): boolean {
  return 'next_page' in body && typeof (data[0] as Json | undefined)?.start_time === 'number';
}

function textOf(value: unknown): string {
  return value instanceof EncodedJson ? value.text : JSON.stringify(value);
}

/** Returns the object as JSON, with the texts as the items of `data`. */
function objectWith(body: Json, texts: string[]): string {
  const members = Object.entries(body).flatMap(([name, value]) => {
    const text = name === 'data' ? `[${texts.join(',')}]` : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

function encoded(answer: Answer, text: string): Answer {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...answer.headers };
  return { ...answer, headers, body: text };
}
