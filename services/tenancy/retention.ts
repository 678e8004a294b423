import type { components } from '../../generated/openapi.ts';

export type ProjectRetention = components['schemas']['ProjectRetentionType'];

/** Returns the setting of a project that does not follow its organization. */
export function retentionOf(storesResponses: boolean): ProjectRetention {
  return storesResponses ? 'none' : 'zero_data_retention';
}
