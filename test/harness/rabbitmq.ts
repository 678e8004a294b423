// A private RabbitMQ: a child process with its own node name, ports, cookie and disk, removed at the end of the test
// run. If RabbitMQ is not installed, it is installed from Debian packages. A start takes about 10 seconds, so the files
// of a test run share one node, with a virtual host for each file. Files that kill the node start their own.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';

const run = promisify(execFile);
const library = '/usr/lib/rabbitmq/lib';
const epmd = '/usr/bin/epmd';
const startTimeoutMs = 120_000;

/** The address of a running node, with the environment that rabbitmqctl needs. */
export interface RabbitMqAddress {
  /** amqp://…, without a virtual host. */
  url: string;
  environment: Record<string, string>;
}

export interface RabbitMq extends RabbitMqAddress {
  /** Kills the node as a power failure would. */
  kill(): Promise<void>;
  /** Deletes the disk of a killed node. */
  wipe(): Promise<void>;
  /** Starts the node again on the same ports, with the data on its disk. */
  restart(): Promise<void>;
  /** Stops the node, and removes its folder. */
  stop(): Promise<void>;
}

/** Runs `rabbitmqctl` on the node. Returns its output. */
export async function control({ environment }: RabbitMqAddress, ...args: string[]): Promise<string> {
  const { stdout } = await run(join(scripts(), 'rabbitmqctl'), ['--quiet', ...args], { env: environment });
  return stdout;
}

/** Returns the node of this test run. If the file runs alone, starts one. */
export async function sharedRabbitMq(): Promise<RabbitMqAddress & { stop(): Promise<void> }> {
  const shared = process.env.SVC_TEST_RABBITMQ;
  if (shared === undefined) return startRabbitMq();
  return { ...(JSON.parse(shared) as RabbitMqAddress), stop: async () => undefined };
}

/** Creates an empty virtual host on the node. Returns its URL for SVC_BROKER_URL. */
export async function createVirtualHost(node: RabbitMqAddress): Promise<string> {
  const name = `svc-${process.pid}-${Date.now().toString(36)}`;
  const all = '<<".*">>';
  await control(
    node,
    'eval',
    `rabbit_vhost:add(<<"${name}">>, <<"test">>), rabbit_auth_backend_internal:set_permissions(<<"guest">>, <<"${name}">>, ${all}, ${all}, ${all}, <<"test">>).`,
  );
  return `${node.url}/${name}`;
}

/** Starts a node. */
export async function startRabbitMq(): Promise<RabbitMq> {
  await ensurePackages(['/usr/sbin/rabbitmq-server', epmd], ['rabbitmq-server']);
  const folder = await mkdtemp(join(tmpdir(), 'svc-rabbitmq-'));
  const [port, distributionPort, epmdPort] = [await freePort(), await freePort(), await freePort()];
  const environment = await prepare(folder, port, distributionPort, epmdPort);
  const names = spawn(epmd, ['-port', String(epmdPort)], { env: environment, stdio: 'ignore' });
  let node = await launch(environment, port).catch(async (error: unknown) => {
    await end(names);
    throw error;
  });
  const kill = async (): Promise<void> => {
    await end(node);
  };
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    environment,
    kill,
    wipe: () => removeFolder(join(folder, 'data')),
    async restart() {
      node = await launch(environment, port);
    },
    async stop() {
      await kill();
      await end(names);
      await removeFolder(folder);
    },
  };
}

async function prepare(
  folder: string,
  port: number,
  distributionPort: number,
  epmdPort: number,
): Promise<Record<string, string>> {
  await mkdir(join(folder, 'log'));
  await writeFile(join(folder, 'rabbitmq.conf'), 'disk_free_limit.absolute = 1MB\nlog.file.level = warning\n');
  await writeFile(join(folder, 'plugins'), '[].\n');
  return {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    LANG: 'C.UTF-8',
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `svc${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    // With this variable, the script replaces itself by the server. A kill then ends the server and not the script.
    RUNNING_UNDER_SYSTEMD: 'true',
  };
}

async function launch(environment: Record<string, string>, port: number): Promise<ChildProcess> {
  const child = spawn(join(scripts(), 'rabbitmq-server'), [], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  }
  const deadline = performance.now() + startTimeoutMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`RabbitMQ did not start: ${output}`);
    if (performance.now() > deadline) throw new Error(`RabbitMQ did not start in time: ${output}`);
    await wait(100);
  }
  return child;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

/** Returns the folder of RabbitMQ's own scripts. The scripts in the PATH require a user named rabbitmq. */
function scripts(): string {
  const [server] = readdirSync(library).filter((name) => name.startsWith('rabbitmq_server-'));
  if (server === undefined) throw new Error(`There is no server in ${library}`);
  return join(library, server, 'sbin');
}
