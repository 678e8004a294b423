// Clusters of databases. Locks, and reads of what was just written, need that all connections lead to the same node.

import { nodesBehind } from '../../models/dialects/nodes.ts';
import type { Config } from '../settings/index.ts';
import { type Check, failed, ok } from './finding.ts';

/** Checks that all connections to MySQL lead to one server. The embedded database is always one. */
export function nodesChecks({ database: { url, timeout_seconds: seconds } }: Config): Check[] {
  if (url === '') return [];
  return [
    {
      part: 'database nodes',
      advice: 'Check that the database takes 8 more connections: see its max_connections.',
      async run() {
        const [first, ...others] = await nodesBehind(url, seconds * 1000);
        if (others.length === 0) return ok(`All connections lead to ${first}.`);
        return failed(
          `The connections lead to several database nodes: ${[first, ...others].join(', ')}. Locks hold on one node only, and other nodes answer with old rows, so limits could be exceeded and work done twice. Let the proxy lead all connections to one node: see the guide "High availability".`,
        );
      },
    },
  ];
}
