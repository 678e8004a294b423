// A caller that sends a request every so often, whatever became of those before it: what one user notices of a server, not
// how much it can bear. Prints the milliseconds that each took, as JSON.

import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const url = process.env.CALL_URL ?? '';
const authorization = process.env.AUTHORIZATION ?? '';
const intervalMs = Number(process.env.INTERVAL_MS);
const count = Number(process.env.COUNT);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function call(): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`It answers ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - began));
    }).once('error', reject);
  });
}

// What warms up is not counted.
for (let index = 0; index < 50; index += 1) await call();
const calls: Promise<number>[] = [];
const began = performance.now();
for (let index = 0; index < count; index += 1) {
  await wait(Math.max(0, began + index * intervalMs - performance.now()));
  calls.push(call());
}
console.log(JSON.stringify(await Promise.all(calls)));
agent.destroy();
