// Checks of the environment of an installation: Node, disk, storage, broker, mail, upstreams, webhooks and proxy.

import { randomUUID } from 'node:crypto';
import { access, constants, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Op } from 'sequelize';
import { newId } from '../../models/ids.ts';
import { Project } from '../../models/project.ts';
import { createStorage, diskSpace } from '../files/index.ts';
import { tryUpstream, type Upstreams } from '../gateway/index.ts';
import { tryMailServer } from '../mail/index.ts';
import { OutboundFailure, ServiceError, tryBroker } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { type AddressPolicy, addressPolicy } from '../webhooks/index.ts';
import { type Check, deadlineMs, failed, ok, type Result, skipped, warning } from './finding.ts';

const oldestNode = 24;
/**
 * The time limit of a part of a check: shorter than the check's own deadline, so that the report names the slow part.
 */
const partMs = deadlineMs - 2000;
const maxHosts = 20;

export const nodeCheck: Check = {
  part: 'node',
  advice: 'Install Node 24.',
  async run() {
    const { node } = process.versions;
    return Number(node.split('.')[0]) < oldestNode
      ? failed(`Node ${node} is too old. Install Node ${oldestNode} or later.`)
      : ok(`Node ${node}`);
  },
};

/** Checks the rights, the free space and the privacy of the data directory. */
export function dataDirCheck(config: Config): Check {
  const { data_dir: folder } = config;
  return {
    part: 'data directory',
    advice: `Make ${folder} a folder that this user can write to, or set SVC_DATA_DIR.`,
    async run() {
      const found = await stat(folder).catch(() => undefined);
      if (found === undefined) {
        await access(dirname(folder), constants.W_OK);
        return ok(`${folder} does not exist yet. The first start makes it.`);
      }
      const probe = join(folder, `doctor-${randomUUID()}`);
      await writeFile(probe, 'svc doctor', { flag: 'wx', mode: 0o600 });
      await rm(probe);
      const { bavail, bsize } = await statfs(folder);
      const text = `${folder} is writable, with ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free`;
      if (!(await hasRoom(config)))
        return failed(
          `${text}. That is less than SVC_FILES_RESERVE_BYTES keeps free, so uploads are refused. Delete files, or enlarge the disk.`,
        );
      return (found.mode & 0o007) === 0
        ? ok(`${text}.`)
        : warning(`${text}, and other users of this machine can read it. Run: chmod o-rwx ${folder}`);
    },
  };
}

async function hasRoom(config: Config): Promise<boolean> {
  try {
    await diskSpace(config)?.check(0);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** Checks the file storage: writes, reads, lists and deletes objects. */
export function storageCheck(config: Config): Check {
  const isS3 = config.files.storage === 's3';
  return {
    part: 'files storage',
    advice: isS3
      ? 'Check SVC_S3_ENDPOINT, SVC_S3_BUCKET, SVC_S3_PATH_STYLE and the rights of SVC_S3_ACCESS_KEY_ID: it must put, get, list and delete objects.'
      : `Make ${join(config.data_dir, 'files')} a folder that this user can write to.`,
    async run() {
      // A look must not create the folders of an installation.
      if (!isS3 && (await isNew(config.data_dir))) return ok(`${config.data_dir} is new. The first start fills it.`);
      const storage = createStorage(config);
      const key = newId('object');
      await storage.put(key, Readable.from([Buffer.from(key)]));
      const read = (await buffer(await storage.read(key))).toString();
      await storage.remove(key);
      for await (const _object of storage.objects()) break;
      return read === key
        ? ok('It writes, reads, lists and deletes objects.')
        : failed(
            'It returns other bytes than were written. Check the disk, or the proxy in front of the object store.',
          );
    },
  };
}

/** Returns true for a folder that is missing or empty. */
async function isNew(folder: string): Promise<boolean> {
  const found = await readdir(folder).catch(({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? [] : undefined));
  return found?.length === 0;
}

export function brokerCheck({ broker }: Config): Check {
  return {
    part: 'broker',
    advice: 'Check SVC_BROKER_URL, that RabbitMQ runs, and that its user may use the virtual host.',
    async run() {
      if (!broker.enabled) return skipped('SVC_BROKER_ENABLED is false.');
      await tryBroker(broker.url, partMs);
      return ok('RabbitMQ accepts the connection.');
    },
  };
}

export function mailCheck({ smtp }: Config): Check {
  return {
    part: 'mail',
    advice: 'Check SVC_SMTP_URL: host, port, user and password, and smtps:// for servers that begin with TLS.',
    async run() {
      if (smtp.host === '') return skipped('SVC_SMTP_URL is not set: invitations and password resets need links.');
      await tryMailServer(smtp);
      return ok(`${smtp.host} accepts the ${smtp.user === '' ? 'connection' : 'sign-in'}.`);
    },
  };
}

export function upstreamsCheck(upstreams: Upstreams): Check {
  return {
    part: 'upstreams',
    advice: 'Check the upstreams of the configuration.',
    async run() {
      if (upstreams.all.length === 0) return skipped('No upstream is configured.');
      return Promise.all(
        upstreams.all.map(async (upstream): Promise<Result> => {
          const problem = await tryUpstream(upstream, partMs);
          return problem === undefined ? ok(`${upstream.name} answers.`) : failed(`${upstream.name}: ${problem}.`);
        }),
      );
    },
  };
}

/** Checks that the hosts of the projects' webhooks are, or resolve to, addresses to which deliveries may go. */
export function webhooksCheck({ webhook }: Config): Check {
  return {
    part: 'webhook network',
    advice: 'Check SVC_WEBHOOK_RESOLVER, or the DNS of this machine.',
    async run() {
      if (webhook.proxy_url !== '') return skipped('SVC_WEBHOOK_PROXY_URL resolves the hosts of webhooks.');
      const hosts = await webhookHosts();
      if (hosts.length === 0) return skipped('No project has a webhook.');
      const policy = addressPolicy(webhook.allowed_cidrs, webhook.resolver);
      const problems = await Promise.all(hosts.map((host) => hostProblem(host, policy)));
      const found = problems.filter((problem) => problem !== undefined);
      if (found.length === 0)
        return ok(
          `Deliveries may go to ${hosts.length === 1 ? 'the host' : `the ${hosts.length} hosts`} of the webhooks.`,
        );
      const named = hosts.filter((host) => isIP(host) === 0);
      const isDown = found.length === named.length && found.every(({ state }) => state === 'failed');
      return isDown && named.length > 1
        ? failed('No host of a webhook resolves. Check SVC_WEBHOOK_RESOLVER, or the DNS of this machine.')
        : found;
    },
  };
}

async function webhookHosts(): Promise<string[]> {
  const projects = await Project.findAll({
    attributes: ['webhookUrl'],
    where: { webhookUrl: { [Op.ne]: null } },
    order: [['id', 'DESC']],
    limit: 1000,
    raw: true,
  });
  const hosts = projects.map(({ webhookUrl }) => URL.parse(webhookUrl ?? '')?.hostname ?? '');
  const bare = hosts.filter((host) => host !== '').map((host) => host.replace(/^\[(.*)\]$/, '$1'));
  return [...new Set(bare)].slice(0, maxHosts);
}

async function hostProblem(host: string, { names, allows }: AddressPolicy): Promise<Result | undefined> {
  if (isIP(host) === 0) return names.addresses(host).then(() => undefined, problemOf(host));
  return allows(host) ? undefined : notAllowed(`${host} is`);
}

function notAllowed(subject: string): Result {
  return warning(
    `${subject} an internal address, so its deliveries fail. If that is right, allow its network with SVC_WEBHOOK_ALLOWED_CIDRS.`,
  );
}

function problemOf(host: string): (error: unknown) => Result {
  return (error) => {
    const reason = error instanceof OutboundFailure ? error.reason : 'dns_failed';
    if (reason === 'target_not_allowed') return notAllowed(`${host} resolves to`);
    if (reason === 'dns_not_found') return warning(`${host} does not exist in DNS, so its deliveries fail.`);
    return failed(
      `The name servers do not answer for ${host}. Check SVC_WEBHOOK_RESOLVER, or the DNS of this machine.`,
    );
  };
}

/**
 * Checks that the TLS proxy is trusted. The server itself speaks only HTTP, so an https address means that a proxy
 * terminates TLS.
 */
export function proxyCheck({ server }: Config): Check {
  return {
    part: 'proxy',
    advice: 'Set SVC_TRUSTED_PROXIES.',
    async run() {
      if (server.trusted_proxies.length > 0) return ok(`Trusts ${server.trusted_proxies.join(', ')}.`);
      if (!server.public_url.startsWith('https://')) return skipped('No proxy is known.');
      return warning(
        `SVC_PUBLIC_URL is https, so a proxy is in front of the server, and SVC_TRUSTED_PROXIES is empty: all clients count as one address, and 50 wrong passwords lock all of them out. Set SVC_TRUSTED_PROXIES to the network of the proxy.`,
      );
    },
  };
}
