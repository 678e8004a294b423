// Which upstream offers which model. Upstreams whose models the operator does not name are asked, in the background and
// when a model is sought that nobody is known to offer; one that does not answer keeps what it offered last.

import type { Log } from '../../platform/index.ts';
import { configured, discover, type OfferedModel } from './discovery.ts';
import type { Upstream } from './upstream.ts';

/** How long calls wait for a list, from when it was asked for: nobody waits for one that is late. */
const patienceMs = 3000;
/** An upstream is not asked again for an unknown model within this time. */
const minRefreshMs = 5000;

/** A model, and who offers it, in the order of the configuration. */
interface Offer {
  model: OfferedModel;
  upstreams: Upstream[];
  shares: Share[];
}

/** For a smooth weighted round: who has waited longest for its share is next. */
interface Share {
  upstream: Upstream;
  credit: number;
}

interface Discovery {
  upstream: Upstream;
  models: OfferedModel[] | undefined;
  askedAt: number;
  /** How often it has been asked. */
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

  /** From now on these are the upstreams. What is known of those that were there already stays known. */
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

  /** Begins to ask the upstreams, now and at every interval. */
  start(intervalMs: number): void {
    this.#timer = setInterval(() => this.#askAll(), intervalMs);
    this.#askAll();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Every model with the upstream that is asked first. At the start, upstreams get a moment to say what they have. */
  async list(): Promise<{ model: OfferedModel; upstream: Upstream }[]> {
    await this.#wait([...this.#discoveries.values()].filter(({ models, times }) => models === undefined && times < 2));
    return [...this.#offers.values()].map(({ model, upstreams }) => ({ model, upstream: upstreams[0] as Upstream }));
  }

  /** What is known of a model that somebody offers. */
  model(id: string): OfferedModel | undefined {
    return this.#offers.get(id)?.model;
  }

  /** The ids of what one upstream offers; undefined where it has not said yet. */
  offeredBy(upstream: Upstream): string[] | undefined {
    return (upstream.settings.models ?? this.#discoveries.get(upstream)?.models)?.map(({ id }) => id);
  }

  /** Who offers the model, in the order in which to ask; undefined where nobody is known to. */
  offering(id: string): readonly Upstream[] | undefined {
    const offer = this.#offers.get(id);
    return offer === undefined ? undefined : inTurn(offer);
  }

  /** The same, after the upstreams have been asked anew. */
  async seek(id: string): Promise<readonly Upstream[] | undefined> {
    await this.#wait([...this.#discoveries.values()]);
    return this.offering(id);
  }

  /** Whether an upstream has never said what it offers. */
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

  /** The answer on its way; undefined where the last one is too young to ask again. */
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
        (error: unknown) => this.#log.warn({ upstream: name, err: error }, 'an upstream does not list its models'),
      )
      .finally(() => {
        discovery.running = undefined;
      });
    return discovery.running;
  }

  #merge(): void {
    const offers = new Map<string, Offer>();
    for (const upstream of this.#upstreams) {
      const { models, name, weight } = upstream.settings;
      const offered = models === null ? this.#discoveries.get(upstream)?.models : configured(models, name);
      for (const model of offered ?? []) {
        const offer = offers.get(model.id) ?? { model, upstreams: [], shares: [] };
        offers.set(model.id, offer);
        if (offer.upstreams.includes(upstream)) continue;
        offer.upstreams.push(upstream);
        if (weight > 0) offer.shares.push({ upstream, credit: 0 });
      }
    }
    this.#offers = offers;
  }
}

/** Resolves with the work, or after the time. */
async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Those who offer it, in the order of the configuration; where the first has a weight, one of the weighted goes first. */
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
