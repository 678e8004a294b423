// The refusals of upstreams, of which there are many forms, in the one form that callers know; and what must not be seen
// in them.

import type { components } from '../../generated/openapi.ts';
import type { Upstream } from './upstream.ts';

type Refusal = components['schemas']['UpstreamErrorBody'];

const maxMessageLength = 100_000;
const maxWordLength = 1000;

/** An address inside of somebody's network. */
const insideAddress =
  /\bhttps?:\/\/(?:[^/\s"']*@)?(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|[a-z0-9-]+(?=[:/\s"']|$)|[a-z0-9.-]+\.(?:local|internal|svc|cluster|lan|corp)\b)/i;

/** Whether a text gives away the upstream's key or where it is. */
export function tellsOfInside(text: string, { settings }: Upstream): boolean {
  const { api_key: key, base_url: base } = settings;
  return (key !== '' && text.includes(key)) || text.includes(new URL(base).host) || insideAddress.test(text);
}

/** The upstream's own refusal, in the form of errors. */
export function refusalBody(text: string, status: number): Refusal {
  const body = parse(text);
  const { error, message, detail } = isObject(body) ? body : {};
  const given = isObject(error) ? error : isObject(body) ? body : {};
  const said = [given.message, error, message, detail, text].find((value) => value !== undefined && value !== '');
  return {
    error: {
      message: wording(said, status).slice(0, maxMessageLength),
      type: word(given.type) ?? 'invalid_request_error',
      param: word(given.param),
      code: word(given.code),
    },
  };
}

/** A refusal that says nothing but that it is one. */
export function plainRefusal(status: number): Refusal {
  return { error: { message: wording(undefined, status), type: 'invalid_request_error', param: null, code: null } };
}

function wording(said: unknown, status: number): string {
  if (said === undefined || said === '')
    return `The server that runs this refused the request with the status ${status}.`;
  return typeof said === 'string' ? said : JSON.stringify(said);
}

function word(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.slice(0, maxWordLength) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
