// Runs `svc sandbox` until SIGTERM or SIGINT. A process that started it with a channel ends it by closing the channel.

import { parseArgs } from 'node:util';
import { svcCommand } from './command/index.ts';
import { closeOnSignal, giveUp } from './process/index.ts';
import { openSandbox, type SandboxState } from './sandbox/index.ts';

const defaultPort = 8089;
const wrongUsage = 2;

const { port, 'log-level': logLevel, json } = flags();
const sandbox = await openSandbox({ port, logLevel }).catch(giveUpAt(port));
closeOnSignal(sandbox, sandbox.log);
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel alone does not keep the process alive.
process.channel?.unref();
const state = sandbox.state();
process.send?.(state);
console.log(json ? JSON.stringify(state) : inWords(state));

function giveUpAt(port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code !== 'EADDRINUSE') return giveUp(error);
    process.stderr.write(`svc: port ${port} is taken. Choose another with --port, or 0 for a free one.\n`);
    return process.exit(1);
  };
}

function flags(): { port: number; 'log-level': string; json: boolean } {
  const given = process.argv.slice(2);
  try {
    const { values } = parseArgs({
      args: given[0] === 'sandbox' ? given.slice(1) : given,
      options: {
        port: { type: 'string', default: String(defaultPort) },
        'log-level': { type: 'string', default: 'error' },
        json: { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.port)) throw new Error('--port must be a number from 0 to 65535.');
    return { ...values, port: Number(values.port) };
  } catch (error) {
    process.stderr.write(`svc: ${(error as Error).message.replace(/\.?$/, '.')} See ${svcCommand} sandbox --help.\n`);
    return process.exit(wrongUsage);
  }
}

function inWords({ url, admin, organizations: [first], models }: SandboxState): string {
  const rows: [string, string | undefined][] = [
    ['organization', first?.organization_id],
    ['project', first?.project_id],
    ['project key', first?.project_key],
    ['organization key', first?.organization_key],
    ["owner's token", first?.user_token],
    ["admin's token", admin.user_token],
    ['sign-in', `${first?.email}, password: ${first?.password}`],
    ['models', models.join(', ')],
    ['its own calls', `${url}/sandbox/openapi.json`],
  ];
  return [`listening on ${url}`, ...rows.map(([name, value]) => `  ${name.padEnd(17)} ${value}`)].join('\n');
}
