// The projects of MCP sessions.

import type { Migration } from '../migration.ts';

export const mcpSessions: Migration = {
  name: '0071-mcp-sessions',
  async up({ createTable }) {
    await createTable('mcp_sessions', {
      columns: {
        // The digest of the server's prefix and the session's id, which may have any length.
        digest: { type: 'digest' },
        project_id: { type: 'id', references: { table: 'projects', onDelete: 'cascade' } },
        expires_at: { type: 'integer' },
      },
      primaryKey: ['digest'],
      indexes: { mcp_sessions_project: ['project_id'], mcp_sessions_expiry: ['expires_at'] },
    });
  },
};
