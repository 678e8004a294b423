// The container image, built and run without a registry or a container engine's daemon: buildah builds
// deploy/Dockerfile on a base made of Debian's packages and the Node of `npm ci`. A container is a process in mount and
// process namespaces of its own: the root is read-only, the user is the image's, and it has no capabilities.

import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { until } from './process.ts';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '../..');
/** The authorities that this machine trusts: the build reaches the registry as `npm ci` does here. */
const certificates = '/etc/ssl/certs';

/** The part of the image's configuration about the process to start. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Labels: Record<string, string>;
  Volumes: Record<string, unknown>;
  WorkingDir: string;
  Healthcheck: { Test: string[] };
}

export interface Image {
  config: ImageConfig;
  /** The folder of its root file system. */
  rootFolder: string;
}

export interface Container {
  /** Runs a command in it, as its user. Returns the output, or throws where the command fails. */
  execute(command: string[], env?: Record<string, string>): Promise<string>;
  /** Sends SIGTERM. Resolves to the exit code, and the milliseconds that the stop took. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
}

/** Builds deploy/Dockerfile, keeping everything in the folder. Needs root. */
export async function buildImage(folder: string): Promise<Image> {
  await ensurePackages(['/usr/bin/buildah', '/usr/bin/mmdebstrap'], ['buildah', 'mmdebstrap']);
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = async (...args: string[]): Promise<string> =>
    (await execute('buildah', [...storage, ...args], { maxBuffer: 2 ** 26 })).stdout.trim();

  const base = await buildah('from', 'scratch');
  const system = join(folder, 'base.tar');
  await execute('mmdebstrap', [
    '--variant=essential',
    '--include=ca-certificates,libstdc++6,tzdata',
    'bookworm',
    system,
  ]);
  await buildah('add', base, system, '/');
  await buildah('copy', base, process.execPath, '/usr/local/bin/node');
  const npmProgram = (await execute('sh', ['-c', 'realpath "$(command -v npm)"'])).stdout.trim();
  const npm = join(npmProgram, '../..');
  await buildah('copy', base, npm, '/usr/local/lib/node_modules/npm');
  const settings = join(folder, 'npmrc');
  const registry = (await execute('npm', ['config', 'get', 'registry'])).stdout.trim();
  writeFileSync(settings, `registry=${registry}\ncafile=${certificates}/ca-certificates.crt\n`);
  await buildah('copy', base, settings, '/usr/local/etc/npmrc');
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'];
  await buildah('run', '--isolation', 'chroot', base, '--', ...link);
  await buildah('commit', '--quiet', base, 'localhost/node:24');

  await buildah(
    ...['bud', '--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--tag', 'svc'],
    ...['--volume', `${certificates}:${certificates}:ro`],
    ...['--build-arg', 'BASE=localhost/node:24', '--file', join(root, 'deploy/Dockerfile'), root],
  );
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/svc')) as {
    Docker: { config: ImageConfig };
  };
  return { config: Docker.config, rootFolder: await buildah('mount', await buildah('from', 'localhost/svc')) };
}

/** Runs in namespaces of its own, and becomes the process of the container. */
const enter = `
set -e
root=$1 data=$2 user=$3 folder=$4
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
mount -t proc proc "$root/proc"
for device in null random urandom; do touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"; done
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all --bounding-set=-all \\
  --no-new-privs env --ignore-environment --chdir="$folder" "$@"`;

/** Starts the image as its config says, with the folder as /data. The container shares the network of this machine. */
export async function startContainer(image: Image, data: string, env: Record<string, string>): Promise<Container> {
  const { User, Env, Entrypoint, Cmd, WorkingDir } = image.config;
  const [user = ''] = User.split(':');
  mkdirSync(data);
  chownSync(data, Number(user), Number(user));
  const variables = [...Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const inNamespaces = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, 'sh'];
  const place = [image.rootFolder, data, user, WorkingDir];
  const child = spawn('unshare', [...inNamespaces, ...place, ...variables, ...Entrypoint, ...Cmd]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const pid = await until(() => {
    if (child.exitCode !== null) throw new Error(`unshare exited: ${output}`);
    return /\d+/.exec(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'))?.[0];
  });
  return {
    async execute(command, more = {}) {
      const all = [...variables, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)];
      const inContainer = [
        'chroot',
        `--userspec=${user}:${user}`,
        `/proc/${pid}/root`,
        'env',
        '--ignore-environment',
        ...all,
      ];
      return (await execute('nsenter', ['--target', pid, '--mount', '--pid', ...inContainer, ...command])).stdout;
    },
    async stop() {
      const began = performance.now();
      // Not to `unshare`, which would kill it.
      if (child.exitCode === null) process.kill(Number(pid), 'SIGTERM');
      return { code: await exited, tookMs: performance.now() - began };
    },
  };
}
