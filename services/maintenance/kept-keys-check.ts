// Keys that their own maker kept. Up to version 0.2.0 an owner who left could hand the keys over to the organization by
// their own request, so that the keys outlive the account. No migration ends such keys, because programs may use them.

import { col, Op } from 'sequelize';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { usersById } from '../../models/user.ts';
import { type Check, ok, warning } from './finding.ts';

const maxListed = 20;

/** Lists the working keys that were kept by the person who created them. */
export function keptKeysCheck(): Check {
  return {
    part: 'kept keys',
    advice: 'Check the database.',
    async run() {
      const keys = await keysKeptByTheirMaker();
      if (keys.length === 0) return ok('No key was kept by the person who created it and has left.');
      const users = await usersById(keys.map(({ userId }) => userId));
      const listed = keys
        .slice(0, maxListed)
        .map(
          ({ id, name, redactedValue, userId }) => `${id} (${name}, ${redactedValue}, of ${users.get(userId)?.email})`,
        );
      const more = keys.length > maxListed ? `, and ${keys.length - maxListed} more` : '';
      return warning(
        `${keys.length === 1 ? '1 key works' : `${keys.length} keys work`} although the person who created and kept it has left the organization: ${listed.join(', ')}${more}. Delete each key that no program of yours needs: "svc api-key delete".`,
      );
    },
  };
}

async function keysKeptByTheirMaker(): Promise<{ id: string; name: string; redactedValue: string; userId: string }[]> {
  const where = {
    keptBy: { [Op.eq]: col('user_id') },
    revokedAt: null,
    [Op.or]: [{ expiresAt: null }, { expiresAt: { [Op.gt]: nowSeconds() } }],
  };
  const order: [string, string][] = [['id', 'ASC']];
  const ofPeople = { ...where, serviceAccountId: null };
  return [
    ...(await AdminApiKey.findAll({ where, order })),
    ...(await ProjectApiKey.findAll({ where: ofPeople, order })),
  ];
}
