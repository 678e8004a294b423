// Lines of packages in the log. Some packages print on the console and cannot be told not to: Sequelize does so when a
// commit fails. A log collector could not read a line of plain text between those of JSON.

import { format } from 'node:util';
import type { Log } from '../../services/platform/index.ts';

/** Makes each line that a package prints as a warning or an error a warning of the log. */
export function logConsole(log: Log): void {
  console.warn = console.error = (...parts: unknown[]) => log.warn(format(...parts));
}
