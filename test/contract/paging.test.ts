// Tests that pages end at SVC_MAX_PAGE_BYTES, in every list that a contract run fills. A run cannot try this: it does not
// change the settings of a server. The kit's rule about paging tests the other laws (rules.test.ts).

import t from 'tap';
import { contractCases } from '../../scripts/contract/requests.ts';
import { Stage } from '../../scripts/contract/rules/index.ts';
import { openerOf } from '../../scripts/contract/rules/list-subjects.ts';
import { isPaged, listOptionsOf } from '../../scripts/contract/rules/paging.ts';
import { startApp } from '../harness/app.ts';
import { signUp } from '../harness/world.ts';

/** Fewer bytes than the rows of a list have, and more than some rows have. */
const pageBytes = 1024;
const app = await startApp(t);
const { token: adminToken } = await signUp(app, { isAdmin: true });
const stage = new Stage({
  ask: app.request,
  credentials: { adminToken },
  tag: 'Thing',
  mayCreateUsers: true,
  mayRegisterWorkers: true,
  given: new Map(),
  settled: async () => undefined,
  receiver: undefined,
  lackOf: () => undefined,
  needOf: () => undefined,
});

for (const list of contractCases.filter(isPaged)) {
  const opener = openerOf(list);
  if (opener === undefined) continue;
  t.test(`${list.operationId} ends pages at SVC_MAX_PAGE_BYTES, and loses no row`, async (t) => {
    const { path, options, rows } = await opener.open(app.request, stage);
    const { names, order: usual } = listOptionsOf(list);
    const ids = await rows();
    await limitTo(pageBytes);
    try {
      for (const order of names.has('order') ? (['asc', 'desc'] as const) : [usual]) {
        const wanted = order === 'asc' ? ids : ids.toReversed();
        for (const towards of names.has('before') ? (['after', 'before'] as const) : (['after'] as const)) {
          const way = towards === 'after' ? wanted : wanted.toReversed();
          const seen = way.slice(0, 1);
          let [isCut, total] = [false, 0];
          for (let isLast = false; !isLast && seen.length < way.length; ) {
            const query = { limit: 100, ...(names.has('order') ? { order } : {}), [towards]: seen.at(-1) };
            const { body } = await app.request('GET', path, { ...options, query });
            const page: { id: string }[] = towards === 'after' ? body.data : body.data.toReversed();
            const bytes = page.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)), 0);
            t.ok(page.length === 1 || bytes <= pageBytes, `a page has ${bytes} bytes`);
            total += bytes;
            seen.push(...page.map(({ id }) => id));
            isCut ||= body.has_more && page.length < 100;
            isLast = !body.has_more || page.length === 0;
          }
          // Rows of the whole server may follow the known ones.
          t.strictSame(seen.slice(0, way.length), way, `${order}, ${towards}`);
          t.ok(isCut || total <= pageBytes, 'a page ends before its limit');
        }
      }
    } finally {
      await limitTo(null);
    }
  });
}

async function limitTo(bytes: number | null): Promise<void> {
  const body = { limits: { max_page_bytes: bytes } };
  const { status, text } = await app.request('PATCH', '/admin/config', { token: adminToken, body });
  if (status !== 200) throw new Error(text);
}
