// The servers behind the address of the database. A proxy may spread connections over several nodes of a cluster. A row
// lock holds on the node that gave it, and a read of another node may be older than a committed write.

import type { RowDataPacket } from 'mysql2';
import { readPool, showNode } from './mysql.ts';

/** A proxy that takes nodes in turn shows three of them. One that chooses at random shows two with a chance of 99 %. */
const connectionCount = 8;

interface NodeRow extends RowDataPacket {
  node: string;
}

/** Returns the names of the servers that new connections lead to. */
export async function nodesBehind(url: string, timeoutMs: number): Promise<string[]> {
  const pool = readPool(url, connectionCount, timeoutMs).promise();
  try {
    const connections = await Promise.all(Array.from({ length: connectionCount }, () => pool.getConnection()));
    const names = new Set<string>();
    for (const connection of connections) {
      const [rows] = await connection.query<NodeRow[]>(showNode);
      for (const { node } of rows) names.add(node);
      connection.release();
    }
    return [...names].sort();
  } finally {
    await pool.end();
  }
}
