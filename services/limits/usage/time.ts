// Time windows in UTC.

import type { UsageWidth } from '../../../models/usage-rollup.ts';

export const widthSeconds: Record<UsageWidth, number> = { minute: 60, hour: 3600, day: 86_400 };

/** Returns the beginning of the window that contains the moment. Both are Unix seconds. */
export function startOf(width: UsageWidth, seconds: number): number {
  return seconds - (seconds % widthSeconds[width]);
}

/** Returns the beginning of the month that contains the moment. Both are Unix seconds. */
export function startOfMonth(seconds: number): number {
  const date = new Date(seconds * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000;
}
