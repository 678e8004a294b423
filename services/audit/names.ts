// Looks up the names of the resources in audit entries. An entry stores only ids, and the log shows the current names,
// so that a renamed project has one name in the whole log.

import type { Model, ModelStatic } from 'sequelize';
import { models } from '../../generated/models.ts';
import type { AuditEntryRow } from '../../models/audit-entry.ts';
import { type IdKind, isId } from '../../models/ids.ts';

/** The tables whose rows have names in the log: see `auditName` in models/table.ts. */
const sources = models.flatMap((model): { kind: IdKind; model: ModelStatic<Model>; attribute: string }[] => {
  const { auditName: [kind, attribute] = [] } = model.declaration.options;
  return kind === undefined || attribute === undefined ? [] : [{ kind, model, attribute }];
});

/**
 * Returns the names by id: the e-mail address of a user or an invitation, a file's file name. Deleted resources have no
 * name.
 */
export async function namesIn(rows: readonly AuditEntryRow[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap((row) => [row.organizationId, row.projectId, row.actorId, row.targetId]));
  const mentioned = [...ids].filter((id) => id !== null);
  const names = new Map<string, string>();
  await Promise.all(
    sources.map(async ({ kind, model, attribute }) => {
      const id = mentioned.filter((one) => isId(kind, one));
      if (id.length === 0) return;
      const found = await model.findAll({ attributes: ['id', attribute], where: { id }, raw: true });
      for (const row of found as unknown as Record<string, string>[]) names.set(row.id ?? '', row[attribute] ?? '');
    }),
  );
  return names;
}
