// Sends the deliveries to a receiver, and judges its answers.

import type { OperationCases } from '../../document/index.ts';
import { inParallel } from '../../parallel/index.ts';
import type { Finding } from '../judge.ts';
import { boundedAsk } from '../limits.ts';
import { asCurl, shorten } from '../requests.ts';
import type { RunReport } from '../run.ts';
import type { CaseResult } from '../run-operation.ts';
import type { Ask } from '../send.ts';
import { type Delivery, type WebhookCase, webhookCases } from './cases.ts';
import type { Signing } from './sign.ts';

/** The time in which a receiver must answer. */
const answerMs = 15_000;

export interface WebhookOptions {
  url: string;
  secret: string;
  signing: Signing;
  /** 15,000 by default. */
  timeoutMs?: number;
}

/** Tries a receiver. Throws if nothing listens at its address. */
export async function tryReceiver({ url, secret, signing, timeoutMs = answerMs }: WebhookOptions): Promise<RunReport> {
  const { origin, pathname, search } = new URL(url);
  const path = pathname + search;
  const end = new AbortController();
  let requests = 0;
  const ask = boundedAsk({
    url: origin,
    requestTimeoutMs: timeoutMs,
    signal: end.signal,
    onRequest: () => {
      requests += 1;
    },
    onSilence: () => end.abort(),
  });
  const results: CaseResult[] = [];
  for (const one of webhookCases(signing, secret, Math.floor(Date.now() / 1000))) {
    const { signal } = end;
    results.push(signal.aborted ? unanswered(path, one) : await resultOf(ask, path, one));
  }
  const ending = end.signal.aborted ? 'unanswered' : undefined;
  return { results, remedies: new Map(), requests, added: [], ending, left: [] };
}

async function resultOf(ask: Ask, path: string, one: WebhookCase): Promise<CaseResult> {
  const began = performance.now();
  const width = one.isSimultaneous === true ? one.deliveries.length : 1;
  const found = await inParallel(width, one.deliveries, (delivery) => judge(ask, path, one, delivery));
  const failed = found.findIndex((findings) => findings.length > 0);
  const { headers, body } = one.deliveries[Math.max(failed, 0)] as Delivery;
  const findings = found.flat();
  const outcome = findings.length === 0 ? 'passed' : 'failed';
  const curl = asCurl({ method: 'POST', path, options: { headers, raw: body, contentType: null } }, 2000);
  return { ...baseOf(path, one), outcome, findings, curl, ms: performance.now() - began };
}

async function judge(ask: Ask, path: string, { expect }: WebhookCase, { headers, body }: Delivery): Promise<Finding[]> {
  const expected = expect === 'accepted' ? '2xx within 15 seconds' : '4xx';
  try {
    const { status, text } = await ask('POST', path, { headers, raw: body, contentType: null });
    const isKept = expect === 'accepted' ? status >= 200 && status < 300 : status >= 400 && status < 500;
    return isKept
      ? []
      : [{ cause: `status ${status} instead of ${expected}`, expected, got: shorten(`${status} ${text}`) }];
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    return [{ cause: 'no answer', expected, got: cause?.message ?? message }];
  }
}

function unanswered(path: string, one: WebhookCase): CaseResult {
  return { ...baseOf(path, one), outcome: 'skipped', findings: [], lack: 'unanswered' };
}

function baseOf(path: string, { id, rule }: WebhookCase): Pick<CaseResult, 'operation' | 'id' | 'rule'> {
  return { operation: { ...receiver, path }, id: `webhook/${id}`, rule };
}

/** A receiver in the place of an operation, for the reports. */
const receiver: OperationCases = {
  operationId: 'webhook',
  method: 'POST',
  path: '/',
  caller: 'the server',
  context: 'none',
  fixtures: {},
  cases: [],
};
