// The refresh tokens of identity providers: where a provider has `refresh_minutes`, the server reads the groups of a
// signed-in person anew at this interval, and sets the roles as a sign-in does.
//
// Many providers accept a refresh token once and end the grant if it comes again. So the server that moves the grant's
// next time sends the token, and stores the new one before anything else. A provider that does not answer changes
// nothing, and is asked again.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import { ProviderGrant } from '../../../models/provider-grant.ts';
import { ProviderLogin } from '../../../models/provider-login.ts';
import { User } from '../../../models/user.ts';
import { type Audit, unattended } from '../../audit/index.ts';
import { type Queue, registerPeriodic } from '../../platform/index.ts';
import type { ProviderSettings } from '../../settings/index.ts';
import { rolesOfGroups } from './group-mapping.ts';
import { setRoles } from './group-roles.ts';
import { keepToken, tokenOf } from './provider-grants.ts';
import type { Person } from './providers.ts';
import { isInGroups, reasonOf, type SsoServices } from './sign-in.ts';
import { endLogins } from './sign-out.ts';

const everyMs = 5000;
const retrySeconds = 60;
/** How many providers' answers one server awaits at once. */
const atOnce = 10;

type RefreshServices = Pick<SsoServices, 'config' | 'log' | 'providers' | 'secrets'>;

/** Registers the job that refreshes grants. One server at a time runs it. */
export function registerProviderRefresh(queue: Queue, audit: Audit, services: RefreshServices): void {
  if (services.config.sso.providers.every(({ refresh_minutes: minutes }) => minutes === 0)) return;
  registerPeriodic(queue, {
    name: 'provider-refresh',
    repeatMs: everyMs,
    hasWork: async () => (await ProviderGrant.due(1)).length > 0,
    async run(_payload, { signal }) {
      for (let due = await ProviderGrant.due(atOnce); due.length > 0; due = await ProviderGrant.due(atOnce)) {
        if (signal.aborted) return;
        await Promise.all(due.map((grant) => unattended(audit, () => refreshGrant(grant, services))));
      }
    },
  });
}

async function refreshGrant(grant: ProviderGrant, services: RefreshServices): Promise<void> {
  const { log, providers } = services;
  const { id, issuer } = grant;
  const settings = providers.refreshedBy(issuer);
  const isUsed = settings !== undefined && (await ProviderLogin.count({ where: { grantId: id } })) > 0;
  if (!isUsed) return void (await ProviderGrant.destroy({ where: { id } }));
  const interval = settings.refresh_minutes * 60;
  if (!(await ProviderGrant.take(grant, nowSeconds() + Math.min(interval, retrySeconds)))) return;
  try {
    const groups = await newGroups(grant, settings, services);
    const isWelcome = groups !== undefined && isInGroups(groups, settings);
    const roles = isWelcome ? await rolesOfGroups({ groups }, settings, log) : undefined;
    await transaction(async (tx) => {
      if (roles === undefined) return endGrant(id, settings, tx);
      const user = await User.findOne({ where: { id: grant.userId }, lock: true, transaction: tx });
      if (user === null) return;
      await setRoles(user, { issuer }, roles, tx);
      await ProviderGrant.update({ refreshAt: nowSeconds() + interval }, { where: { id }, transaction: tx });
    });
  } catch (error) {
    log.warn({ provider: settings.name, reason: reasonOf(error as Error) }, 'a person could not be read anew');
  }
}

/** Returns the groups of the person now; undefined if the grant has ended. */
async function newGroups(
  grant: ProviderGrant,
  settings: ProviderSettings,
  { providers, secrets }: RefreshServices,
): Promise<Person['groups'] | undefined> {
  const token = tokenOf(grant, secrets);
  const tokens = token === undefined ? undefined : await providers.refresh(settings, token);
  if (tokens === undefined) return undefined;
  if (tokens.refresh_token !== undefined) await keepToken(grant, tokens.refresh_token, secrets);
  return providers.groupsOf(settings, tokens, grant.subject);
}

/** Ends the sign-ins that came from the grant: the person has to sign in again. */
async function endGrant(id: string, { name }: ProviderSettings, tx: Transaction): Promise<void> {
  const logins = await ProviderLogin.findAll({ where: { grantId: id }, transaction: tx });
  await endLogins(
    logins.map(({ loginId }) => loginId),
    name,
    tx,
  );
  await ProviderGrant.destroy({ where: { id }, transaction: tx });
}
