// The messages between the supervisor and its server processes.

import type { ProcessMetrics } from '../../services/platform/index.ts';
import type { SearchAnswer, SearchQuestion } from '../../services/vectors/index.ts';

export type FromProcess =
  | { kind: 'ready' }
  | { kind: 'own'; id: number; metrics: ProcessMetrics }
  /** Asks for the sum of all processes. */
  | { kind: 'sum?'; id: number }
  | SearchQuestion;

export type ToProcess =
  | { kind: 'own?'; id: number }
  | { kind: 'sum'; id: number; text: string }
  /** Another process has taken its place, and SIGTERM follows. */
  | { kind: 'replaced' }
  | SearchAnswer;
