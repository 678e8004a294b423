import type { Schema } from './dialects/table.ts';

/** A step that brings the database up to this code. `generated/migrations.ts` has all of them in order. */
export interface Migration {
  /** Four digits that give its place in the order, and words: `0100-labels`. */
  name: string;
  /** May run twice: a server can die in the middle of it. */
  up(schema: Schema): Promise<void>;
}
