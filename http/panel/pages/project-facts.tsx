import type { Child, Schemas } from '../api/types.ts';
import { toolLines } from '../forms/field-lists.tsx';
import { callLimits } from '../forms/limit-fields.tsx';
import { badge, code, count, facts, moment, size } from '../shell/format.tsx';

export const limits = {
  ...callLimits,
  vector_store_bytes: ['Size of vector stores', 'bytes'],
  file_bytes: ['Size of files', 'bytes'],
} as const;

/** The settings for members, who may read but not change them. */
export function projectFacts({
  status,
  created_at,
  models,
  custom_endpoints: endpoints,
  mcp_prefixes: prefixes,
  mcp_tools: tools,
  limits: present,
}: Schemas['Project']) {
  const some = (values: string[]) => (
    <ul class="plain">
      {values.map((value) => (
        <li>{code(value)}</li>
      ))}
    </ul>
  );
  return facts([
    ['Status', badge(status, status === 'active' ? 'good' : 'bad')],
    ['Created', moment(created_at)],
    ['Models', models.length === 0 ? 'all' : some(models)],
    ['Custom endpoints', endpoints.length === 0 ? 'all' : some(endpoints)],
    ['MCP servers', prefixes === 'all' ? 'all' : prefixes.length === 0 ? 'none' : some(prefixes)],
    ['MCP tools', Object.keys(tools).length === 0 ? 'all' : some(toolLines(tools))],
    ...Object.entries(limits).map(([name, [label, unit]]) => {
      const most = present[name as keyof typeof limits];
      return [label, most === null ? 'no limit' : unit === 'bytes' ? size(most) : count(most)] as [string, Child];
    }),
  ]);
}
