// Tests whether response times reveal which accounts exist: `npm run test:timing`.
//
// For each question of an attacker, sends 300 requests about existing things and 300 about missing ones, in random
// order, one at a time, to a server of its own. The AUC is the probability of telling the two apart by time: 0.5 is
// pure chance. Chance alone exceeds 0.55 in one of 20 rounds, so the median of three rounds counts.

import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { type Question, type Sample, startTarget } from './timing-target.ts';

const perSide = 300;
const rounds = 3;
const maxAuc = 0.55;

/**
 * Returns the area under the ROC curve, 0.5 to 1: how well the times separate known from unknown, in either direction.
 */
function auc(known: number[], unknown: number[]): number {
  let above = 0;
  for (const a of known) for (const b of unknown) above += a > b ? 1 : a === b ? 0.5 : 0;
  const share = above / (known.length * unknown.length);
  return Math.max(share, 1 - share);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Sends the request. Returns the milliseconds until the end of the response. Throws on an unexpected status. */
function timed(url: string, agent: Agent, { path, headers, body, status }: Sample): Promise<number> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const call = request(url + path, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
    });
    call.on('response', (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === status) resolve(performance.now() - began);
        else reject(new Error(`${path} answered ${response.statusCode}, not ${status}`));
      });
    });
    call.on('error', reject).end(text);
  });
}

/** Runs one round. Returns the times of both sides; the requests are in random order. */
async function round(url: string, agent: Agent, question: Question): Promise<Record<'known' | 'unknown', number[]>> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const order = (['known', 'unknown'] as const)
    .flatMap((side) => Array.from({ length: perSide }, (_, index) => ({ side, index, key: Math.random() })))
    .sort((a, b) => a.key - b.key);
  for (const { side, index } of order) times[side].push(await timed(url, agent, question[side](index)));
  return times;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const target = await startTarget(perSide);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const results: { question: string; aucs: number[]; medianAuc: number; knownMs: number; unknownMs: number }[] = [];
  try {
    for (const question of target.questions) {
      const aucs: number[] = [];
      const all = { known: [] as number[], unknown: [] as number[] };
      for (let turn = 0; turn < rounds; turn += 1) {
        const { known, unknown } = await round(target.url, agent, question);
        aucs.push(auc(known, unknown));
        all.known.push(...known);
        all.unknown.push(...unknown);
      }
      const times = { knownMs: median(all.known), unknownMs: median(all.unknown) };
      results.push({ question: question.name, aucs, medianAuc: median(aucs), ...times });
    }
  } finally {
    agent.destroy();
    await target.stop();
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
  else for (const result of results) console.log(line(result));
  process.exitCode = results.every(({ medianAuc }) => medianAuc <= maxAuc) ? 0 : 1;
}

function line({
  question,
  aucs,
  medianAuc,
  knownMs,
  unknownMs,
}: {
  question: string;
  aucs: number[];
  medianAuc: number;
  knownMs: number;
  unknownMs: number;
}): string {
  const verdict = medianAuc <= maxAuc ? 'ok    ' : 'FAILED';
  const each = aucs.map((value) => value.toFixed(3)).join(' ');
  return `${verdict} ${question.padEnd(44)} AUC ${medianAuc.toFixed(3)} (${each})  median ${knownMs.toFixed(2)} / ${unknownMs.toFixed(2)} ms`;
}

await main();
