import type { Schema } from './dialects/table.ts';

/** A schema migration. `generated/migrations.ts` lists all of them in order. */
export interface Migration {
  /** Four digits for the order, and words: `0100-latencies`. */
  name: string;
  /** Applies the migration. It must be safe to run twice, because a server can die halfway. */
  up(schema: Schema): Promise<void>;
}
