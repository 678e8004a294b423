// A noun of the CLI with its verbs.

import type { Command } from 'commander';
import type { OperationId } from '../../handlers/handler.ts';
import type { FlagNames } from './flags.ts';
import type { Preparation } from './prepare.ts';

export interface Resource {
  noun: string;
  /** The heading in the help of `svc`. */
  group:
    | 'Get started'
    | 'Organizations and people'
    | 'Projects, files and models'
    | 'Usage and events'
    | 'Run a server';
  /** The line in the help of `svc`. */
  summary: string;
  about: string;
  /** The plural for the rows of a list. */
  rows: string;
  /** How to get the first row of a list, as a sentence. */
  first?: string;
  /** The columns of a list, as dotted paths. */
  columns: readonly string[];
  /** The operations of each verb. If there are several, the first one with a complete path is called. */
  verbs: Readonly<Record<string, readonly OperationId[]>>;
  /** Two examples of each verb, for its help. */
  examples: Readonly<Record<string, readonly string[]>>;
  /** A flag that makes a verb call another operation with the same body. */
  instead?: { verb: string; flag: string; about: string; operation: OperationId };
  flagNames?: FlagNames;
  /** The members that restrict a project. Without a restriction they are empty, or a word for all. */
  restrictions?: readonly string[];
  /** The meaning of empty lists and objects, by member. */
  emptyMeans?: Record<string, string>;
  /** Completes a body before it is sent. */
  prepare?: Preparation;
  /** The dotted path of the member that the server shows only once, and its description. */
  shownOnce?: readonly [member: string, what: string];
  /** Says before a deletion how many people lose what. `row`: the answer of `get`. */
  lost?: (row: Record<string, unknown>) => string;
  /** Verbs that need more than one request. */
  commands?: () => Command[];
}
