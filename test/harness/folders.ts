import { rm } from 'node:fs/promises';

/**
 * Removes a folder with its content. Retries for about five seconds, because the children of a killed server may still
 * write to the folder for a moment.
 */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
