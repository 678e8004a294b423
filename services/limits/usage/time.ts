// Time windows in UTC.

import type { UsageWidth } from '../../../models/usage-rollup.ts';

export const widthSeconds: Record<UsageWidth, number> = { minute: 60, hour: 3600, day: 86_400 };

/** Returns the beginning of the window that contains the moment. Both are Unix seconds. */
export function startOf(width: UsageWidth, seconds: number): number {
  return seconds - (seconds % widthSeconds[width]);
}

/** Returns the beginning of the month that contains the moment, and of the next month. All are Unix seconds. */
export function monthOf(seconds: number): { start: number; end: number } {
  const date = new Date(seconds * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month) / 1000, end: Date.UTC(year, month + 1) / 1000 };
}
