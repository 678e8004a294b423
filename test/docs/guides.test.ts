// Runs the commands of every guide as written, against a started server, and compares what they print with what the guide
// shows.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { type GuideName, guideNames, guideSource } from '../../scripts/generate/docs/guides.ts';
import { createDatabase } from '../harness/database.ts';
import { comparable, createShell, scoresIn, shapeOf } from '../harness/guides.ts';
import { startServer } from '../harness/process.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const maxLines = 150;

// The commands wait for the files that they add, which takes longer on a busy machine.
t.setTimeout(300_000);

t.test('each guide is short', async (t) => {
  for (const name of guideNames) t.ok(guideSource(name).trimEnd().split('\n').length < maxLines, name);
});

t.test('the receiver of the guide runs on Node 20, which programs may have', async (t) => {
  const receiver = /```js receiver\.mjs\n(.*?)```/s.exec(guideSource('webhooks'))?.[1] ?? '';
  t.match(receiver, /createServer/);
  // These came with Node 22 and later.
  t.notMatch(receiver, /fromAsync|withResolvers|Promise\.try|\.values\(\)\.(map|filter)|import\.meta\.main|using /);
});

t.test('no loop of the guides runs for ever', async (t) => {
  for (const name of guideNames) t.notMatch(guideSource(name), /^ *(until|while) .*([;|\]]|\ndo\b)/m, name);
});

t.test('the commands of the guides run as written, in any order that has what each needs', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-guides-'));
  t.teardown(() => removeFolder(folder));
  const database = await createDatabase();
  const settings = database.settings;
  const server = await startServer({ ...settings, SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' });
  const upstream = await startUpstream(t, { models: ['chat-model'] });
  const shell = await createShell(folder, settings);
  t.teardown(() => shell.close());
  const port = await freePort();
  const addresses: [string, string][] = [
    ['http://127.0.0.1:8080', server.url],
    ['https://llm.example.com/v1', upstream.url],
    ['127.0.0.1:3000', `127.0.0.1:${port}`],
    ['PORT=3000', `PORT=${port}`],
  ];
  for (const name of lastFirst()) {
    await t.test(name, async (t) => {
      if (name === 'command-line') {
        const answer = 'The key hangs behind the clock [cite:1].';
        const turns = script([[{ search: ['key'] }], [{ text: answer }]]);
        upstream.always((answering) => {
          if (answering.seen.path === '/v1/responses') return turns.shift()?.(answering);
          json(answering.response, 200, { object: 'list', data: [{ id: 'chat-model' }] });
        });
        t.teardown(() => upstream.always(undefined));
      }
      for (const { step, output } of await shell.run(name, addresses)) {
        const { commands, expected } = step;
        if (expected?.language === 'json')
          t.strictSame(shapeOf(JSON.parse(output)), shapeOf(JSON.parse(expected.text)), commands);
        else if (expected !== undefined) t.equal(comparable(output), comparable(expected.text), commands);
        if (expected !== undefined) t.strictSame(scoresIn(output), scoresIn(expected.text), commands);
      }
    });
  }
  t.equal((await server.end()).code, 0);
  await database.drop();
});

/** Returns the guides in the reverse order of the contents, but each after those that its first paragraph asks for. */
function lastFirst(): GuideName[] {
  const order = new Set<GuideName>();
  const add = (name: GuideName): void => {
    const [, needed = ''] = /\d+ minutes,\s+after\s+(.*?)\.\s/s.exec(guideSource(name)) ?? [];
    for (const [, other] of needed.matchAll(/\(([\w-]+)\.md\)/g)) add(other as GuideName);
    order.add(name);
  };
  for (const name of guideNames.toReversed()) add(name);
  return [...order];
}
