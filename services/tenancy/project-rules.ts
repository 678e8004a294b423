// What a project may use, as its row says. Rows are remembered for a while, and so is what was read from them.

import type { components } from '../../generated/openapi.ts';
import type { ProjectRow } from '../../models/project.ts';
import { keyLimitsIn, type ProjectApiKeyRow } from '../../models/project-api-key.ts';

/** How much a project may use. */
export interface Limits extends EffectiveLimits {
  /** US cents for a month; null: no limit. */
  spendLimit: number | null;
}

type EffectiveLimits = components['schemas']['EffectiveProjectLimits'];

interface Rules {
  /** Undefined: all. */
  models: ReadonlySet<string> | undefined;
  endpoints: ReadonlySet<string> | undefined;
  mcpPrefixes: ReadonlySet<string> | undefined;
  limits: Limits;
}

const remembered = new WeakMap<ProjectRow, Rules>();

export function isAllowedModel(project: ProjectRow, id: string): boolean {
  return rulesOf(project).models?.has(id) ?? true;
}

/** Whether the project may use some models only. */
export function restrictsModels(project: ProjectRow): boolean {
  return rulesOf(project).models !== undefined;
}

export function isAllowedEndpoint(project: ProjectRow, path: string): boolean {
  return rulesOf(project).endpoints?.has(path) ?? true;
}

export function isAllowedMcpPrefix(project: ProjectRow, prefix: string): boolean {
  return rulesOf(project).mcpPrefixes?.has(prefix) ?? true;
}

/** How much the project may use. */
export function limitsOf(project: ProjectRow): Limits {
  return rulesOf(project).limits;
}

/** The same, of a row that may change. */
export function limitsIn({ limits, spendLimit }: ProjectRow): Limits {
  return { ...(JSON.parse(limits) as EffectiveLimits), spendLimit };
}

/** Returns the limits of a project key; undefined if it has none of its own. */
export function limitsOfKey({ limits }: Pick<ProjectApiKeyRow, 'limits'>): Limits | undefined {
  if (limits === null) return undefined;
  const { spend_per_month: spendLimit, ...others } = keyLimitsIn(limits);
  return { ...others, spendLimit, vector_store_bytes: null, file_bytes: null };
}

/** Returns true if a limit needs tokens and costs to be counted. */
export function countsUse({ tokens_per_minute, tokens_per_day, tokens_per_month, spendLimit }: Limits): boolean {
  return tokens_per_minute !== null || tokens_per_day !== null || tokens_per_month !== null || spendLimit !== null;
}

function rulesOf(project: ProjectRow): Rules {
  let rules = remembered.get(project);
  if (rules === undefined) {
    const mcpPrefixes = JSON.parse(project.mcpPrefixes) as string[] | 'all';
    rules = {
      models: listed(JSON.parse(project.models) as string[]),
      endpoints: listed(JSON.parse(project.customEndpoints) as string[]),
      mcpPrefixes: mcpPrefixes === 'all' ? undefined : new Set(mcpPrefixes),
      limits: limitsIn(project),
    };
    remembered.set(project, rules);
  }
  return rules;
}

/** An empty list means all. */
function listed(ids: string[]): ReadonlySet<string> | undefined {
  return ids.length === 0 ? undefined : new Set(ids);
}
