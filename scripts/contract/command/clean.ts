// The command `clean`: deletes what runs have left on a server, such as runs that were killed.

import { type Sweep, sweep } from '../cleaning/sweep.ts';
import { boundedAsk } from '../limits.ts';
import { printJson, printLine } from '../report/print.ts';
import { refuseOtherHosts } from './address.ts';
import { cannot, KitFailure } from './failure.ts';
import type { Host } from './host.ts';
import type { KitOption, RawFlags } from './options.ts';

export const cleanOptions: KitOption[] = [
  { name: 'all', about: 'also deletes the resources of runs that may still be running' },
  {
    name: 'allow-host',
    value: 'host',
    about: 'a server on another machine that may be cleaned; may be repeated',
    isRepeatable: true,
  },
];

const requestTimeoutMs = 30_000;
const budgetMs = 600_000;
/** Pages of 100 items. */
const mostPages = 1000;

/** Runs the command. Throws a KitFailure unless everything is deleted that belongs to ended runs. */
export async function cleanCommand(host: Host, flags: RawFlags): Promise<void> {
  const url = host.url();
  refuseOtherHosts(url, (flags['allow-host'] ?? []) as string[]);
  const credentials = await host.credentials(budgetMs / 1000);
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), budgetMs);
  const ask = boundedAsk({ url, requestTimeoutMs, signal: end.signal, onSilence: () => end.abort() });
  const result = await sweep({ ask, credentials, mostPages, isForced: flags.all === true })
    .catch((error: Error & { status?: number }) => {
      if (error.status === 401 || error.status === 403)
        throw cannot(`the server refuses the credential: ${host.signIn}. ${error.message}`);
      throw cannot(error.status === undefined ? host.unreachable(url, error) : error.message);
    })
    .finally(() => clearTimeout(timer));
  print(result, flags.json === true);
  if (result.left.length > 0) throw new KitFailure('some resources could not be deleted: see the lines "failed".');
}

function print({ deleted, kept, left }: Sweep, isJson: boolean): void {
  if (isJson) {
    printJson({ deleted, kept, left });
    return;
  }
  for (const text of deleted) printLine(`deleted ${text}`);
  for (const text of kept) printLine(`kept    ${text}: its run may still be running; --all deletes it`);
  for (const text of left) printLine(`FAILED  ${text}`);
  printLine(`${deleted.length} deleted, ${kept.length} kept, ${left.length} failed`);
}
