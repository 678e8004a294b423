// Values as text, in one style for all commands: local times to the minute, money, sizes and durations with their unit,
// numbers with grouping. `--json` prints the exact values instead.

import type { Schema } from '../document/index.ts';

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const smallAmounts = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumSignificantDigits: 2,
});
/** A hundred years, less leap days: the server's way to say of a vector store that it does not expire. */
const neverSeconds = 36_000 * 86_400;
const sizes = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];
const durations: [name: string, seconds: number][] = [
  ['day', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/**
 * Returns a number as text. Its schema and its name say what it measures: `usage_bytes` is a size, `Cents` is money.
 * @param isLong true if there is space for a time's age and a size's exact value.
 */
export function numberText(name: string, value: number, schema: Schema, isLong: boolean): string {
  if (name === 'expires_at' && value - Date.now() / 1000 > neverSeconds) return 'never';
  if (isOf(schema, 'UnixSeconds') || name.endsWith('_at')) return isLong ? timeWithAge(value) : timeText(value);
  if (isOf(schema, 'Cents')) return moneyText(value / 100);
  if (name.endsWith('_usd')) return moneyText(value);
  if (/(^|_)bytes$/.test(name)) return isLong ? exactSizeText(value) : sizeText(value);
  if (name.endsWith('_mb')) return `${countText(value)} MB`;
  if (/(^|_)seconds$|^retry_schedule/.test(name)) return durationText(value);
  if (name.endsWith('_ms')) return `${countText(value)} ms`;
  if (/(^|_)days$/.test(name)) return counted(value, 'day');
  if (name.endsWith('_percent')) return `${value} %`;
  return name === 'port' ? String(value) : countText(value);
}

/**
 * Returns a time in Unix seconds as local time, such as `2026-11-24 14:05`. 0 is an unknown time: many upstreams do not
 * tell when a model was created.
 */
export function timeText(seconds: number): string {
  if (seconds === 0) return '-';
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function timeWithAge(seconds: number): string {
  const apart = Math.round(seconds - Date.now() / 1000);
  // An age of more than 400 days is no help, and an age below a minute is `now`.
  if (Math.abs(apart) > 400 * 86_400) return timeText(seconds);
  if (Math.abs(apart) < 60) return `${timeText(seconds)} (now)`;
  const [name, unit] = durations.find(([, unit]) => Math.abs(apart) >= unit) ?? ['s', 1];
  const age = counted(Math.floor(Math.abs(apart) / unit), name);
  return `${timeText(seconds)} (${apart < 0 ? `${age} ago` : `in ${age}`})`;
}

/** Returns an amount in US dollars. Amounts under 10 cents get more digits. */
export function moneyText(amount: number): string {
  return amount === 0 || amount >= 0.1 ? dollars.format(amount) : smallAmounts.format(amount);
}

export function countText(value: number): string {
  return numbers.format(value);
}

/** Returns a size in the unit that keeps the number short. The units are powers of 1,000, as in the panel. */
export function sizeText(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
  if (step === 0) return counted(bytes, 'byte');
  return `${numbers.format(Math.round((bytes / 1000 ** step) * 10) / 10)} ${sizes[step]}`;
}

function exactSizeText(bytes: number): string {
  return bytes < 1000 ? sizeText(bytes) : `${sizeText(bytes)} (${countText(bytes)} bytes)`;
}

/** Returns a duration with all its units, unrounded, such as `1 h 30 min`. */
export function durationText(seconds: number): string {
  let left = seconds;
  const parts = durations.flatMap(([name, unit]) => {
    const count = unit === 1 ? left : Math.floor(left / unit);
    left -= count * unit;
    return count === 0 ? [] : [counted(count, name)];
  });
  return parts.length === 0 ? '0 s' : parts.join(' ');
}

/** Returns the number with its unit. Symbols such as `min` have no plural. */
function counted(value: number, unit: string): string {
  const isWord = unit === 'day' || unit === 'byte';
  return `${countText(value)} ${unit}${isWord && value !== 1 ? 's' : ''}`;
}

/** Returns true for an amount of money in cents. */
export function isMoney(schema: Schema): boolean {
  return isOf(schema, 'Cents');
}

/** Returns true if the schema is a reference to the named schema, or a union that contains such a reference. */
function isOf({ $ref, anyOf = [] }: Schema, name: string): boolean {
  return $ref === `#/components/schemas/${name}` || anyOf.some((branch) => isOf(branch, name));
}
