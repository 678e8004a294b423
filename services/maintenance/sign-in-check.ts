import { unknownInMappings } from '../people/index.ts';
import type { Config } from '../settings/index.ts';
import { type Check, ok, warning } from './finding.ts';

const maxListed = 20;

/** Lists what the roles of identity providers name and the database does not have. */
export function signInCheck(config: Config): Check {
  return {
    part: 'single sign-on',
    advice: 'Check the database.',
    async run() {
      const unknown = await unknownInMappings(config);
      if (unknown.length === 0) return ok('All organizations, projects and roles of the groups exist.');
      const more = unknown.length > maxListed ? `, and ${unknown.length - maxListed} more` : '';
      return warning(
        `The roles of identity providers name what does not exist, so these groups give less: ${unknown.slice(0, maxListed).join(', ')}${more}. Correct "roles" in sso.providers, then restart.`,
      );
    },
  };
}
