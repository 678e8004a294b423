// Connects a server process with its supervisor: reports that the process is ready, and its metrics as part of the sum,
// and learns that another process has taken its place.

import cluster from 'node:cluster';
import type { Services } from '../../services/index.ts';
import type { Log } from '../../services/platform/index.ts';
import type { FromProcess, ToProcess } from './messages.ts';

/** Without a supervisor it only keeps a reload from ending the server. */
export function joinSupervisor({ metrics, lifecycle }: Pick<Services, 'metrics' | 'lifecycle'>, log: Log): void {
  if (cluster.worker === undefined) {
    // On a terminal the signal means that the terminal has closed.
    if (!process.stdout.isTTY)
      process.on('SIGHUP', () =>
        log.warn('one process cannot restart without a pause: set SVC_PROCESSES to 2 or more'),
      );
    return;
  }
  process.on('SIGHUP', () => undefined);
  const tell = (message: FromProcess): void => void process.send?.(message, undefined, {}, () => undefined);
  const waiting = new Map<number, (text: string) => void>();
  let asked = 0;
  process.on('message', (message: ToProcess) => {
    if (message.kind === 'sum') {
      waiting.get(message.id)?.(message.text);
      waiting.delete(message.id);
      return;
    }
    if (message.kind === 'replaced') lifecycle.replaced = true;
    if (message.kind !== 'own?') return;
    const { id } = message;
    void metrics.registry.getMetricsAsJSON().then((own) => tell({ kind: 'own', id, metrics: own }));
  });
  metrics.text = () =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      tell({ kind: 'sum?', id: asked });
    });
  tell({ kind: 'ready' });
}
