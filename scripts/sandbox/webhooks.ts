// Sends the webhooks of the sandbox, and keeps a copy of each. The server creates, signs and retries deliveries as
// always. This sender replaces only the server's HTTP client: it sends an event twice, late, badly signed or reordered.

import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { components } from '../../generated/sandbox.ts';
import { nowSeconds } from '../../models/clock.ts';
import { Project } from '../../models/project.ts';
import { Outbound, type PostResult } from '../../services/platform/index.ts';
import { secretPlace, signatures, type WebhookSender } from '../../services/webhooks/index.ts';

type Schemas = components['schemas'];
type Manner = Schemas['WebhookManner'];
type Rules = Schemas['WebhookRules'];
type Sent = Schemas['SentWebhook'];
type Post = Parameters<WebhookSender['post']>[0];
type OpenSecret = (sealed: string, place: ReturnType<typeof secretPlace>) => string;

interface Entry {
  sent: Sent;
  post: Post;
  /** Sends a held webhook, or drops it. */
  release?: (sends: boolean) => Promise<unknown>;
}

const maxKept = 1000;
const usual: Rules = { times: 1, signature: 'valid', age_seconds: 0, delay_ms: 0, hold: false };
const anyOrganization = '';
const dropped: PostResult = { status: null, error: 'connection_closed', body: null, retryAfter: undefined };

export class WebhookLog {
  #entries: Entry[] = [];
  readonly #rules = new Map<string, Rules>();
  #count = 0;
  #outbound: Outbound | undefined;
  #open: OpenSecret | undefined;

  /** Takes the function that decrypts secrets, to sign anew, when the services exist. */
  signWith(open: OpenSecret): void {
    this.#open = open;
  }

  /** Creates the sender of the server's deliveries. */
  createSender(settings: ConstructorParameters<typeof Outbound>[0]): WebhookSender {
    const outbound = new Outbound(settings);
    this.#outbound = outbound;
    return {
      post: (post) => this.#deliver(post),
      close: async () => {
        await this.forget(undefined);
        await outbound.close();
      },
    };
  }

  list(organizationId: string | undefined): Sent[] {
    return this.#of(organizationId).map(({ sent }) => sent);
  }

  setRules(rules: Rules, organizationId: string | undefined): Rules {
    this.#rules.set(organizationId ?? anyOrganization, rules);
    return rules;
  }

  /** Drops the held webhooks, and deletes the copies of sent webhooks and the rules. */
  async forget(organizationId: string | undefined): Promise<void> {
    const forgotten = this.#of(organizationId);
    this.#entries = this.#entries.filter((entry) => !forgotten.includes(entry));
    if (organizationId === undefined) this.#rules.clear();
    else this.#rules.delete(organizationId);
    await Promise.all(forgotten.map(({ release }) => release?.(false)));
  }

  /** Sends a webhook again. Returns undefined if there is none with this id. */
  async replay(id: string, manner: Manner, organizationId: string | undefined): Promise<Sent | undefined> {
    const found = this.#of(organizationId).find(({ sent }) => sent.id === id);
    if (found === undefined) return undefined;
    const entry = this.#add(found.post, found.sent.organization_id, true);
    await this.#send(entry, manner);
    return entry.sent;
  }

  /** Sends held webhooks one after the other. Returns them in the order in which they were sent. */
  async release(
    { ids, reverse = false }: Schemas['ReleaseRequest'],
    organizationId: string | undefined,
  ): Promise<Sent[]> {
    const held = this.#of(organizationId).filter(({ sent }) => sent.state === 'held');
    const chosen = ids === undefined ? held : ids.flatMap((id) => held.find(({ sent }) => sent.id === id) ?? []);
    const inOrder = reverse ? chosen.toReversed() : chosen;
    for (const { release } of inOrder) await release?.(true);
    return inOrder.map(({ sent }) => sent);
  }

  async #deliver(post: Post): Promise<PostResult> {
    const project = await Project.findByPk(post.lane, { raw: true });
    const organizationId = project?.organizationId ?? '';
    const rules = this.#rules.get(organizationId) ?? this.#rules.get(anyOrganization) ?? usual;
    const entry = this.#add(post, organizationId, false);
    if (!rules.hold) return this.#send(entry, rules);
    entry.sent.state = 'held';
    return new Promise((resolve) => {
      entry.release = async (sends) => {
        delete entry.release;
        const answer = sends ? await this.#send(entry, rules) : dropped;
        resolve(answer);
      };
    });
  }

  #add(post: Post, organizationId: string, isReplay: boolean): Entry {
    this.#count += 1;
    const body = post.body.toString();
    const { id, type } = JSON.parse(body) as { id: string; type: string };
    const sent: Sent = {
      id: `sent_${this.#count}`,
      project_id: post.lane,
      organization_id: organizationId,
      url: post.url,
      event_id: id,
      type,
      headers: post.headers,
      body,
      state: 'sending',
      is_replay: isReplay,
      statuses: [],
    };
    const entry = { sent, post };
    this.#entries.push(entry);
    if (this.#entries.length > maxKept) this.#entries.shift();
    return entry;
  }

  /** Returns the receiver's first answer. */
  async #send(entry: Entry, manner: Manner): Promise<PostResult> {
    const { sent, post } = entry;
    sent.state = 'sending';
    if (manner.delay_ms > 0) await wait(manner.delay_ms);
    const headers = await this.#headersFor(post, manner);
    sent.headers = headers;
    let first: PostResult | undefined;
    for (let time = 0; time < manner.times; time += 1) {
      const answer = await (this.#outbound as Outbound).post({ ...post, headers });
      sent.statuses.push(answer.status);
      first ??= answer;
    }
    sent.state = 'sent';
    return first ?? dropped;
  }

  async #headersFor(post: Post, { signature, age_seconds: age }: Manner): Promise<Record<string, string>> {
    const signed = { ...post.headers, ...(age === 0 ? {} : await this.#signAt(nowSeconds() - age, post)) };
    const { 'webhook-signature': valid = '', ...rest } = signed;
    if (signature === 'missing') return rest;
    return { ...signed, 'webhook-signature': signature === 'valid' ? valid : `v1,${hash('sha256', valid, 'base64')}` };
  }

  /** Returns the headers that sign the webhook at another time. */
  async #signAt(timestamp: number, { headers, lane: projectId, body }: Post): Promise<Record<string, string>> {
    const project = await Project.findByPk(projectId, { raw: true });
    const sealed = project?.webhookSecret ?? null;
    if (project === null || sealed === null) return {};
    const secret = this.#open?.(sealed, secretPlace(projectId, 'webhook_secret')) ?? '';
    const id = headers['webhook-id'] ?? '';
    return {
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(project.webhookSigning, [secret], id, timestamp, body),
    };
  }

  #of(organizationId: string | undefined): Entry[] {
    if (organizationId === undefined) return this.#entries;
    return this.#entries.filter(({ sent }) => sent.organization_id === organizationId);
  }
}
