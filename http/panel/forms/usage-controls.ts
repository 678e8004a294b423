import type { Group } from '../api/index.ts';
import { choiceField, textField } from './fields.tsx';

const groups: Record<Group, string> = {
  model: 'model',
  project_id: 'project',
  api_key_id: 'API key',
  user_id: 'person',
  mcp_tool: 'MCP tool',
};

/** Returns the group with this name; undefined for nothing. */
export function groupOf(name = ''): Group | undefined {
  return name in groups ? (name as Group) : undefined;
}

export function controls() {
  const window = choiceField({
    name: 'window',
    label: 'Period',
    value: '7',
    choices: [
      ['1', 'last 24 hours'],
      ['7', 'last 7 days'],
      ['30', 'last 30 days'],
      ['90', 'last 90 days'],
      ['dates', 'custom range'],
    ],
  });
  const day = (name: string, label: string) => textField({ name, label, type: 'date', whenEmpty: 'leave-out' });
  return [
    window,
    day('from', 'From'),
    day('until', 'Until'),
    choiceField({ name: 'group', label: 'Group by', texts: { '': 'nothing', ...groups } }),
  ];
}
