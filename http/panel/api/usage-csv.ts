// The usage report as CSV (RFC 4180), a row for each bucket and group.

import type { Bucket, Group } from './usage-report.ts';

const columns = [
  ['spend_usd', 'spend'],
  ['model_calls', 'calls'],
  ['failed_model_calls', 'failed'],
  ['input_tokens', 'input'],
  ['output_tokens', 'output'],
  ['api_requests', 'requests'],
  ['stored_bytes', 'bytes'],
] as const;

export function csvOf(buckets: Bucket[], nameOf: (id: string) => string, group: Group | undefined) {
  const named = group === undefined || group === 'model' || group === 'mcp_tool' ? [] : ['name'];
  const head = ['start', 'end', ...(group === undefined ? [] : [group]), ...named, ...columns.map(([title]) => title)];
  const rows = buckets.flatMap(({ start, end, sums }) =>
    [...sums].map(([id, one]) => [
      new Date(start * 1000).toISOString(),
      new Date(end * 1000).toISOString(),
      ...(group === undefined ? [] : [id]),
      ...named.map(() => nameOf(id)),
      // The sum of 0.1 and 0.2 is 0.30000000000000004.
      ...columns.map(([, member]) => String(Number(one[member].toFixed(9)))),
    ]),
  );
  return [head, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string) {
  // A spreadsheet would run text that begins like a formula: the names are those that people chose.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
