// The cards of an overview: the usage of the last 7 days, and the cost of the month.

import { type Activity, type Child, type Schemas, sum } from '../api/index.ts';
import { count, decimals, money, percent, size } from '../shell/index.ts';
import { Spark } from './chart.tsx';

/**
 * Returns the cards with the numbers and their small charts.
 * @param stored what is stored now; the
 * usage report has samples, which other figures of the page would contradict.
 * @param texts what stands under the spend, and under the storage.
 */
export function activityCards(
  of: Activity,
  {
    vector_store_bytes: storeBytes,
    file_bytes: fileBytes,
  }: Pick<Schemas['OrganizationOverview'], 'vector_store_bytes' | 'file_bytes'>,
  { limit, storage }: { limit: Child; storage: Child },
) {
  const calls = sum(of.calls);
  const failed = sum(of.failed);
  return (
    <>
      <ul class="metrics">
        {card('Spend this month', money(of.spent), [limit])}
        {card('Model calls, 7 days', count(calls), [small('Model calls', of, of.calls)])}
        {card('Tokens, 7 days', count(sum(of.tokens)), [small('Tokens', of, of.tokens)])}
        {card('Failed model calls, 7 days', calls === 0 ? '–' : percent(failed / calls), [
          calls > 0 && (
            <p class="soft small">
              {count(failed)} of {count(calls)} calls
            </p>
          ),
          small('Failed calls', of, of.failed),
        ])}
      </ul>
      <ul class="metrics minor">
        {latencyCard('Median latency', of, of.median)}
        {latencyCard('95th percentile latency', of, of.p95)}
        {card('API requests, 7 days', count(sum(of.requests)), [])}
        {card('Storage', size(storeBytes + fileBytes), [
          <p class="soft small">
            Vector stores: {size(storeBytes)}. Files: {size(fileBytes)}.
          </p>,
          storage,
        ])}
      </ul>
    </>
  );
}

/** @param amounts milliseconds by day. */
function latencyCard(name: string, of: Activity, amounts: number[]) {
  const last = amounts.findLastIndex((amount) => amount > 0);
  const latest = last === -1 ? '–' : milliseconds(amounts[last] ?? 0);
  return card(name, latest, [last !== -1 && <p class="soft small">Completions on {of.labels[last]}</p>]);
}

function milliseconds(ms: number) {
  return ms < 1000 ? `${ms} ms` : `${decimals(ms / 1000)} s`;
}

function card(title: string, value: Child, below: Child[]) {
  return (
    <li>
      <h3>{title}</h3>
      <p class="amount">{value}</p>
      {below}
    </li>
  );
}

function small(name: string, { labels }: Activity, amounts: number[]) {
  const bars = amounts.map((amount, at) => ({ label: labels[at] ?? '', parts: [amount] }));
  return <Spark name={name} bars={bars} format={count} />;
}
