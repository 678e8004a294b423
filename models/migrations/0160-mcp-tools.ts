// The tools of MCP servers that projects and project keys may call.

import type { Migration } from '../migration.ts';

export const mcpTools: Migration = {
  name: '0160-mcp-tools',
  async up({ addColumn }) {
    // JSON; null means no restriction.
    await addColumn('projects', 'mcp_tools', { type: 'text', null: true });
    await addColumn('project_api_keys', 'mcp_tools', { type: 'text', null: true });
  },
};
