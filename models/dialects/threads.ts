// The threads beside the embedded database: they are asked by messages, and told to end by one.

import type { Worker } from 'node:worker_threads';

/** Tells the thread to end, and waits until it has done what it was given and is over. */
export async function endThread(thread: Worker): Promise<void> {
  const exited = new Promise((resolve) => thread.once('exit', resolve));
  // Whoever waits for it is not to end before it.
  thread.ref();
  thread.postMessage('close');
  await exited;
}
