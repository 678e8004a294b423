// The short form of `npm run mutants`: a run finds planted defects of each family, by a rule about them.

import t from 'tap';
import { startApp } from '../harness/app.ts';
import { loopbackSettings } from '../harness/receiver.ts';
import { signUp } from '../harness/world.ts';
import { families } from '../mutants/index.ts';
import { huntMutant } from '../mutants/run.ts';

const app = await startApp(t, { ...loopbackSettings, SVC_WORKER_TOKEN: 'a token that only workers know' });
const target = { url: app.url, adminToken: (await signUp(app, { isAdmin: true })).token };

/** The cheapest defects of each family, with the id of the case that finds them. */
const chosen: Record<string, [name: string, id: RegExp][]> = {
  'validation bodies': [['only one issue of each field is reported', /^createLogin\/broken\//]],
  'accepts what it must not': [['metadata has no limits', /^modifyVectorStore\/broken\/metadata\/too-many-pairs$/]],
  'refuses what it must take': [['a charset parameter is refused', /^createAdminApiKey\/framing\//]],
  'statuses and headers': [
    ['401 asks for Basic', /^listModels\/rules\/-\/every-answer$/],
    ['401 has no WWW-Authenticate', /^retrieveFile\//],
  ],
  'envelopes and paging': [['organizations are listed oldest first', /^listOrganizations\/rules\/-\/paging$/]],
  'stored values and defaults': [
    ['reads are stale after an update', /^getProject\/rules\/-\/(read|updated)$/],
    ['an update is answered but not stored', /^updateProjectApiKey\/(rules\/-\/updated$|accepted\/)/],
  ],
  secrets: [['the settings are not masked', /^getAdminConfig\/rules\/-\/state$/]],
  'access and tenancy': [
    ['nobody needs a credential for models', /^listModels\/(rules\/-\/access|protocol\/-\/no-)/],
    ['a store of another tenant is shown', /VectorStore\/(tenant\/|rules\/-\/places$)/],
  ],
  idempotency: [['a replay answers 201', /^createAdminApiKey\/rules\/-\/idempotency$/]],
  webhooks: [['the batch in the event has no counts', /^getWebhookDelivery\/rules\/-\/every-answer$/]],
};

for (const [family, mutants] of Object.entries(families)) {
  t.test(`${family}: a run finds the chosen ones of ${mutants.length} defects`, async (t) => {
    const own = chosen[family] ?? [];
    t.not(own.length, 0, 'one is chosen');
    for (const [name, id] of own) {
      const mutant = mutants.find((one) => one.name === name);
      if (mutant === undefined) return t.fail(name);
      const { failed } = await huntMutant(target, mutant, true);
      t.ok(
        failed.some((one) => id.test(one.id)),
        `${name}: ${failed.map((one) => one.id)}`,
      );
    }
  });
}
