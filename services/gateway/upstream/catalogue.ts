// The catalogue of models and their upstreams. Upstreams without configured models are asked for their lists, in the
// background and when a call names an unknown model. An upstream that does not answer keeps its last list.

import type { Log } from '../../platform/index.ts';
import { configured, discover, type OfferedModel } from './discovery.ts';
import type { Upstream } from './upstream.ts';

/** The maximum time that calls wait for a list, counted from the request for it. */
const patienceMs = 3000;
/** The minimum time between two requests for an upstream's list because of unknown models. */
const minRefreshMs = 5000;

/** A model and its upstreams, in the order of the configuration. */
interface Offer {
  model: OfferedModel;
  upstreams: Upstream[];
  shares: Share[];
  /** True if some of the upstreams have Anthropic's API. */
  isMixed: boolean;
}

/** The upstreams that can answer a call: those with the public API, or for messages those with Anthropic's too. */
export type Speaking = 'openai' | 'any';

/** The state of smooth weighted round robin. */
interface Share {
  upstream: Upstream;
  credit: number;
}

interface Discovery {
  upstream: Upstream;
  models: OfferedModel[] | undefined;
  askedAt: number;
  /** The number of calls so far. */
  times: number;
  running: Promise<void> | undefined;
}

export class Catalogue {
  readonly #log: Log;
  #upstreams: readonly Upstream[] = [];
  #discoveries = new Map<Upstream, Discovery>();
  #offers = new Map<string, Offer>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Replaces the upstreams. The model lists of unchanged upstreams are kept. */
  replace(upstreams: readonly Upstream[]): void {
    this.#upstreams = upstreams;
    const asked = upstreams.filter(({ settings }) => settings.models === null);
    this.#discoveries = new Map(
      asked.map((upstream) => [
        upstream,
        this.#discoveries.get(upstream) ?? {
          upstream,
          models: undefined,
          askedAt: Number.NEGATIVE_INFINITY,
          times: 0,
          running: undefined,
        },
      ]),
    );
    this.#merge();
    if (this.#timer !== undefined) this.#askAll();
  }

  /** Starts to request the lists, now and at every interval. */
  start(intervalMs: number): void {
    this.#timer = setInterval(() => this.#askAll(), intervalMs);
    this.#askAll();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Returns every model with its first upstream. Right after the start it waits briefly for the lists. */
  async list(): Promise<{ model: OfferedModel; upstream: Upstream }[]> {
    await this.#wait([...this.#discoveries.values()].filter(({ models, times }) => models === undefined && times < 2));
    return [...this.#offers.values()].map(({ model, upstreams }) => ({ model, upstream: upstreams[0] as Upstream }));
  }

  model(id: string): OfferedModel | undefined {
    return this.#offers.get(id)?.model;
  }

  /**
   * Returns what the settings say that all upstreams of a model take: the inputs of one request, and the tokens of one
   * input. What an upstream lists itself is left out: it counts tokens in another way, and takes longer texts.
   */
  inputLimits(id: string): { inputs: number | undefined; tokens: number | undefined } {
    const told = this.upstreamsOf(id).flatMap(
      ({ settings }) => settings.models?.find((model) => model.id === id) ?? [],
    );
    return {
      inputs: leastOf(told.map(({ maxInputs }) => maxInputs)),
      tokens: leastOf(told.map(({ contextLength }) => contextLength)),
    };
  }

  /** Returns the model ids of an upstream; undefined if it has not answered yet. */
  offeredBy(upstream: Upstream): string[] | undefined {
    return (upstream.settings.models ?? this.#discoveries.get(upstream)?.models)?.map(({ id }) => id);
  }

  /** Returns the upstreams of a model in the order to try them; undefined if there are none. */
  offering(id: string, speaking: Speaking = 'openai'): readonly Upstream[] | undefined {
    const offer = this.#offers.get(id);
    if (offer === undefined) return undefined;
    const able = ableOf(offer, inTurn(offer), speaking);
    return able.length === 0 ? undefined : able;
  }

  /** Returns the upstreams of a model. Unlike `offering`, does not advance the round robin. */
  upstreamsOf(id: string): readonly Upstream[] {
    const offer = this.#offers.get(id);
    return offer === undefined ? [] : ableOf(offer, offer.upstreams, 'openai');
  }

  /** Returns the upstreams of a model after a refresh of the lists. */
  async findOffering(id: string, speaking: Speaking = 'openai'): Promise<readonly Upstream[] | undefined> {
    await this.#wait([...this.#discoveries.values()]);
    return this.offering(id, speaking);
  }

  /** `true` if an upstream has never answered with its list. */
  get isIncomplete(): boolean {
    return [...this.#discoveries.values()].some(({ models }) => models === undefined);
  }

  #askAll(): void {
    for (const discovery of this.#discoveries.values()) void this.#refresh(discovery);
  }

  async #wait(discoveries: Discovery[]): Promise<void> {
    await Promise.all(
      discoveries.map((discovery) => {
        const running = this.#refresh(discovery);
        const leftMs = discovery.askedAt + patienceMs - performance.now();
        return running === undefined || leftMs <= 0 ? undefined : atMost(running, leftMs);
      }),
    );
  }

  /** Returns the pending refresh; undefined if the last list is too recent for a new request. */
  #refresh(discovery: Discovery): Promise<void> | undefined {
    const now = performance.now();
    if (discovery.running !== undefined || now - discovery.askedAt < minRefreshMs) return discovery.running;
    discovery.askedAt = now;
    discovery.times += 1;
    const { name } = discovery.upstream.settings;
    discovery.running = discover(discovery.upstream)
      .then(
        (models) => {
          discovery.models = models;
          this.#merge();
        },
        (error: unknown) => this.#log.warn({ upstream: name, err: error }, 'could not list the models of an upstream'),
      )
      .finally(() => {
        discovery.running = undefined;
      });
    return discovery.running;
  }

  #merge(): void {
    const offers = new Map<string, Offer>();
    for (const upstream of this.#upstreams) {
      const { api, models, name, weight } = upstream.settings;
      const offered = models === null ? this.#discoveries.get(upstream)?.models : configured(models, name);
      for (const model of offered ?? []) {
        const offer = offers.get(model.id) ?? { model, upstreams: [], shares: [], isMixed: false };
        offers.set(model.id, offer);
        if (offer.upstreams.includes(upstream)) continue;
        offer.upstreams.push(upstream);
        offer.isMixed ||= api === 'anthropic';
        if (weight > 0) offer.shares.push({ upstream, credit: 0 });
      }
    }
    this.#offers = offers;
  }
}

function leastOf(given: (number | null)[]): number | undefined {
  const known = given.filter((value) => value !== null);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Resolves when the work is done, or after the time limit. */
async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Returns those of the offer's upstreams that can answer a call. */
function ableOf({ isMixed }: Offer, upstreams: readonly Upstream[], speaking: Speaking): readonly Upstream[] {
  return speaking === 'any' || !isMixed ? upstreams : upstreams.filter(({ settings }) => settings.api === 'openai');
}

/**
 * Returns the upstreams in the order of the configuration. If the first has a weight, round robin picks the first among
 * the weighted ones.
 */
function inTurn({ upstreams, shares }: Offer): readonly Upstream[] {
  if (shares.length < 2 || shares[0]?.upstream !== upstreams[0]) return upstreams;
  let total = 0;
  for (const share of shares) {
    share.credit += share.upstream.settings.weight;
    total += share.upstream.settings.weight;
  }
  const next = shares.reduce((best, share) => (share.credit > best.credit ? share : best));
  next.credit -= total;
  return [next.upstream, ...upstreams.filter((upstream) => upstream !== next.upstream)];
}
