// The rate limit of a project and of a key: counted down in the headers of every call, and refused with 429.

import type { OperationCases } from '../../document/index.ts';
import { documented } from '../answers.ts';

import { fixturesOf, requestOf } from '../requests.ts';
import type { Answer } from '../send.ts';
import type { Rule, Trial } from './rule.ts';
import type { Stage } from './stage.ts';

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const limit = 2;
const mostRetrySeconds = 60;
/** A minute may end between two calls. */
const mostTries = 3;

function isLimited(operationId: string): boolean {
  const found = documented(operationId);
  return (
    found?.['x-rate-limit'] !== undefined && found['x-passes-on'] === undefined && found['x-body-limit'] !== 'inference'
  );
}

export const rates: Rule = {
  name: 'rates',
  about:
    'requests_per_minute: each call shows the limit and one remaining request less, and the first call above the limit gets 429.',
  applies: ({ operationId, caller }) => caller === 'project_key' && isLimited(operationId),
  async run(trial, stage, operation) {
    for (let tries = 1; ; tries += 1) {
      const shown = await judgeMinute(trial, stage, operation, tries === mostTries);
      if (shown) return;
    }
  },
};

/** Uses a limit up. Returns false if a minute has ended meanwhile. */
async function judgeMinute(trial: Trial, stage: Stage, operation: OperationCases, isLast: boolean): Promise<boolean> {
  const project = await stage.newProject({ limits: { requests_per_minute: limit } });
  const calls: Answer[] = [];
  for (let call = 0; call <= limit; call += 1) calls.push(await send(trial, operation, project.key));
  const last = calls.at(-1) as Answer;
  if (last.status !== 429 && !isLast) return false;
  for (const [index, { headers, status }] of calls.slice(0, limit).entries()) {
    trial.expect(status !== 429, 'a call below the rate limit is refused', 'another status', status);
    trial.equal('x-ratelimit-limit-requests', headers.get('x-ratelimit-limit-requests'), String(limit));
    const remaining = headers.get('x-ratelimit-remaining-requests');
    trial.equal('x-ratelimit-remaining-requests', remaining, String(limit - 1 - index));
    const reset = /^(\d+)s$/.exec(headers.get('x-ratelimit-reset-requests') ?? '')?.[1];
    const isSoon = reset !== undefined && Number(reset) <= mostRetrySeconds;
    trial.expect(isSoon, 'x-ratelimit-reset-requests', 'at most 60s', headers.get('x-ratelimit-reset-requests'));
  }
  if (!trial.status(last, 429, 'rate_limit_exceeded', 'a call above the rate limit')) return true;
  const form = documented(operation.operationId)?.['x-errors'];
  trial.equal('the type of a rate limit', last.body?.error?.type, form === undefined ? 'requests' : 'rate_limit_error');
  trial.equal('x-ratelimit-remaining-requests', last.headers.get('x-ratelimit-remaining-requests'), '0');
  trial.equal('x-ratelimit-limit-requests', last.headers.get('x-ratelimit-limit-requests'), String(limit));
  const after = Number(last.headers.get('retry-after'));
  trial.expect(after >= 1 && after <= mostRetrySeconds, 'Retry-After', '1 to 60', last.headers.get('retry-after'));
  return true;
}

/** Calls the operation on things that do not exist. Only requests that pass validation are counted. */
function send(trial: Trial, operation: OperationCases, token: string): Promise<Answer> {
  const least = operation.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id))?.request ?? {};
  const fixtures = new Map([...fixturesOf(operation)].map((name): [string, string] => [name, `x_${unknownId}`]));
  const { method, path, options } = requestOf({ token, fixtures }, operation, least);
  return trial.ask(method, path, options);
}
