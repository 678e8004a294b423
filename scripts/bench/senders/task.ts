// What every sender of the benchmark is given, and what it tells.

import { createHmac, createSecretKey } from 'node:crypto';

/** Requests under way at a time. */
export const underWay = 64;

export const url = process.env.RECEIVER_URL ?? '';
export const count = Number(process.env.COUNT ?? 0);
/** Receivers: with eight deliveries under way to each, as many as a server has under way in all. */
export const lanes = 32;

/** An event, as long as a real one. */
export const body = Buffer.from(
  JSON.stringify({ id: 'evt_01KF0G0WCHRK34H1GGF5TREFPF', object: 'event', data: { text: 'x'.repeat(280) } }),
);

const key = createSecretKey(Buffer.from('whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0'));

/** The headers of a delivery, signed. */
export function headers(index: number): Record<string, string> {
  const id = `whatt_${index}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/**
 * Does the work for each number up to `count`, so many at a time, and prints how fast that was and what it cost. It has
 * been done as often before, uncounted: connections are open, and the code is compiled, as in a server that has been
 * up for a while.
 */
export async function measure(send: (index: number) => Promise<unknown>): Promise<void> {
  const all = async (): Promise<void> => {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < count) await send(next++);
    };
    await Promise.all(Array.from({ length: underWay }, worker));
  };
  await all();
  await report(all);
}

/** Prints how fast the work on `count` deliveries was, and what it cost. */
export async function report(work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ perSecond: count / seconds, cpuMicros: (user + system) / count }));
}
