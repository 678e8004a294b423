// Helpers for the threads of the embedded database. They receive their orders as messages.

import type { Worker } from 'node:worker_threads';

/** Tells the thread to end. Resolves after the thread has finished its work and exited. */
export async function endThread(thread: Worker): Promise<void> {
  const exited = new Promise((resolve) => thread.once('exit', resolve));
  // Keeps the process alive until the thread has exited.
  thread.ref();
  thread.postMessage('close');
  await exited;
}
