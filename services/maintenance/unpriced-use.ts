// Finds the projects with a spend limit that called a custom endpoint or an MCP server without a price. Such calls were
// free up to 0.2.0, and are refused since.

import { nowSeconds } from '../../models/clock.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import type { Log } from '../platform/index.ts';
import { type Config, keyInFile } from '../settings/index.ts';
import { type Check, ok, skipped, warning } from './finding.ts';
import { applyStoredSettings } from './stored-settings.ts';

const days = 30;
const secondsPerDay = 86_400;
const maxShown = 20;

export interface UnpricedUse {
  projectId: string;
  name: string;
  /** The paths of custom endpoints, and `mcp:PREFIX` of MCP servers. */
  targets: string[];
}

/** Warns of the projects that are refused at endpoints and MCP servers which they used in the last 30 days. */
export function unpricedUseCheck(config: Config): Check {
  return {
    part: 'prices',
    advice: 'Check the database.',
    async run() {
      if (config.limits.unpriced_models === 'allow')
        return skipped('SVC_UNPRICED_MODELS is allow: projects with a spend limit may make calls without a price.');
      const found = await findUnpricedUse(config);
      return found.length === 0
        ? ok('No project with a spend limit used anything without a price.')
        : warning(unpricedUseText(found));
    },
  };
}

/** Returns the sentence for the operator. */
export function unpricedUseText(found: readonly UnpricedUse[]): string {
  const named = found
    .slice(0, maxShown)
    .map(({ projectId, name, targets }) => `${name} (${projectId}): ${targets.join(', ')}`);
  const more = found.length > maxShown ? `; and ${found.length - maxShown} more` : '';
  return `Projects with a spend limit used custom endpoints or MCP servers without a price in the last ${days} days; their calls are refused (403 model_has_no_price): ${named.join('; ')}${more}. Add prices to the upstreams (0 is a price), or set SVC_UNPRICED_MODELS=allow.`;
}

/**
 * Returns the uses before an upgrade, with the stored settings. A database of an older version may lack the tables, and
 * then has no such projects.
 */
export async function planUnpricedUse(config: Config, log: Log): Promise<UnpricedUse[]> {
  try {
    if (config.secrets.key !== '' || keyInFile(config.data_dir) !== undefined) await applyStoredSettings(config, log);
    return config.limits.unpriced_models === 'allow' ? [] : await findUnpricedUse(config);
  } catch (error) {
    log.debug({ err: error }, 'could not look for calls without a price');
    return [];
  }
}

async function findUnpricedUse({ upstreams }: Config): Promise<UnpricedUse[]> {
  const rows = await UsageRollup.passedOnByLimited(nowSeconds() - days * secondsPerDay);
  const found = new Map<string, UnpricedUse>();
  for (const { projectId, name, kind, model } of rows) {
    // Up to 0.2.0 the usage has the prefix alone.
    const target = kind === 'mcp' ? `mcp:${model.replace(/^mcp:/, '')}` : model;
    if (!isUnpriced(target, upstreams)) continue;
    const use = found.get(projectId) ?? { projectId, name, targets: [] };
    if (!use.targets.includes(target)) use.targets.push(target);
    found.set(projectId, use);
  }
  return [...found.values()];
}

/** Returns true if upstreams have the endpoint or the MCP server, and none has a price for it. */
function isUnpriced(target: string, upstreams: Config['upstreams']): boolean {
  const prefix = target.startsWith('mcp:') ? target.slice('mcp:'.length) : undefined;
  const offering = upstreams.filter(({ custom_endpoints, mcp_servers }) =>
    prefix === undefined ? custom_endpoints.includes(target) : Object.hasOwn(mcp_servers, prefix),
  );
  const isPrice = (key: string): boolean => key === target || (prefix !== undefined && key.startsWith(`${target}/`));
  return offering.length > 0 && !offering.some(({ prices }) => Object.keys(prices).some(isPrice));
}
