// Tests how values are printed, and that tables fit into a terminal.

import t from 'tap';
import { tableLines } from '../../scripts/cli/tables.ts';
import { durationText, moneyText, numberText, sizeText, timeText } from '../../scripts/cli/values.ts';

const money = { $ref: '#/components/schemas/Cents' };

t.test('numbers have their unit and grouping', async (t) => {
  t.strictSame(
    [moneyText(12.34), moneyText(0), moneyText(0.00123), moneyText(1500)],
    ['$12.34', '$0.00', '$0.0012', '$1,500.00'],
  );
  t.equal(numberText('threshold_amount', 1500, money, false), '$15.00');
  t.strictSame(
    [sizeText(1), sizeText(999), sizeText(1624), sizeText(16_777_216)],
    ['1 byte', '999 bytes', '1.6 KB', '16.8 MB'],
  );
  t.equal(numberText('usage_bytes', 1624, {}, true), '1.6 KB (1,624 bytes)');
  t.strictSame([0, 90, 5400, 2_592_000].map(durationText), ['0 s', '1 min 30 s', '1 h 30 min', '30 days']);
  t.equal(durationText(90.3), '1 min 30.3 s');
  t.equal(numberText('input_tokens', 1_234_567, {}, false), '1,234,567');
  t.equal(numberText('port', 15_672, {}, false), '15672');
  t.equal(numberText('duration_ms', 1234, {}, false), '1,234 ms');
});

t.test('times are local, to the minute, and single resources show their age', async (t) => {
  const now = Math.floor(Date.now() / 1000);
  const local = new Date(now * 1000);
  t.match(timeText(now), /^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  t.equal(new Date(timeText(now).replace(' ', 'T')).getTime(), local.setSeconds(0, 0), 'the text is local time');
  t.match(numberText('created_at', now - 7250, {}, true), /^\S+ \S+ \(2 h ago\)$/);
  t.match(numberText('expires_at', now + 3 * 86_400 + 60, {}, true), /^\S+ \S+ \(in 3 days\)$/);
  t.match(numberText('created_at', now - 7250, {}, false), /^\S+ \S+$/);
  t.equal(numberText('expires_at', now + 36_500 * 86_400, {}, false), 'never', 'a store that does not expire');
  t.equal(timeText(9e15), '9000000000000000');
});

t.test('a table fits into the terminal: text is cut, then the last columns go, ids and times stay whole', async (t) => {
  const id = 'proj_01M86ZM4MEF6EV2KFC8J3DPPNS';
  const time = '2026-11-24 14:05';
  const heads = ['ID', 'NAME', 'STATUS', 'CREATED', 'NOTE'];
  const cells = [[id, '検索'.repeat(60), 'active', time, 'n'.repeat(30)]];
  const [, row = ''] = await tableLines(heads, cells, 80);
  const { default: width } = await import('string-width');
  t.ok(width(row) <= 80, row);
  t.match(row, new RegExp(`^${id}  検\\S*…`));
  t.match(row, time);
  const [, narrow = ''] = await tableLines(heads, cells, 50);
  t.match(narrow, new RegExp(`^${id} +検\\S*… +active$`), 'the first columns stay');
  const [, whole = ''] = await tableLines(heads, cells, Number.POSITIVE_INFINITY);
  t.match(whole, 'n'.repeat(30), 'a pipe gets every value whole');
});
