// What tests leave on the disk goes with them.

import { rm } from 'node:fs/promises';

/**
 * Removes a folder and all that is in it. A server that was just killed may have children that still write there for a
 * moment, so a folder that fills again while it is emptied is emptied again, for some five seconds.
 */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
