// The event types of the audit log, by resource, for the choice above the list.

import { auditEvents } from '../../../generated/audit-events.ts';

/** Types of entries that commands write, and no operation. */
const written = ['secrets.reset', 'sign_in_link.created'];

const groups = Object.groupBy([...auditEvents, ...written].sort(), (type) => type.replace(/[._][^._]+$/, ''));

/** The choices by resource: `project.*`, `project.created`, …. */
export const eventTypeGroups: [label: string, choices: [value: string, text: string][]][] = Object.entries(groups).map(
  ([resource, types = []]) => {
    const all = `${resource}.*`;
    const isSome = types.length > 1 && resource !== 'credential';
    return [
      resource,
      [...(isSome ? [[all, `all of ${resource}`]] : []), ...types.map((type) => [type, type])] as [string, string][],
    ];
  },
);
