import { hash } from 'node:crypto';
import { isUniqueViolation } from './constraints.ts';
import { readOne } from './page.ts';
import { blob, integer, primaryKey, table, text } from './table.ts';

/** The project that owns a session at an MCP server. The MCP server sees all projects as one customer. */
export class McpSession extends table('mcp_sessions', {
  /** The SHA-256 of the server's prefix and the session's id. */
  digest: primaryKey(blob()),
  projectId: text(),
  /** Unix seconds. After this time the session is refused, and the client starts another. */
  expiresAt: integer(),
}) {
  /** Assigns the session to the project. Returns false if another project owns it. */
  static async claim(prefix: string, id: string, projectId: string, expiresAt: number): Promise<boolean> {
    const digest = digestOf(prefix, id);
    try {
      await McpSession.create({ digest, projectId, expiresAt });
      return true;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    await McpSession.update({ expiresAt }, { where: { digest, projectId } });
    return (await McpSession.count({ where: { digest, projectId } })) === 1;
  }

  /** Returns whether the project owns the session. `now` in Unix seconds. */
  static async isOf(prefix: string, id: string, projectId: string, now: number): Promise<boolean> {
    const found = await readOne(McpSession, { digest: digestOf(prefix, id) });
    return found !== undefined && found.projectId === projectId && Number(found.expiresAt) > now;
  }

  static async forget(prefix: string, id: string): Promise<void> {
    await McpSession.destroy({ where: { digest: digestOf(prefix, id) } });
  }
}

function digestOf(prefix: string, id: string): Buffer {
  return hash('sha256', `${prefix}\0${id}`, 'buffer');
}
