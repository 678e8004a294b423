// Checks of settings that only show when they are used: addresses in use, files, and PostgreSQL's version. They run before a database is
// created or migrated, so that a start with a wrong setting changes nothing.

import { createServer } from 'node:net';
import { openModelFile, refuseOwnPaths } from '../gateway/index.ts';
import { type Config, ConfigError, hostAndPort } from '../settings/index.ts';
import { problemOfPostgres } from '../vectors/index.ts';

/**
 * Throws if the server could not start with these settings.
 * @param isOwnPath returns true for a path of the server itself, which cannot be a custom endpoint.
 */
export async function checkSettings(config: Config, isOwnPath: (path: string) => boolean): Promise<void> {
  refuseOwnPaths(
    config.upstreams.flatMap((upstream) => upstream.custom_endpoints),
    isOwnPath,
  );
  await checkAddress(config.server);
  await checkWorkerSettings(config);
}

/** Throws if a worker could not start with these settings. */
export async function checkWorkerSettings({
  metrics,
  embeddings,
  collections: { url, engines },
}: Config): Promise<void> {
  if (metrics.address !== '') await checkAddress(hostAndPort(metrics.address));
  openModelFile(embeddings.file);
  const servers = [{ name: 'SVC_COLLECTIONS_URL', url }, ...engines];
  for (const { name, url } of servers) {
    const problem = url === '' ? undefined : await problemOfPostgres(url);
    if (problem !== undefined) throw new ConfigError([`${name}: ${problem}.`]);
  }
}

/** Throws the error of `listen` if the address is taken or is not this machine's. */
async function checkAddress({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
