// Measures the waits for a database connection.

type OnWait = (pool: 'transactions' | 'reads', waitMs: number) => void;

let onWait: OnWait = () => undefined;

/** Sets the function that receives each wait. There is one, because a process has one database. */
export function watchDatabaseWaits(listener: OnWait): void {
  onWait = listener;
}

/** Records a wait in milliseconds. `transactions`: until a transaction began. `reads`: until a read had a connection. */
export function recordWait(...wait: Parameters<OnWait>): void {
  onWait(...wait);
}
