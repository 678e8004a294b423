// Pages that end at the greatest size of an answer.

import t from 'tap';
import { withPageLimit } from '../../http/replies/index.ts';

t.test('the buckets of a report that do not fit into a page are not made into text', async (t) => {
  let encoded = 0;
  const data = Array.from({ length: 100 }, (_, start_time) => ({
    start_time,
    toJSON() {
      encoded += 1;
      return { start_time, results: ['x'.repeat(1000)] };
    },
  }));
  const body = { object: 'page', data, has_more: false, next_page: null };
  const answer = withPageLimit({ status: 200, body }, {}, 5000);
  t.match(JSON.parse(answer.body as string), { has_more: true, next_page: /4/, data: { length: 4 } });
  t.equal(encoded, 5);
});
