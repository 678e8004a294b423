// Measures a filter of the audit log that no index answers and that matches nothing, over 500,000 entries with `--full`,
// else a hundredth of them, on the embedded database, and a call of another tenant meanwhile.

import { mkdir } from 'node:fs/promises';
import { AuditEntry } from '../../../models/audit-entry.ts';
import { transaction } from '../../../models/connection.ts';
import { createdAt, newId, newRequestId } from '../../../models/ids.ts';
import { closeDatabase } from '../../../models/index.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import type { Bench, Part } from '../part.ts';
import { type Findings, timeSlack } from '../report.ts';
import { median } from '../rounds.ts';
import { Servers } from '../server-process.ts';
import { createTenant, type DatabaseSettings } from '../tenant.ts';

const rowsPerStatement = 1000;
const [warmups, reads] = [3, 20];
const neighbourMs = 100;

export const audit: Part = {
  name: 'audit',
  about: 'GET /v1/organization/audit_logs with a filter that matches none of the entries, and a neighbour',
  async run(bench) {
    const entries = bench.full ? 500_000 : 5000;
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    await mkdir(bench.folder, { recursive: true });
    const { organizationId, organizationKey } = await createTenant(settings, 0);
    await fill(settings, organizationId, entries);
    const servers = new Servers();
    try {
      const { url } = await servers.startSvc(bench.cores?.servers, settings);
      return await measure(bench, url, organizationKey.value, entries);
    } finally {
      await servers.stop();
    }
  },
};

async function fill(settings: DatabaseSettings, organizationId: string, entries: number): Promise<void> {
  await openDatabaseWithRetries(loadConfig({ ...settings }), await createLog('warn'));
  for (let first = 0; first < entries; first += rowsPerStatement)
    await transaction(async (tx) => {
      const rows = Array.from({ length: Math.min(rowsPerStatement, entries - first) }, (_, index) =>
        entry(organizationId, first + index + 1),
      );
      await AuditEntry.bulkCreate(rows, { transaction: tx });
    });
  await closeDatabase();
}

/** Returns an entry of the chain, so that no job chains it during the measurement. */
function entry(organizationId: string, place: number) {
  const id = newId('log-entry');
  return {
    ...{ id, organizationId, projectId: null, type: 'project.updated', actorKind: 'operator' as const, actorId: null },
    ...{ userId: null, email: null, address: '', requestId: newRequestId(), targetId: null, details: '{}' },
    ...{ createdAt: createdAt(id), ownSeal: '', place, seal: '' },
  };
}

async function measure(bench: Bench, url: string, key: string, entries: number): Promise<Findings> {
  bench.note(`${entries} entries`);
  const headers = { authorization: `Bearer ${key}` };
  const timed = async (path: string): Promise<number> => {
    const began = performance.now();
    const response = await fetch(url + path, { headers });
    await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    return performance.now() - began;
  };
  const filtered: number[] = [];
  const beside: number[] = [];
  for (let read = 0; read < warmups + reads; read += 1) {
    const one = timed('/v1/organization/audit_logs?event_types[]=none&limit=20');
    const other = await timed('/v1/organization/projects?limit=1');
    const own = await one;
    if (read < warmups) continue;
    beside.push(other);
    filtered.push(own);
  }
  const longest = Math.max(...beside);
  return {
    figures: [
      { what: `a filter that matches none of ${entries} entries, median`, value: median(filtered), unit: 'ms' },
      { what: 'the longest', value: Math.max(...filtered), unit: 'ms' },
    ],
    goals: [
      {
        ...{ what: "a neighbour's call meanwhile, longest", sense: 'at most', must: neighbourMs, measured: longest },
        ...{ unit: 'ms', slack: timeSlack },
      },
    ],
  };
}
