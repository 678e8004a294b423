// Mail, and the only door to nodemailer.
//
// A mail is a job: it is added in the transaction of what caused it, so that it is sent if and only if that happened,
// and no answer waits for a mail server. While the server is away the job is tried again, at least once a minute, until
// what it says is out of date. A crash between the server's "250" and the end of the job sends a mail twice at most; it
// then carries the same Message-ID, by which programs can tell.
//
// A server without a mail server leaves mails alone: another one on the same database may have one.
//
// A link's token is known to the mail alone: the job holds it sealed.
//
// Traps of nodemailer dealt with here: a recipient as a text may hold several addresses, or header lines, so it is always
// an object; attachments by path or URL are off; its waiting times are minutes, so they are set.

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
import { compose, type Letter } from './letters.ts';

const nodemailer = lazyRequire<typeof import('nodemailer')>('nodemailer');

const jobKind = 'mail';
const connectTimeoutMs = 5000;
const greetingTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;

const maxRetryDelayMs = 60_000;
/** More than a week at a try a minute: a letter's own end comes first. */
const maxAttempts = 12_000;

type StoredLetter = Letter & { token?: string };

export class Mail {
  /** Whether there is a mail server to give mails to. */
  readonly configured: boolean;
  readonly #services: MailServices;

  constructor(services: MailServices) {
    this.configured = services.config.smtp.host !== '';
    this.#services = services;
    if (this.configured) services.queue.register(mailJob(services));
  }

  /** Sends the letter once the transaction has committed. Without a mail server it is dropped. */
  async post(letter: Letter, inside: Transaction): Promise<void> {
    if (!this.configured) return this.drop(letter.kind);
    const stored: StoredLetter = { ...letter };
    if (stored.token !== undefined) stored.token = this.#services.secrets.seal(stored.token, placeOf(letter));
    await this.#services.queue.add({ name: jobKind }, stored, { inside });
  }

  /** Notes that a mail cannot be sent, because there is no mail server. */
  drop(kind: Letter['kind']): void {
    this.#services.metrics.mail('unconfigured');
    this.#services.log.warn({ letter: kind }, 'a mail was dropped: SVC_SMTP_URL is not set');
  }
}

/**
 * Where the token of a letter is stored. The queue names the row only later, so the recipient stands for it: a token that is
 * moved to a letter to somebody else does not open.
 */
function placeOf({ kind, to, expiresAt }: Pick<StoredLetter, 'kind' | 'to' | 'expiresAt'>): SealedPlace {
  return { table: 'jobs', column: 'payload', row: JSON.stringify([kind, to, expiresAt]) };
}

/** The jobs of mails whose link is sealed. */
export async function jobsWithLinks(inside: Transaction | null): Promise<string[]> {
  const jobs = await Job.findAll({
    where: { kind: jobKind },
    attributes: ['id', 'payload'],
    raw: true,
    transaction: inside,
  });
  return jobs.filter(({ payload }) => (JSON.parse(payload) as StoredLetter).token !== undefined).map(({ id }) => id);
}

export interface MailServices {
  config: Config;
  site: Site;
  queue: Queue;
  secrets: Secrets;
  metrics: Metrics;
  log: Log;
}

function mailJob({ config, site, secrets, metrics, log }: MailServices): JobKind<StoredLetter> {
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
      const letter =
        stored.token === undefined ? stored : { ...stored, token: secrets.open(stored.token, placeOf(stored)) };
      const content = compose(letter, site);
      const from = sender(config.smtp, site);
      try {
        transport ??= nodemailer().createTransport(transportOptions(config.smtp));
        await transport.sendMail({
          from,
          to: { name: '', address: letter.to },
          subject: content.subject,
          text: renderText(content, site.url),
          html: renderHtml(content, site.url),
          messageId: `<${id}@${from.address.split('@').at(-1)}>`,
          // No out-of-office answer to these.
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

/** The server knows the recipient or the content, and does not want it. A refused sender or sign-in is ours to mend. */
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
    // Where plain text would do, a certificate that nobody signed is no worse.
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

/** The configured sender; else svc@ the host of the site. */
function sender({ from }: Config['smtp'], site: Site): Mailbox {
  const [, name = '', address] = /^\s*"?(.*?)"?\s*<(.+)>$/.exec(from) ?? [];
  if (from !== '') return { name, address: address ?? from };
  const { hostname } = new URL(site.url);
  return { name: 'svc', address: `svc@${isIP(hostname) === 0 && !hostname.startsWith('[') ? hostname : 'localhost'}` };
}
