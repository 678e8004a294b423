// Tests the search of /docs with questions of newcomers: the page that answers is among the first results.

import t from 'tap';

type Search = { default: { url: string }[]; search: (all: { url: string }[], query: string) => { url: string }[] };
const { default: entries, search }: Search = await import(
  new URL('../../generated/docs/search.js', import.meta.url).href
);

const questions: [query: string, url: string][] = [
  ['generate sdk', '/docs/sdks#generated-clients'],
  ['docker', '/docs/deploying#container'],
  ['helm', '/docs/deploying#kubernetes'],
  ['kubernetes', '/docs/deploying#kubernetes'],
  ['reset password', '/docs#createPasswordReset'],
  ['forgot my password', '/docs#createPasswordReset'],
  ['docker compose', '/docs/deploying#compose'],
  ['nginx', '/docs/deploying#reverse-proxy'],
  ['rotate a key', '/docs#rotateProjectApiKey'],
  ['webhook signature', '/docs/webhooks#write-a-receiver'],
  ['project_spend_limit_exceeded', '/docs#error-429-project_spend_limit_exceeded'],
  ['SVC_PORT', '/docs#setting-server.port'],
  ['how do I delete a vector store', '/docs#deleteVectorStore'],
  ['prometheus', '/docs/deploying#monitoring'],
];

for (const [query, url] of questions)
  t.test(query, async (t) => {
    const first = search(entries, query).slice(0, 5);
    t.ok(
      first.some((entry) => entry.url === url),
      `${url} is among ${first.map((entry) => entry.url).join(', ')}`,
    );
  });

t.test('a query without a meaning finds nothing', async (t) => {
  t.strictSame(search(entries, ''), []);
  t.strictSame(search(entries, 'zzxxqq'), []);
});
