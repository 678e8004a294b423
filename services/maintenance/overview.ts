// The overview of an organization: its storage, and everything in its active projects that needs attention.

import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import {
  expiringOrganizationKeys,
  expiringProjectKeys,
  failingWebhooks,
  type KeyRow,
  type Scope,
  type SpendRow,
  type StoreRow,
  spentOfLimits,
  totalsIn,
  troubledStores,
} from '../../models/overview-rows.ts';
import { fromCents, startOfMonth, toDollars } from '../limits/index.ts';

type Overview = components['schemas']['OrganizationOverview'];
type Matter = components['schemas']['Matter'];

const soonSeconds = 14 * 86_400;
const recentSeconds = 7 * 86_400;
const nearShare = 0.8;
const maxMatters = 100;

/** Returns the overview of the organization, or of one of its projects. Like a usage report, finds nothing for an unknown one. */
export async function overviewOf({ id }: { id: string }, projectId: string | undefined): Promise<Overview> {
  const scope: Scope = { organizationId: id, projectId };
  const now = nowSeconds();
  const most = maxMatters + 1;
  const soon = now + soonSeconds;
  const [totals, spends, webhooks, stores, projectKeys, organizationKeys] = await Promise.all([
    totalsIn(scope),
    spentOfLimits(scope, startOfMonth(now)),
    failingWebhooks(scope, now - recentSeconds, most),
    troubledStores(scope, now, most),
    expiringProjectKeys(scope, soon, most),
    projectId === undefined ? expiringOrganizationKeys(id, soon, most) : [],
  ]);
  const matters = [
    ...spends.flatMap(ofSpend),
    ...webhooks.map((row) => matter('webhook.failed', row, { at: Number(row.at) })),
    ...stores.map((row) => ofStore(row, now)),
    ...[...organizationKeys, ...projectKeys].map((row) => ofKey(row, now)),
  ];
  return {
    object: 'organization.overview',
    project_count: totals.projects,
    vector_store_bytes: totals.storeBytes,
    file_bytes: totals.fileBytes,
    matters: matters.slice(0, maxMatters),
    has_more: matters.length > maxMatters,
  };
}

function ofSpend(row: SpendRow): Matter[] {
  const limit = fromCents(row.spendLimit);
  if (row.spent < limit * nearShare) return [];
  const type = row.spent >= limit ? 'spend_limit.reached' : 'spend_limit.near';
  return [
    matter(type, row, {
      spent: { value: toDollars(row.spent), currency: 'usd' },
      threshold_amount: row.spendLimit,
    }),
  ];
}

function ofStore(row: StoreRow, now: number): Matter {
  const subject = { subject_id: row.id, subject_name: row.name };
  if (Number(row.expiresAt) <= now)
    return matter('vector_store.expired', row, { ...subject, at: Number(row.expiresAt) });
  return matter('vector_store.files_failed', row, { ...subject, file_count: Number(row.filesFailed) });
}

function ofKey(row: KeyRow, now: number): Matter {
  const at = Number(row.expiresAt);
  const type = at <= now ? 'api_key.expired' : 'api_key.expires_soon';
  return matter(type, row, { subject_id: row.id, subject_name: row.name, at });
}

function matter(
  type: Matter['type'],
  { projectId, projectName }: { projectId: string | null; projectName: string | null },
  more: Partial<Matter>,
): Matter {
  return {
    object: 'organization.matter',
    type,
    project_id: projectId,
    project_name: projectName,
    subject_id: null,
    subject_name: null,
    file_count: null,
    at: null,
    spent: null,
    threshold_amount: null,
    ...more,
  };
}
