// Who guesses credentials is told to wait, and nobody else notices: neither those who are known, nor the database.

import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { database } from '../../models/connection.ts';
import { shiftClock } from '../../services/clock.ts';
import { type CredentialKind, credentialPrefixes, mint } from '../../services/tokens.ts';
import { startApp } from '../harness/app.ts';
import { inParallel } from '../harness/parallel.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t, { SVC_TRUSTED_PROXIES: '127.0.0.0/8' });
const admin = await signUp(app, { isAdmin: true });
const { project, sibling, organizationKey } = await createTenant(app, admin);

const from = (address: string, token: string, path = '/v1/models', method = 'GET') =>
  app.request(method, path, { token, headers: { 'x-forwarded-for': address } });

/** Statements to the database while the work is done. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const { options } = database().sequelize;
  const before = options.logging ?? false;
  options.logging = (text: string) => seen.push(text);
  try {
    await work();
  } finally {
    options.logging = before;
  }
  return seen;
}
