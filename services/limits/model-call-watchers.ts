// The watchers of calls to models, custom endpoints and MCP servers. Limits may refuse a call before it is sent, and
// usage is recorded when it has ended. Watchers register here, so that the inference code does not depend on them.

import { ServiceError } from '../platform/index.ts';
import type { Limits } from '../tenancy/index.ts';
import {
  type EndedCall,
  type EndOfCall,
  type ModelCall,
  type ModelCallEnd,
  type ModelCallWatcher,
  notSent,
  type Provider,
  type Tokens,
} from './model-calls.ts';
import { type Priced, pricesOf, unpricedTools } from './usage/cost.ts';
import type { RecentOutput } from './usage/recent-output.ts';
import { reservationOf, usedTokens } from './usage/tokens.ts';

export interface ModelCallRules {
  /** True if projects with a spend limit may call models without a price. */
  allowsUnpriced: boolean;
}

export class ModelCalls {
  readonly #rules: ModelCallRules;
  readonly #recent: RecentOutput;
  /** Calls that have ended and whose tokens are still being counted. */
  readonly #counting = new Set<Promise<void>>();
  readonly #watchers: ModelCallWatcher[] = [];

  constructor(recent: RecentOutput, rules: ModelCallRules) {
    this.#rules = rules;
    this.#recent = recent;
  }

  /** Resolves when the watchers have received all ended calls. */
  async close(): Promise<void> {
    await Promise.all(this.#counting);
  }

  /**
   * Returns the upstreams that may answer the call. If the project or the key has a spend limit, these are the upstreams
   * with a price for all of it. Throws `model_has_no_price` if there are none.
   */
  affordableProviders<One extends Provider>(
    providers: readonly One[],
    call: Priced,
    limits: Limits,
    ofKey?: Limits,
  ): readonly One[] {
    if (!this.needsPrice(limits, ofKey) || providers.length === 0) return providers;
    const priced = providers.filter((one) => pricesOf(call, one).every((price) => price !== undefined));
    const ofOrganization = (limits.organizationSpendLimit ?? null) === null ? 'key' : 'organization';
    const whose = limits.spendLimit === null ? ofOrganization : 'project';
    if (priced.length === 0) throw withoutPrice(whose, call, providers);
    const able = priced.filter((one) => unpricedTools(call, one).length === 0);
    if (able.length > 0) return able;
    const [tool] = unpricedTools(call, priced[0] as One);
    throw new ServiceError(
      'model_has_no_price',
      `The ${whose} has a spend limit, and '${tool?.name}' has no price for '${call.target}'. Ask the operator to name one under prices of the upstream (tools), or leave it out.`,
      tool === undefined ? {} : { param: tool.param },
    );
  }

  /** Returns true if calls without a price are refused: the project, its organization or the key has a spend limit. */
  needsPrice({ spendLimit, organizationSpendLimit = null }: Limits, ofKey?: Limits): boolean {
    const hasSpendLimit =
      spendLimit !== null || organizationSpendLimit !== null || (ofKey !== undefined && ofKey.spendLimit !== null);
    return hasSpendLimit && !this.#rules.allowsUnpriced;
  }

  /** Returns the tokens to reserve for the call. */
  expectedOf(call: ModelCall): Tokens {
    return reservationOf(call, this.#recent);
  }

  /** Returns the call with its charged tokens. */
  async withTokens({ call, end }: EndedCall): Promise<EndedCall> {
    return { call, end: { ...end, tokens: await usedTokens(call, end, this.#recent) } };
  }

  /** Registers a watcher. Watchers are called in the order of registration. */
  watch(watcher: ModelCallWatcher): void {
    this.#watchers.push(watcher);
  }

  /**
   * Announces a call to all watchers. If one refuses it, throws its error, and tells the watchers before it that the
   * call was not sent.
   */
  async begin(call: ModelCall): Promise<EndOfCall> {
    const ends: EndOfCall[] = [];
    try {
      for (const watcher of this.#watchers) {
        const end = await watcher.begin(call);
        if (end !== undefined) ends.push(end);
      }
    } catch (error) {
      for (const end of ends) end(notSent);
      throw error;
    }
    return this.#ending(call, ends);
  }

  /** Returns the function that reports the end of the call with its charged tokens to all watchers, once. */
  #ending(call: ModelCall, ends: readonly EndOfCall[]): EndOfCall {
    let isOver = false;
    return (end) => {
      if (isOver) return;
      isOver = true;
      const counting = this.#reportEnd(call, end, ends).finally(() => this.#counting.delete(counting));
      this.#counting.add(counting);
    };
  }

  async #reportEnd(call: ModelCall, end: ModelCallEnd, ends: readonly EndOfCall[]): Promise<void> {
    const tokens = await usedTokens(call, end, this.#recent);
    if (tokens !== undefined && end.complete) this.#recent.note(call, tokens.output);
    for (const one of ends) one(tokens === end.tokens ? end : { ...end, tokens });
  }
}

/** Returns the error for a call without a price. It names the model, the endpoint, or the tool. */
function withoutPrice(
  whose: 'organization' | 'project' | 'key',
  call: Priced,
  providers: readonly Provider[],
): ServiceError {
  const { kind, target, models = [], tools = [] } = call;
  const missing = (providers[0] === undefined ? [] : pricesOf(call, providers[0])).indexOf(undefined);
  const subject = subjectOf(kind, target, (kind === 'mcp' ? tools : models)[missing]);
  return new ServiceError(
    'model_has_no_price',
    `The ${whose} has a spend limit, and ${subject} has no price. Ask the operator to name one under prices of the upstream, or call another one.`,
    kind === 'mcp' || kind === 'custom_endpoint' ? {} : { param: 'model' },
  );
}

function subjectOf(kind: ModelCall['kind'], target: string, part: string | undefined): string {
  const shown = part?.slice(0, 255);
  if (kind === 'mcp') return `the tool '${shown}' of the MCP server '${target}'`;
  if (kind !== 'custom_endpoint') return `the model '${target}'`;
  return shown === undefined ? `the custom endpoint '${target}'` : `the model '${shown}' at '${target}'`;
}
