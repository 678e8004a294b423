// Every mutant, by family.

import { accepting } from './accepting.ts';
import { access } from './access.ts';
import { delivering } from './delivering.ts';
import { filtering } from './filtering.ts';
import { headers } from './headers.ts';
import { idempotency } from './idempotency.ts';
import { members } from './members.ts';
import { paging } from './paging.ts';
import type { Mutant } from './proxy.ts';
import { refusing } from './refusing.ts';
import { secrets } from './secrets.ts';
import { storing } from './storing.ts';
import { validationBodies } from './validation-bodies.ts';
import { webhooks } from './webhooks.ts';

export const families: Record<string, Mutant[]> = {
  'validation bodies': validationBodies,
  'accepts what it must not': accepting,
  'refuses what it must take': refusing,
  'statuses and headers': headers,
  'envelopes and paging': paging,
  'stored values and defaults': [...storing, ...members, ...filtering],
  secrets,
  'access and tenancy': access,
  idempotency,
  webhooks: [...webhooks, ...delivering],
};
