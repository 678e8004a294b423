// Finds out which cases can run against a deployment, from the server's settings and from the options of the run.

import type { ContractCase, Need } from '../document/index.ts';
import { credentialRemedies } from './credentials.ts';
import { earlierRuns } from './fixtures.ts';
import { directWay } from './intermediary.ts';
import type { Ask } from './send.ts';

/**
 * Side effects beyond the organizations that a run creates. Each one needs the permission of the person who runs the
 * contract.
 */
export const effects = ['mail', 'failed-logins', 'settings', 'users', 'workers'] as const;

export type Effect = (typeof effects)[number];

export interface Offer {
  /** The permitted side effects. */
  allowed: ReadonlySet<Effect>;
  /** Fixtures that a run cannot create, by name. */
  given: ReadonlyMap<string, string>;
  hasAccount: boolean;
}

interface Settings {
  server?: { public_url?: string | null };
  smtp?: { host?: string | null };
  metrics?: { address?: string };
  search?: { rewrite_model?: string | null };
  webhook?: { allowed_cidrs?: string[] };
  limits?: { max_body_bytes?: number; max_inference_body_bytes?: number; max_upload_bytes?: number };
}

/** The needs that a deployment or the credentials do not meet, each with the remedy. */
export interface MissingNeeds {
  of: ReadonlyMap<string, string>;
  /** The public base URL of the server, as browsers know it. */
  publicUrl: string | undefined;
}

const usual = { max_body_bytes: 2 ** 20, max_inference_body_bytes: 2 ** 24, max_upload_bytes: 2 ** 33 };
const overHttp = 'the run cannot create it over HTTP';
const unknownSettings = "only an admin's token reads the settings of the server";

/**
 * Reads the server's settings and derives the unmet needs. Throws Refused if the server refuses them, for example
 * because the credential does not belong to an admin. Without an admin's token the settings are unknown.
 */
export async function missingNeeds(
  ask: Ask,
  adminToken: string | undefined,
  { allowed, given, hasAccount }: Offer,
): Promise<MissingNeeds> {
  const {
    smtp = {},
    metrics = {},
    search = {},
    webhook = {},
    limits = {},
    server = {},
  } = await settingsOf(ask, adminToken);
  const receiverRemedy = '--webhook-receiver URL: an address of this machine that the server reaches over HTTPS';
  const otherSettings = adminToken === undefined ? unknownSettings : 'the server has other settings';
  const withoutMail = adminToken === undefined ? unknownSettings : 'the server has no mail server';
  const withoutRewriting =
    adminToken === undefined ? unknownSettings : 'the server has no model that rewrites queries (search.rewrite_model)';
  const hasMail = (smtp.host ?? null) !== null && smtp.host !== '';
  const offered: Record<Need, [isThere: boolean, remedy: string]> = {
    account: [hasAccount, '--account EMAIL; the password comes from SVC_PASSWORD or a prompt'],
    'new-account': [false, overHttp],
    'mailed-token': [false, overHttp],
    'approved-sign-in': [false, overHttp],
    'empty-server': [false, overHttp],
    'custom-endpoint': [given.has('v1'), '--fixture v1=PATH, such as v1=ocr'],
    'identity-provider': [given.has('sso'), '--fixture sso=NAME'],
    'provider-answer': [false, overHttp],
    'mcp-server': [given.has('mcp'), '--fixture mcp=PREFIX'],
    model: [given.has('models'), '--fixture models=ID'],
    'rewriting-model': [(search.rewrite_model ?? '') !== '', withoutRewriting],
    secret: [given.has('reveal'), '--fixture reveal=PATH, such as reveal=smtp.password'],
    'failed-logins': [allowed.has('failed-logins'), '--allow failed-logins'],
    mail: [allowed.has('mail') && hasMail, hasMail ? '--allow mail' : withoutMail],
    settings: [allowed.has('settings'), '--allow settings; the run does not restore them'],
    users: [allowed.has('users'), '--allow users; no operation deletes them'],
    workers: [allowed.has('workers'), '--allow workers; they stay listed'],
    'public-webhooks': [webhook.allowed_cidrs?.length === 0, otherSettings],
    'usual-body-limit': [
      limits.max_body_bytes === usual.max_body_bytes &&
        limits.max_inference_body_bytes === usual.max_inference_body_bytes,
      otherSettings,
    ],
    'usual-metrics-address': [metrics.address === '', otherSettings],
    'usual-upload-limit': [limits.max_upload_bytes === usual.max_upload_bytes, otherSettings],
  };
  const unmet = Object.entries(offered).flatMap(([need, [isThere, remedy]]): [string, string][] =>
    isThere ? [] : [[need, remedy]],
  );
  const others: [string, string][] = [
    ...Object.entries(credentialRemedies),
    ['receiver', receiverRemedy],
    [earlierRuns, 'the server limits the sign-ins of an address: wait an hour between such runs'],
    [directWay, 'a proxy before the server refuses these requests itself'],
    ['rows', 'x-unfilled in the document says why no run fills these lists'],
  ];
  return { of: new Map([...unmet, ...others]), publicUrl: server.public_url || undefined };
}

async function settingsOf(ask: Ask, adminToken: string | undefined): Promise<Settings> {
  if (adminToken === undefined) return {};
  const answer = await ask('GET', '/admin/config', { token: adminToken });
  if (answer.status !== 200 || typeof answer.body !== 'object' || answer.body === null)
    throw new Refused(answer.status, answer.text);
  return answer.body as Settings;
}

/** Returns the first unmet need of the case. */
export function missingNeed({ of }: MissingNeeds, { needs = [] }: ContractCase): Need | undefined {
  return needs.find((need) => of.has(need));
}

/** The server refuses a request that every run begins with. */
export class Refused extends Error {
  readonly status: number;
  /** The refused credential is a key, not an admin's token. */
  readonly isKey: boolean;

  constructor(status: number, text: string, isKey = false) {
    super(`The server answered ${status} ${text.slice(0, 300)}`);
    this.name = 'Refused';
    this.status = status;
    this.isKey = isKey;
  }
}
