// What can be run against a deployment: its own settings tell some of it, and who runs the contract the rest.

import type { ContractCase, Need } from '../document/index.ts';
import type { Ask } from './send.ts';

/** Effects beyond the organizations that a run makes for itself, which it therefore has to be allowed. */
export const leaves = ['mail', 'guesses', 'settings', 'workers'] as const;

export type Leave = (typeof leaves)[number];

export interface Offer {
  /** Effects that are allowed. */
  allowed: ReadonlySet<Leave>;
  /** Things that a run cannot make, by the name of their fixture. */
  given: ReadonlyMap<string, string>;
  hasAccount: boolean;
}

interface Settings {
  server?: { public_url?: string | null };
  smtp?: { host?: string | null };
  webhook?: { allowed_cidrs?: string[] };
  limits?: { max_body_bytes?: number; max_inference_body_bytes?: number; max_upload_bytes?: number };
}

/** What a deployment lacks: by the need, what would have to be done about it. */
export interface Lacks {
  of: ReadonlyMap<Need, string>;
  /** The address that browsers know the server by. */
  publicUrl: string | undefined;
}

const usual = { max_body_bytes: 2 ** 20, max_inference_body_bytes: 2 ** 24, max_upload_bytes: 2 ** 33 };
const overHttp = 'it cannot be made over HTTP alone';
const otherSettings = 'the settings of the server differ';

/** Asks the server for its settings. Throws where it does not show them: the credential is no admin's, for one. */
export async function lacksOf(ask: Ask, adminToken: string, { allowed, given, hasAccount }: Offer): Promise<Lacks> {
  const answer = await ask('GET', '/admin/config', { token: adminToken });
  if (answer.status !== 200) throw new Refused(answer.status, answer.text);
  const { smtp = {}, webhook = {}, limits = {}, server = {} } = answer.body as Settings;
  const hasMail = (smtp.host ?? null) !== null && smtp.host !== '';
  const lacks: [need: Need, isThere: boolean, remedy: string][] = [
    ['account', hasAccount, '--account EMAIL names one; the password is in SVC_PASSWORD, or asked for'],
    ['new-account', false, overHttp],
    ['mailed-token', false, overHttp],
    ['custom-endpoint', given.has('v1'), '--fixture v1=PATH names one, such as ocr'],
    ['mcp-server', given.has('mcp'), '--fixture mcp=PREFIX names one'],
    ['model', given.has('models'), '--fixture models=ID names one'],
    ['secret', given.has('reveal'), '--fixture reveal=PATH names one, such as smtp.password'],
    ['guesses', allowed.has('guesses'), '--allow guesses'],
    ['mail', allowed.has('mail') && hasMail, hasMail ? '--allow mail' : 'the server has no mail server'],
    ['settings', allowed.has('settings'), '--allow settings, which stay changed'],
    ['workers', allowed.has('workers'), '--allow workers, which stay listed'],
    ['public-webhooks', webhook.allowed_cidrs?.length === 0, otherSettings],
    [
      'usual-body-limit',
      limits.max_body_bytes === usual.max_body_bytes &&
        limits.max_inference_body_bytes === usual.max_inference_body_bytes,
      otherSettings,
    ],
    ['usual-upload-limit', limits.max_upload_bytes === usual.max_upload_bytes, otherSettings],
  ];
  const of = new Map(lacks.flatMap(([need, isThere, remedy]): [Need, string][] => (isThere ? [] : [[need, remedy]])));
  return { of, publicUrl: server.public_url || undefined };
}

/** The first need of the case that the deployment lacks. */
export function lackOf({ of }: Lacks, { needs = [] }: ContractCase): Need | undefined {
  return needs.find((need) => of.has(need));
}

/** The server's no to what every run begins with. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text.slice(0, 300));
    this.name = 'Refused';
    this.status = status;
  }
}
