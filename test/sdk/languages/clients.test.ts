// Runs clients of other languages that exist, unchanged: the official SDKs and libraries, against a started server whose
// upstream has chat completions only. Run by `npm run test:languages [clients | NAME …]`.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import t from 'tap';
import { hasProgram } from '../../../scripts/contract/sdk/make.ts';
import { startInference } from '../../harness/inference.ts';
import { answerAsModel } from '../../harness/library-model.ts';
import { closeServer, listenOnLoopback } from '../../harness/loopback.ts';
import { modernServer } from '../../harness/mcp-server.ts';
import { startUpstream } from '../../harness/upstream.ts';
import { clients } from './clients.ts';
import { programs } from './programs.ts';

const wanted = (process.env.SVC_TEST_LANGUAGES ?? '').split(' ').filter((name) => name !== '' && name !== 'clients');
const chosen = Object.entries(clients).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const upstream = await startUpstream(t, { models: ['m', 'embedder'] });
upstream.always(answerAsModel);
const mcp = createServer(toNodeHandler(createMcpHandler(modernServer)) as RequestListener);
t.teardown(() => closeServer(mcp));
const mcp_servers = { docs: `http://127.0.0.1:${await listenOnLoopback(mcp)}/mcp` };
const { app, project } = await startInference(t, [upstream.settings({ responses: false, mcp_servers })], {
  SVC_EMBEDDING_MODEL: 'embedder',
});
t.setTimeout(7_200_000);
const run = promisify(execFile);
const table: string[] = [];
// Between two tests nothing may wait: the run would end.
const lacking = await Promise.all(chosen.map(async ([, { needs }]) => ((await hasProgram(needs)) ? '' : needs)));

for (const [place, [name, client]] of chosen.entries()) {
  const skip = lacking[place] === '' ? false : `this machine has no ${lacking[place]}`;
  const versions = client.packages.join(', ');
  if (skip !== false) table.push(`${name.padEnd(20)}skipped: ${skip}`);
  await t.test(`${client.language}: ${versions}`, { skip }, async (t) => {
    t.setTimeout(1_200_000);
    const folder = await mkdtemp(join(tmpdir(), 'svc-client-'));
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    await cp(join(import.meta.dirname, 'clients', client.folder), folder, { recursive: true });
    for (const [path, text] of Object.entries(client.files)) await writeFile(join(folder, path), text);
    const at = join(programs, `clients-${name}`);
    const runIn = ([program = '', ...args]: readonly string[], env = process.env) =>
      run(program, args, { cwd: folder, maxBuffer: 1 << 26, env });
    const expand = (command: readonly string[]) => command.map((part) => part.replaceAll('$BIN', at));
    // It says that the installation has ended.
    const installed = join(at, '.installed');
    if (!existsSync(installed)) {
      await mkdir(at, { recursive: true });
      for (const command of client.install) await runIn(expand(command));
      await writeFile(installed, '');
    }
    for (const command of client.prepare) await runIn(expand(command));
    // Blocking would stop the server of this process.
    const { stdout } = await runIn(expand(client.run), { ...process.env, SVC_URL: app.url, SVC_KEY: project.key });
    const results = stdout.split('\n').filter((line) => /^(not )?ok /.test(line));
    const failed = results.filter((line) => line.startsWith('not'));
    table.push(`${name.padEnd(20)}passed ${results.length - failed.length} of ${results.length}  ${versions}`);
    t.ok(results.length > 0, 'the client ran');
    t.strictSame(failed, []);
  });
}
t.comment(`${new Date().toISOString().slice(0, 10)}\n${table.join('\n')}`);
