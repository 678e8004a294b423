// The rules of a project: which models, endpoints and MCP servers it may use, and its limits. Project rows are cached,
// and the parsed rules are cached with them.

import type { components } from '../../generated/openapi.ts';
import type { ProjectRow } from '../../models/project.ts';
import { keyLimitsIn, type ProjectApiKeyRow } from '../../models/project-api-key.ts';

/** The limits of a project or key. */
export interface Limits extends EffectiveLimits {
  /** US cents a month; null means no limit. */
  spendLimit: number | null;
  /** The spend limit of the project's organization; US cents a month. */
  organizationSpendLimit?: number | null;
  /** The limits of single models, by the model. */
  models?: ModelLimits;
}

/** The limits per minute of single models, by the model. */
export type ModelLimits = ReadonlyMap<string, ModelLimit>;
export type ModelLimit = Pick<EffectiveLimits, 'requests_per_minute' | 'tokens_per_minute'>;

type EffectiveLimits = components['schemas']['EffectiveProjectLimits'];

/** The tools of MCP servers that may be called, by the server's prefix. All tools of other servers may be called. */
export type McpTools = ReadonlyMap<string, ReadonlySet<string>>;

interface Rules {
  /** The models of the project, before those of the key. Undefined means all. */
  projectModels: ReadonlySet<string> | undefined;
  /** Undefined means all. */
  models: ReadonlySet<string> | undefined;
  deniedModels: ReadonlySet<string> | undefined;
  endpoints: ReadonlySet<string> | undefined;
  mcpPrefixes: ReadonlySet<string> | undefined;
  mcpTools: McpTools | undefined;
  limits: Limits;
}

const remembered = new WeakMap<ProjectRow, Rules>();

export function isAllowedModel(project: ProjectRow, id: string): boolean {
  const { models, deniedModels } = rulesOf(project);
  return (models?.has(id) ?? true) && deniedModels?.has(id) !== true;
}

/** Returns which of the two refuses the model. */
export function modelRefuser(project: ProjectRow, id: string): 'project' | 'key' {
  const { projectModels, deniedModels } = rulesOf(project);
  return (projectModels?.has(id) ?? true) && deniedModels?.has(id) !== true ? 'key' : 'project';
}

const narrowed = new WeakMap<ReadonlySet<string>, WeakMap<ProjectRow, ProjectRow>>();

/** Returns the project as a key sees it that may use these models only. Undefined means all. */
export function projectFor(models: ReadonlySet<string> | undefined, project: ProjectRow): ProjectRow {
  if (models === undefined) return project;
  const known = narrowed.get(models) ?? new WeakMap<ProjectRow, ProjectRow>();
  narrowed.set(models, known);
  const before = known.get(project);
  if (before !== undefined) return before;
  const row = { ...project };
  const rules = rulesOf(project);
  remembered.set(row, { ...rules, models: new Set([...models].filter((id) => rules.models?.has(id) ?? true)) });
  known.set(project, row);
  return row;
}

/** Returns true if the project may not use every model. */
export function restrictsModels(project: ProjectRow): boolean {
  const { models, deniedModels } = rulesOf(project);
  return models !== undefined || deniedModels !== undefined;
}

export function isAllowedEndpoint(project: ProjectRow, path: string): boolean {
  return rulesOf(project).endpoints?.has(path) ?? true;
}

export function isAllowedMcpPrefix(project: ProjectRow, prefix: string): boolean {
  return rulesOf(project).mcpPrefixes?.has(prefix) ?? true;
}

/** Returns the tools that the project may call; undefined if nothing restricts it. */
export function mcpToolsOf(project: ProjectRow): McpTools | undefined {
  return rulesOf(project).mcpTools;
}

/** Returns the tools of a row's column; undefined for no restriction. */
export function mcpToolsIn(column: string | null): McpTools | undefined {
  if (column === null) return undefined;
  const tools = JSON.parse(column) as Record<string, string[]>;
  return new Map(Object.entries(tools).map(([prefix, names]) => [prefix, new Set(names)]));
}

/** Returns the limits of a cached project row. */
export function limitsOf(project: ProjectRow): Limits {
  return rulesOf(project).limits;
}

/** Returns the limits of a row that may still change, without the cache. */
export function limitsIn({ limits, spendLimit }: ProjectRow): Limits {
  return { ...(JSON.parse(limits) as EffectiveLimits), spendLimit };
}

/** Returns the limits of single models of a row that may still change. */
export function modelLimitsIn({ modelLimits }: Pick<ProjectRow, 'modelLimits'>): ModelLimits {
  return new Map(Object.entries(JSON.parse(modelLimits ?? '{}') as Record<string, ModelLimit>));
}

/** Returns the models that the project may not use. */
export function deniedModelsIn({ deniedModels }: Pick<ProjectRow, 'deniedModels'>): string[] {
  return JSON.parse(deniedModels ?? '[]') as string[];
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
    const models = listed(JSON.parse(project.models) as string[]);
    rules = {
      projectModels: models,
      models,
      deniedModels: listed(deniedModelsIn(project)),
      endpoints: listed(JSON.parse(project.customEndpoints) as string[]),
      mcpPrefixes: mcpPrefixes === 'all' ? undefined : new Set(mcpPrefixes),
      mcpTools: mcpToolsIn(project.mcpTools),
      limits: {
        ...limitsIn(project),
        organizationSpendLimit: project.organizationSpendLimit,
        models: modelLimitsIn(project),
      },
    };
    remembered.set(project, rules);
  }
  return rules;
}

/** Returns the allow list as a set. An empty list means all. */
function listed(ids: string[]): ReadonlySet<string> | undefined {
  return ids.length === 0 ? undefined : new Set(ids);
}
