// Sends requests at a fixed interval, whether or not the earlier ones are answered. This measures what one user notices
// of a server, not its capacity. The requests go to several servers in turn. Prints the milliseconds of each call as
// JSON: one list for each server.

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

// These calls warm the servers up and do not count.
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
