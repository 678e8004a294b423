// Isolation of resources: only the tenant of a resource finds it, and only below its own parent, also after a read there
// has filled a cache.

import type { OperationCases } from '../../document/index.ts';
import { derivedMaker } from '../derived-fixtures.ts';
import { apiMakers, type Maker, type Place } from '../fixtures.ts';
import { requestOf } from '../requests.ts';
import type { Answer } from '../send.ts';
import { requestNamed } from './life.ts';
import type { Rule } from './rule.ts';
import type { Stage } from './stage.ts';

/** Ids that every project has. */
const ofEveryProject = new Set(['rate_limits']);

/** Returns the fixture of the last id but one, and what makes another one. */
function parentOf({ path, fixtures }: OperationCases): [name: string, make: Maker<Place>] | undefined {
  const [name, item] = Object.values(fixtures).slice(-2);
  if (name === undefined || item === undefined || !/\}\/[^/]+\/\{/.test(path)) return undefined;
  if (ofEveryProject.has(item)) return undefined;
  // A group without a role in the project has an empty list there.
  if (path.endsWith('/groups/{group_id}/roles')) return undefined;
  const make = apiMakers[name] ?? derivedMaker(name);
  return make === undefined ? undefined : [name, make];
}

/** True for reads, and for operations below a parent. The cases of tenants try the others. */
function isConcerned(operation: OperationCases): boolean {
  const { method, fixtures, cases } = operation;
  const areMade = Object.values(fixtures).every((name) => (apiMakers[name] ?? derivedMaker(name)) !== undefined);
  const isOfTenant = cases.some(({ id }) => id.includes('/tenant/'));
  return areMade && isOfTenant && (method === 'GET' || parentOf(operation) !== undefined);
}

/** Returns keys that must not find the resource. */
async function strangers(stage: Stage, { caller }: OperationCases): Promise<string[]> {
  if (!stage.hasTwoOrganizations) return [];
  const [own, foreign] = [await stage.own(), await stage.foreign()];
  return caller === 'project_key' ? [own.project.key, foreign.project.key] : [foreign.key];
}

export const places: Rule = {
  name: 'places',
  about: 'A resource is found by its own tenant below its own parent, and nowhere else.',
  applies: isConcerned,
  lack: (stage, { cases }) => stage.needOf(cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id))),
  async run(trial, stage, operation) {
    const { place, fixtures, tokenOf } = await stage.scene([operation]);
    const owner = tokenOf(operation);
    const send = (token: string | undefined, filled: Map<string, string>): Promise<Answer> => {
      const least = requestNamed(operation, 'least', 'plain');
      const { method, path, options } = requestOf({ token, fixtures: filled }, operation, least);
      return trial.ask(method, path, options);
    };
    const found = async () => trial.status(await send(owner, fixtures), 200, undefined, 'a resource in its place');
    if (operation.method === 'GET') await found();
    for (const token of await strangers(stage, operation))
      trial.status(await send(token, fixtures), 404, 'not_found', 'a resource of another tenant');
    const [name, make] = parentOf(operation) ?? [];
    if (name !== undefined && make !== undefined) {
      const elsewhere = new Map([...fixtures, [name, await make(place, new Map(fixtures))]]);
      trial.status(await send(owner, elsewhere), 404, 'not_found', 'a resource below another parent');
    }
    if (operation.method === 'DELETE') await found();
  },
};
