// Compares the database connections that this server may open with those that the database allows.

import { select } from '../../models/connection.ts';
import { type Config, processesOf } from '../settings/index.ts';
import { connectionsOfSearch } from '../vectors/index.ts';
import { type Check, ok, warning } from './finding.ts';

/** MySQL keeps this number for administrators. */
const kept = 1;

export function connectionsCheck(config: Config): Check {
  return {
    part: 'database connections',
    advice: 'Check the database.',
    async run() {
      const [limits] = await select<{ all: number; user: number }>(
        'SELECT @@max_connections AS `all`, @@max_user_connections AS `user`',
        [],
      );
      const allowed = Math.min(
        ...[Number(limits?.all) - kept, Number(limits?.user)].filter((limit) => limit > 0 && !Number.isNaN(limit)),
      );
      const processes = processesOf(config);
      const each = 2 * config.database.pool;
      const ofSearch = connectionsOfSearch(config);
      const needed = processes * each + ofSearch;
      const text = `This server may open ${needed} connections (${processes} × ${each}, and ${ofSearch} for searches), and the database allows ${allowed}.`;
      return needed <= allowed
        ? ok(text)
        : warning(`${text} Calls fail when they are used up: lower SVC_DATABASE_POOL, or raise max_connections.`);
    },
  };
}
