// Sends mail; the only file that uses nodemailer.
//
// Each mail is a job that is added in the transaction of its cause. So the mail is sent if and only if the transaction
// commits, and no response waits for the mail server. A failed job is retried at least once a minute until the mail has
// expired. A crash after the mail server's "250" may send a mail twice, with the same Message-ID, by which mail clients
// can recognize the duplicate.
//
// A server without SMTP settings leaves mail jobs alone, because another server on the same database may have settings.
//
// The job holds the token of a link encrypted.
//
// Nodemailer's traps: a recipient given as text may contain several addresses or header lines, so it is always an
// object. Attachments by path or URL are turned off. Its default timeouts are minutes, so they are set here.

import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { Job } from '../../models/job.ts';
import {
  inNetworks,
  type JobKind,
  type Log,
  lazyRequire,
  type Metrics,
  type Queue,
  type Site,
} from '../platform/index.ts';
import type { Config, SealedPlace, Secrets } from '../settings/index.ts';
import { renderHtml, renderText } from './layout.ts';
import { type MailMessage, renderTemplate } from './templates.ts';

const nodemailer = lazyRequire<typeof import('nodemailer')>('nodemailer');

const jobKind = 'mail';
const connectTimeoutMs = 5000;
const greetingTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;

const maxRetryDelayMs = 60_000;
/** More than a week at one attempt a minute. Every mail expires earlier. */
const maxAttempts = 12_000;

type StoredMessage = MailMessage & { token?: string };

export class Mail {
  /** True if an SMTP server is configured. */
  readonly configured: boolean;
  readonly #services: MailServices;

  constructor(services: MailServices) {
    this.configured = services.config.smtp.host !== '';
    this.#services = services;
    if (this.configured) services.queue.register(mailJob(services));
  }

  /** Sends the mail after the transaction has committed. Drops it with a warning if no SMTP server is configured. */
  async post(message: MailMessage, tx: Transaction): Promise<void> {
    if (!this.configured) return this.drop(message.kind);
    const stored: StoredMessage = { ...message };
    if (stored.token !== undefined) stored.token = this.#services.secrets.seal(stored.token, placeOf(message));
    await this.#services.queue.add({ name: jobKind }, stored, { transaction: tx });
  }

  /** Counts and logs a mail that is dropped because no SMTP server is configured. */
  drop(kind: MailMessage['kind']): void {
    this.#services.metrics.mail('unconfigured');
    this.#services.log.warn({ letter: kind }, 'a mail was dropped: SVC_SMTP_URL is not set');
  }
}

/**
 * Returns the location of the encrypted token, which is bound into the ciphertext. The id of the job is not yet known,
 * so kind, recipient and expiry identify it: a token that is moved to a mail for another recipient cannot be decrypted.
 */
function placeOf({ kind, to, expiresAt }: Pick<StoredMessage, 'kind' | 'to' | 'expiresAt'>): SealedPlace {
  return { table: 'jobs', column: 'payload', row: JSON.stringify([kind, to, expiresAt]) };
}

/** Returns the ids of the mail jobs with an encrypted token. */
export async function jobsWithLinks(tx: Transaction | null): Promise<string[]> {
  const jobs = await Job.findAll({
    where: { kind: jobKind },
    attributes: ['id', 'payload'],
    raw: true,
    transaction: tx,
  });
  return jobs.filter(({ payload }) => (JSON.parse(payload) as StoredMessage).token !== undefined).map(({ id }) => id);
}

/** Returns how many mails that wait to be sent have a link that this key does not open. */
export async function unreadableLinks(secrets: Secrets): Promise<number> {
  const jobs = await Job.findAll({ where: { kind: jobKind }, attributes: ['payload'], raw: true });
  const messages = jobs.map(({ payload }) => JSON.parse(payload) as StoredMessage);
  return messages.filter((message) => message.token !== undefined && !secrets.opens(message.token, placeOf(message)))
    .length;
}

export interface MailServices {
  config: Config;
  site: Site;
  queue: Queue;
  secrets: Secrets;
  metrics: Metrics;
  log: Log;
}

function mailJob({ config, site, secrets, metrics, log }: MailServices): JobKind<StoredMessage> {
  let transport: Transporter | undefined;
  return {
    name: jobKind,
    concurrency: 4,
    leaseMs: 60_000,
    maxAttempts,
    retryDelayMs: (attempt) => Math.min(1000 * 2 ** (attempt - 1), maxRetryDelayMs),
    async run(stored, { id }) {
      const drop = (outcome: 'expired' | 'refused', reason?: string): void => {
        metrics.mail(outcome);
        log.warn({ job: id, letter: stored.kind, reason }, `a mail was dropped: ${outcome}`);
      };
      if (stored.expiresAt <= nowSeconds()) return drop('expired');
      const message =
        stored.token === undefined ? stored : { ...stored, token: secrets.open(stored.token, placeOf(stored)) };
      const content = renderTemplate(message, site);
      const from = sender(config.smtp, site);
      try {
        transport ??= nodemailer().createTransport(transportOptions(config.smtp));
        await transport.sendMail({
          from,
          to: { name: '', address: message.to },
          subject: content.subject,
          text: renderText(content, site.url),
          html: renderHtml(content, site.url),
          messageId: `<${id}@${from.address.split('@').at(-1)}>`,
          // Suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        metrics.mail('sent');
      } catch (error) {
        if (!isRefusedForGood(error)) throw error;
        drop('refused', (error as Error).message);
      }
    },
    async giveUp({ kind }, reason) {
      metrics.mail('refused');
      log.error({ letter: kind, reason }, 'a mail could not be sent');
    },
  };
}

/**
 * Connects to the mail server and signs in, without sending anything. Throws the error of the mail server or the
 * connection.
 */
export async function tryMailServer(smtp: Config['smtp']): Promise<void> {
  const transport = nodemailer().createTransport(transportOptions(smtp));
  await transport.verify().finally(() => transport.close());
}

/**
 * Returns true if the mail server rejects this recipient or content permanently. A rejected sender or sign-in is an
 * error of the settings, so such a mail is retried.
 */
function isRefusedForGood(error: unknown): boolean {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}

function transportOptions({ host, port, user, password, secure, starttls }: Config['smtp']): object {
  const here = host === 'localhost' || inNetworks(['127.0.0.0/8', '::1/128'])(host);
  const lenient = starttls === 'optional' || (starttls === 'auto' && here);
  return {
    host,
    port,
    secure,
    requireTLS: !lenient,
    opportunisticTLS: lenient,
    // STARTTLS is optional here, so an unverified certificate is no worse than plain text.
    tls: { rejectUnauthorized: !lenient },
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

interface Mailbox {
  name: string;
  address: string;
}

/** Returns the configured sender, or svc@ the host of the panel's URL. */
function sender({ from }: Config['smtp'], site: Site): Mailbox {
  const [, name = '', address] = /^\s*"?(.*?)"?\s*<(.+)>$/.exec(from) ?? [];
  if (from !== '') return { name, address: address ?? from };
  const { hostname } = new URL(site.url);
  return { name: 'svc', address: `svc@${isIP(hostname) === 0 && !hostname.startsWith('[') ? hostname : 'localhost'}` };
}
