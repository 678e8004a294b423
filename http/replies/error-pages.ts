// Errors as pages, for operations with `x-errors: page`: addresses that a person opens in a browser.

import { escapeHtml } from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';
import { errorAnswer } from './error-bodies.ts';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** Returns the answer to anything that was thrown. */
export function errorPage(error: unknown, requestId: string): Answer {
  const { status, headers: more = {}, body } = errorAnswer(error, { path: '/v1/responses' });
  const { message } = (body as { error: { message: string } }).error;
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Sign-in failed</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem;overflow-wrap:anywhere}small{opacity:.7}</style></head>
<body><main><h1>Sign-in failed</h1><p>${escapeHtml(message)}</p><p><a href="/panel">Back to the sign-in page</a></p><p><small>Request ${escapeHtml(requestId)}</small></p></main></body></html>
`;
  return { status, body: Buffer.from(text), headers: { ...more, ...headers } };
}
