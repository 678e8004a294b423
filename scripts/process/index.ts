// Start and stop of every long-running process of svc.

export { giveUp } from './give-up.ts';
export { joinSupervisor } from './join-supervisor.ts';
export { logConsole } from './log-console.ts';
export { collectWhenQuiet } from './quiet.ts';
export { offerSetup } from './setup-address.ts';
export { closeOnSignal } from './stop.ts';

/** Runs one server process. */
export const runServer = (): Promise<unknown> => import('./server.ts');

/** Runs several under a supervisor. */
export const runServers = async (count: number): Promise<void> => (await import('./supervisor.ts')).supervise(count);
