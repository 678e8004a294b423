// Formats values: dates and numbers in the user's locale, and names as plain text.

import type { Child, Schemas } from '../api/index.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const today = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(0, 'day');
const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const toTheSecond = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const exactTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'long' });
const numbers = new Intl.NumberFormat(undefined);
const twoDigits = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percentage = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const dollarsAndCents = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const smallAmounts = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumSignificantDigits: 2,
});
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];

/**
 * Returns a time, with the exact time in a tooltip.
 * @param seconds Unix seconds; null: it has not come yet.
 * @param never what to say then.
 */
export function moment(seconds: number | null, never = 'never', write = (date: Date) => dateAndTime.format(date)) {
  if (seconds === null) return <span class="soft">{never}</span>;
  const date = new Date(seconds * 1000);
  // Times beyond the calendar are shown unchanged.
  if (Number.isNaN(date.getTime())) return <span>{String(seconds)}</span>;
  return (
    <time dateTime={date.toISOString()} title={exactTime.format(date)}>
      {write(date)}
    </time>
  );
}

/** Returns a time to the second, for logs: entries of one minute have an order. */
export function logMoment(seconds: number | null, never?: string) {
  return moment(seconds, never, (date) => toTheSecond.format(date));
}

/**
 * Returns a short time for lists: the day, and for today the time too.
 * @param seconds Unix seconds; null: it has not come yet.
 */
export function shortMoment(seconds: number | null) {
  const isToday = (date: Date) => date.toDateString() === new Date().toDateString();
  return moment(seconds, 'never', (date) => (isToday(date) ? `${today}, ${clock.format(date)}` : day.format(date)));
}

export function count(value: number) {
  return numbers.format(value);
}

/** Returns a number with two digits after the point. */
export function decimals(value: number) {
  return twoDigits.format(value);
}

/**
 * Returns a share as a percentage with at most one decimal.
 * @param share from 0 to 1.
 */
export function percent(share: number) {
  return percentage.format(share);
}

/** Returns a number with its noun: "1 file", "5,000 files". */
export function countOf(value: number, [one, many]: [one: string, many: string]) {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Returns the number of API keys as text. */
export function keyCount(value: number) {
  return countOf(value, ['API key', 'API keys']);
}

/** Returns an amount of money with cents. Amounts under 10 cents get more digits. */
export function money(dollars: number) {
  return dollars === 0 || dollars >= 0.1 ? dollarsAndCents.format(dollars) : smallAmounts.format(dollars);
}

/** Returns a size in the unit that keeps the number short, with the number of bytes as its tip. */
export function size(bytes: number) {
  return <span title={`${count(bytes)} bytes`}>{sizeText(bytes)}</span>;
}

/** Returns a size in the unit that keeps the number short, as text. */
export function sizeText(bytes: number) {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** step);
}

/** Returns a duration without loss, such as "1 hour 30 minutes". */
export function duration(seconds: number) {
  let left = seconds;
  const parts = Object.entries({ day: 86_400, hour: 3600, minute: 60, second: 1 }).flatMap(([unit, length]) => {
    const whole = unit === 'second' ? left : Math.floor(left / length);
    left -= whole * length;
    const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' });
    return whole === 0 ? [] : [format.format(whole)];
  });
  return parts.join(' ');
}

/**
 * Returns a name that a user chose. Its text direction is isolated, and a tooltip has the full name.
 * @param nameless what to say where there is none.
 */
export function named(text: string | null, nameless = 'no name') {
  if (text === null || text === '')
    return (
      <span class="name soft" title={nameless}>
        {nameless}
      </span>
    );
  return (
    <bdi class="name" title={text}>
      {breakable(text)}
    </bdi>
  );
}

/** Sorts by name as the reader's language does. */
export function sortedByName<Item extends { name: string }>(items: Item[]) {
  return items.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

/** Lets a text break after the marks in `vector_store.created` or in an address, and not inside of a word. */
export function breakable(text: string) {
  const [first, ...others] = text.split(/(?<=[@._/-])(?=.)/);
  return [first, ...others.flatMap((part) => [<wbr />, part])];
}

/** Returns an id, or another text for programs. */
export function code(text: string) {
  return (
    <code class="id" title={text}>
      {text}
    </code>
  );
}

/** The warning before rights are given to an account whose address nobody has proved to own. */
export const unverified =
  ' This address is not verified: the account was made by a link that somebody handed over. Check that it is the right person’s.';

type Kind = 'good' | 'bad' | 'busy' | 'quiet';

/** Returns a badge. */
export function badge(text: string, kind: Kind) {
  return <span class={`badge ${kind}`}>{text}</span>;
}

type State =
  | Schemas['Project' | 'VectorStore' | 'VectorStoreFile' | 'WebhookDelivery' | 'WebhookAttempt']['status']
  | Schemas['DoctorCheck' | 'UpstreamTestStep']['state'];

/** The colours of states, which are shown under their names in the API, as in the command line. */
const states: Record<State, Kind> = {
  active: 'good',
  archived: 'bad',
  blocked: 'bad',
  cancelled: 'quiet',
  completed: 'good',
  disabled: 'bad',
  expired: 'bad',
  failed: 'bad',
  in_progress: 'busy',
  interrupted: 'busy',
  ok: 'good',
  pending: 'busy',
  sending: 'busy',
  skipped: 'quiet',
  succeeded: 'good',
  warning: 'busy',
};

/** Returns the badge of a state. */
export function stateBadge(state: State) {
  return badge(words(state), states[state]);
}

/** Returns a name of the API as a label has it: "File search". */
export function titleOf(name: string) {
  return words(name).replace(/^./, (first) => first.toUpperCase());
}

/** Returns a name of the API as words: "in progress". */
export function words(name: string) {
  return name.replaceAll(/[_-]/g, ' ');
}

/** Returns a list of names and values. */
export function facts(rows: [string, Child | Child[]][]) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
