// The one-time address at which a browser makes the first admin of a server.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSetupToken } from '../../services/people/index.ts';
import { type Log, pageLink, type Site } from '../../services/platform/index.ts';
import type { Config } from '../../services/settings/index.ts';

/**
 * Makes a set-up address if the server has no account, and prints it or writes it to a file. It does not go to the log,
 * which others may read. Removes the file of an earlier start.
 */
export async function offerSetup({ data_dir: dataDir, server }: Config, site: Site, log: Log): Promise<void> {
  const path = join(dataDir, 'setup-address');
  rmSync(path, { force: true });
  if (server.setup_address === 'off') return;
  const token = await createSetupToken();
  if (token === undefined) return;
  const address = pageLink(site, 'setup', token);
  if (server.setup_address === 'print' || (server.setup_address === '' && process.stdout.isTTY)) {
    if (process.stdout.isTTY) console.log('set this server up in a browser, within 24 hours:');
    console.log(address);
    return;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, `${address}\n`, { mode: 0o600, flag: 'wx' });
  log.info({ file: path }, 'this server has no account: open the address in the file in a browser, within 24 hours');
}
