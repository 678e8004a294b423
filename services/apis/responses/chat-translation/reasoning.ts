// Reasoning as callers show it and send it back. Many clients show summaries only, and those that store nothing send only
// `encrypted_content` back. The item has the text anyway, so `encrypted_content` is the text in another form, not encrypted.

import type { ResponseRequest } from './response.ts';

type Json = Record<string, unknown>;

const prefix = 'svc:reasoning:';

/** The forms of the reasoning that a request asks for, beside its text. */
export interface ReasoningForms {
  summary: boolean;
  encrypted: boolean;
}

export function reasoningForms({ reasoning, include }: ResponseRequest): ReasoningForms {
  const { summary } = Object(reasoning) as Json;
  return {
    summary: summary != null,
    encrypted: Array.isArray(include) && include.includes('reasoning.encrypted_content'),
  };
}

/** Returns the `encrypted_content` of reasoning items of this server. */
export function packReasoning(text: string): string {
  return prefix + Buffer.from(text).toString('base64');
}

/** Returns the text of the reasoning: of no use are summaries, and reasoning that another server encrypted. */
export function reasoningIn({ content, encrypted_content: packed }: Json): string {
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.map((part: unknown) => (Object(part) as Json).text);
  const text = texts.filter((one) => typeof one === 'string').join('');
  return text === '' && isPacked(packed) ? Buffer.from(packed.slice(prefix.length), 'base64').toString() : text;
}

/** Returns true for a reasoning item of this server, which a server with responses refuses: it cannot decrypt it. */
export function isPackedReasoning(item: unknown): boolean {
  return isPacked((Object(item) as Json).encrypted_content);
}

function isPacked(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(prefix);
}
