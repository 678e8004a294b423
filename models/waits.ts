// The waits for a database connection, for whoever measures them.

type OnWait = (pool: 'transactions' | 'reads', waitMs: number) => void;

let onWait: OnWait = () => undefined;

/** Sets the function that is told of each wait. There is one, as there is one database in a process. */
export function watchDatabaseWaits(listener: OnWait): void {
  onWait = listener;
}

/** Records a wait in milliseconds. `transactions`: until a transaction began. `reads`: until a read had a connection. */
export function noteWait(...wait: Parameters<OnWait>): void {
  onWait(...wait);
}
