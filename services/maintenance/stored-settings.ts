// The settings that the database stores, for processes that are no server.

import { auditEvent } from '../audit/index.ts';
import type { Log } from '../platform/index.ts';
import { type Config, Configuration, createSecrets } from '../settings/index.ts';

/**
 * Applies the settings that were changed while a server ran to the configuration. Returns the function that reads their
 * problems.
 */
export async function applyStoredSettings(config: Config, log: Log): Promise<() => Promise<string[]>> {
  const secrets = createSecrets(config.secrets.key, config.data_dir);
  const owners = { upstreams: { refusals: async () => [], replace: () => undefined } };
  const configuration = new Configuration({ config, secrets, log, audit: auditEvent }, owners);
  await configuration.refresh();
  return async () => configuration.storedProblems();
}
