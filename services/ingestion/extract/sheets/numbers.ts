// Numbers of workbooks as a person sees them. A date is stored as a number of days, and only its cell format shows that it
// is a date.

import { format } from 'numfmt';

/** Day 0 of workbook dates, in Unix milliseconds. */
const dayZeroMs = Date.UTC(1899, 11, 30);
const msPerDay = 86_400_000;
const daysTo1904 = 1462;
const firstRightDay = 60;

/** Returns a number in a format of a workbook. */
export function shownNumber(number: number, code: string, since1904: boolean): string {
  // The last of 17 digits are the tail of a binary fraction.
  const plain = String(Number(number.toPrecision(15)));
  if (/^(?:general|@)$/i.test(code)) return plain;
  if (isDateFormat(code)) return shownDate(number, code, since1904) ?? plain;
  try {
    return format(code, number, { throws: true }).trim();
  } catch {
    return plain;
  }
}

/** Dates are shown in the form of ISO 8601, because their order is known; times without a date as times. */
function shownDate(number: number, code: string, since1904: boolean): string | undefined {
  if (!(Math.abs(number) < 3_000_000)) return undefined;
  const bare = withoutTexts(code);
  const seconds = Math.round(number * 86_400);
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  if (!/[yd]/i.test(bare) && /[hs]/i.test(code)) {
    const within = /\[[hms]+\]/i.test(code) ? Math.abs(seconds) : Math.abs(seconds) % 86_400;
    const time = `${two(within / 3600)}:${two((within / 60) % 60)}${/s/i.test(code) ? `:${two(within % 60)}` : ''}`;
    return seconds < 0 ? `-${time}` : time;
  }
  // Workbooks count a day in 1900 that never was.
  const shift = since1904 ? daysTo1904 : number < firstRightDay ? 1 : 0;
  const iso = new Date(dayZeroMs + seconds * 1000 + shift * msPerDay).toISOString();
  return Number.isInteger(number) ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

/** Returns true if the format has date letters outside of quoted texts, colours and conditions. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(withoutTexts(code)) || /\[[hms]+\]/i.test(code);
}

function withoutTexts(code: string): string {
  return code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '');
}
