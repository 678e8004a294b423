// A caller that sends a request every so often, whatever became of those before it: what one user notices of a server, not
// how much it can bear. It asks several servers in turn, and prints the milliseconds that each call took, as JSON: a list
// for each server.

import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

interface Target {
  url: string;
  authorization: string;
}

const targets = JSON.parse(process.env.TARGETS ?? '[]') as Target[];
const intervalMs = Number(process.env.INTERVAL_MS);
const count = Number(process.env.COUNT);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function call({ url, authorization }: Target): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`It answers ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - began));
    }).once('error', reject);
  });
}

// What warms up is not counted.
for (let index = 0; index < 50; index += 1) for (const target of targets) await call(target);
const calls = targets.map((): Promise<number>[] => []);
const began = performance.now();
for (let index = 0; index < count; index += 1) {
  await wait(Math.max(0, began + index * intervalMs - performance.now()));
  const turn = index % targets.length;
  calls[turn]?.push(call(targets[turn] as Target));
}
console.log(JSON.stringify(await Promise.all(calls.map((own) => Promise.all(own)))));
agent.destroy();
