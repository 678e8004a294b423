// An installation on a cluster: two servers, two workers, a project, a model and a receiver of webhooks.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { startApp } from '../harness/app.ts';
import { startServer, startWorker } from '../harness/process.ts';
import { loopbackSettings, type Receiver, startReceiver } from '../harness/receiver.ts';
import { createStore } from '../harness/stores.ts';
import { startUpstream, type TestUpstream } from '../harness/upstream.ts';
import { createTenant, signUp } from '../harness/world.ts';
import { atEnd } from './teardown.ts';

export const timeoutSeconds = 8;

export interface Installation {
  /** The base URLs of the servers. */
  urls: string[];
  settings: Record<string, string>;
  organizationKey: string;
  projectId: string;
  projectKey: string;
  storeId: string;
  receiver: Receiver;
  upstream: TestUpstream;
  /** Returns what the processes have written. */
  log(): string;
}

/** Starts all processes on the database at the address. They are stopped when the test ends. */
export async function startInstallation(t: Test, url: string): Promise<Installation> {
  const [upstream, receiver] = [await startUpstream(t), await startReceiver(t)];
  const own = {
    ...loopbackSettings,
    SVC_DATABASE_URL: url,
    SVC_DATABASE_TIMEOUT_SECONDS: String(timeoutSeconds),
    SVC_DATABASE_LOST_SECONDS: '60',
    SVC_WEBHOOK_RETRY_SCHEDULE: '1,1,2,2,5,5,10,10',
    SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
    SVC_RUN_WORKERS: 'false',
    SVC_LOG_LEVEL: 'warn',
  };
  // This process makes the accounts. Then it only shares the files' folder.
  const app = await startApp(t, own);
  const { organizationKey, project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const path = `/v1/organization/projects/${project.id}`;
  await app.request('POST', path, { token: organizationKey, body: { webhook_url: receiver.url } });
  const storeId = await createStore(app, project.key);
  const settings = { ...own, SVC_DATA_DIR: app.database.dataDir };
  const processes = [
    ...(await Promise.all([startServer(settings), startServer(settings)])),
    ...(await Promise.all([startWorker(settings), startWorker(settings)])),
  ];
  atEnd(t, () => {
    for (const { child } of processes) child.kill('SIGKILL');
  });
  return {
    urls: processes.flatMap((one) => ('url' in one ? [String(one.url)] : [])),
    settings,
    organizationKey,
    projectId: project.id,
    projectKey: project.key,
    storeId,
    receiver,
    upstream,
    log: () => processes.map(({ output }) => output()).join(''),
  };
}

/** Runs `svc doctor` with the settings. Returns what it finds about the part. */
export async function doctorSays(
  settings: Record<string, string>,
  part: string,
): Promise<{ state: string; message: string }> {
  const command = join(import.meta.dirname, '../../scripts/cli.ts');
  const { PATH } = process.env;
  // It exits with 1 if a part has failed.
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'doctor', '--json'], {
    env: { PATH, HOME: settings.SVC_DATA_DIR, ...settings },
  }).catch((error: { stdout: string }) => error);
  const { checks } = JSON.parse(stdout);
  return checks.find((check: { part: string }) => check.part === part);
}
