// The server for the timing test, with accounts, organizations and invitations, and the requests to compare.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transaction } from '../../models/connection.ts';
import { closeDatabase, openDatabase } from '../../models/index.ts';
import { Invitation } from '../../models/invitation.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { User } from '../../models/user.ts';
import { hashPassword } from '../../services/people/index.ts';
import { mint } from '../../services/tenancy/index.ts';
import { startServer } from '../harness/process.ts';
import { startSmtp } from '../harness/smtp.ts';

/** A request with its expected status. */
export interface Sample {
  path: string;
  headers: Record<string, string>;
  body: object;
  status: number;
}

/** Return the nth request for something that exists, and for something that does not. */
export interface Question {
  name: string;
  known(index: number): Sample;
  unknown(index: number): Sample;
}

export interface Target {
  url: string;
  questions: Question[];
  stop(): Promise<void>;
}

const password = 'correct horse battery';
const invitationsPerOrganization = 50;
const lifeSeconds = 86_400;

/** Starts the server on an embedded database with enough data for `perSide` requests per side and round. */
export async function startTarget(perSide: number): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-timing-'));
  const undo: (() => unknown)[] = [() => rm(dataDir, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const smtp = await startSmtp({ teardown: (step) => void undo.push(step) });
    const server = await startServer({
      SVC_DATA_DIR: dataDir,
      SVC_SMTP_URL: smtp.url,
      SVC_LOG_LEVEL: 'silent',
      // Each request has a client address of its own, so that no rate limit applies.
      SVC_TRUSTED_PROXIES: '127.0.0.0/8',
    });
    undo.push(() => server.end());
    await openDatabase({ url: '', dataDir, poolSize: 2, timeoutMs: 8000 });
    undo.push(closeDatabase);
    const world = await fill(perSide);
    const body = { email: world.admin, password };
    const login = await fetch(`${server.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    return { url: server.url, questions: questionsOf(world, token), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface World {
  admin: string;
  organizations: string[];
  /** The tokens of open invitations, for addresses with an account and for addresses without one. */
  open: { known: string[]; unknown: string[] };
  /** The tokens of accepted invitations. */
  used: string[];
}

async function fill(perSide: number): Promise<World> {
  const passwordHash = await hashPassword(password);
  const admin = 'admin@example.com';
  return transaction(async (tx) => {
    const { id: adminId } = await User.add({ email: admin, name: 'Admin', passwordHash, isAdmin: true }, tx);
    const organizations: string[] = [];
    for (let index = 0; index < (perSide * 2 * 4) / invitationsPerOrganization; index += 1) {
      const { id } = await Organization.add(`Organization ${index}`, adminId, tx);
      await Membership.put(id, adminId, 'owner', tx);
      organizations.push(id);
    }
    const world: World = { admin, organizations, open: { known: [], unknown: [] }, used: [] };
    const invite = async (email: string, isUsed = false): Promise<string> => {
      const { value, digest, redactedValue } = mint('invitation');
      const fields = { organizationId: organizations[isUsed ? 1 : 0] ?? '', inviterId: adminId, email, digest };
      const { id } = await Invitation.replace(
        { ...fields, redactedToken: redactedValue, mailed: true },
        lifeSeconds,
        tx,
      );
      if (isUsed) await Invitation.redeem(id, false, tx);
      return value;
    };
    for (let index = 0; index < perSide; index += 1) {
      await User.add({ email: known(index), name: 'User', passwordHash, isAdmin: false }, tx);
      world.open.known.push(await invite(known(index)));
      world.open.unknown.push(await invite(unknown(index)));
      world.used.push(await invite(known(index), true));
    }
    return world;
  });
}

function questionsOf(world: World, token: string): Question[] {
  const login = (email: string): Sample => ({
    path: '/auth/login',
    headers: newAddress(),
    body: { email, password: 'not this one at all' },
    status: 401,
  });
  const reset = (email: string): Sample => ({
    path: '/v1/reset_password',
    headers: newAddress(),
    body: { email },
    status: 200,
  });
  let invited = 0;
  const invite = (email: string): Sample => {
    const organization = world.organizations[Math.floor(invited / (invitationsPerOrganization - 2)) + 2] ?? '';
    invited += 1;
    const headers = { authorization: `Bearer ${token}` };
    return { path: '/v1/invitations/create', headers, body: { email, organization_id: organization }, status: 200 };
  };
  const validate = (value = '', status = 200): Sample => ({
    path: '/v1/invitations/validate',
    headers: {},
    body: { token: value },
    status,
  });
  return [
    { name: 'sign in: account or none', known: (n) => login(known(n)), unknown: (n) => login(unknown(n)) },
    { name: 'reset: account or none', known: (n) => reset(known(n)), unknown: (n) => reset(unknown(n)) },
    { name: 'invite: account or none', known: (n) => invite(known(n)), unknown: (n) => invite(unknown(n)) },
    {
      name: 'open an invitation: account or none',
      known: (n) => validate(world.open.known[n]),
      unknown: (n) => validate(world.open.unknown[n]),
    },
    {
      name: 'open an invitation: used, or never made',
      known: (n) => validate(world.used[n], 400),
      unknown: () => validate(mint('invitation').value, 400),
    },
  ];
}

function known(index: number): string {
  return `known-${index}@example.com`;
}

/** Has the same length as a known address. */
function unknown(index: number): string {
  return `other-${index}@example.com`;
}

let callers = 0;

function newAddress(): Record<string, string> {
  callers += 1;
  return { 'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}` };
}
