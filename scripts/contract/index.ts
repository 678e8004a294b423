// The contract kit: tests over HTTP whether a deployment keeps the API contract. Other rooms may import only this file.
//
// It loads the contract cases, 3 MB of JSON, only when a function needs them: every command of svc imports this file.

import type { Host } from './command/host.ts';
import type { RunFlags } from './command/options.ts';

export { isLoopback } from './command/address.ts';
export { cleanCommand, cleanOptions } from './command/clean.ts';
export { keyOptions, keysFrom } from './command/credential-flags.ts';
export { KitFailure } from './command/failure.ts';
export type { Host } from './command/host.ts';
export { type KitOption, runFlagsOf, runNotes, runOptions } from './command/options.ts';
export { createProgress } from './report/progress.ts';

/** Runs the command `run`. Throws a KitFailure unless all cases pass. */
export async function runCommand(host: Host, flags: RunFlags): Promise<void> {
  await (await import('./command/run.ts')).runCommand(host, flags);
}
