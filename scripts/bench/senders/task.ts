// The task of every sender in the benchmark, and its report.

import { createHmac, createSecretKey } from 'node:crypto';

/** The number of concurrent requests. */
export const underWay = 64;

export const url = process.env.RECEIVER_URL ?? '';
export const count = Number(process.env.COUNT ?? 0);
/** The number of receivers. With eight concurrent deliveries to each, this is the server's limit for all deliveries. */
export const lanes = 32;

/** An event of realistic size. */
export const body = Buffer.from(
  JSON.stringify({ id: 'evt_01KF0G0WCHRK34H1GGF5TREFPF', object: 'event', data: { text: 'x'.repeat(280) } }),
);

const key = createSecretKey(Buffer.from('whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0'));

/** Returns the headers of a signed delivery. */
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
 * Calls `send` for each index below `count`, `underWay` at a time, and prints the speed and the CPU cost. An uncounted
 * run comes first, so that connections are open and the code is compiled, as in a server that has been running for a
 * while.
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

/** Prints the speed and the CPU cost of the work on `count` deliveries. */
export async function report(work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ perSecond: count / seconds, cpuMicros: (user + system) / count }));
}
