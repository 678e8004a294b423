// Windows of time, in UTC.

import type { UsageWidth } from '../../../models/usage-rollup.ts';

export const widthSeconds: Record<UsageWidth, number> = { minute: 60, hour: 3600, day: 86_400 };

/** When the window began that the moment lies in. Unix seconds, both. */
export function startOf(width: UsageWidth, seconds: number): number {
  return seconds - (seconds % widthSeconds[width]);
}

/** When the month began that the moment lies in, and the next one. Unix seconds, all. */
export function monthOf(seconds: number): { start: number; end: number } {
  const date = new Date(seconds * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { start: Date.UTC(year, month) / 1000, end: Date.UTC(year, month + 1) / 1000 };
}
