// The flags that choose how search results are ranked.

import { InvalidArgumentError, Option } from 'commander';
import type { Json } from '../document/index.ts';
import { toNumber } from './flags.ts';

export interface RankingFlags {
  ranker?: string;
  scoreThreshold?: number;
  textWeight?: number;
}

export function rankerOption(): Option {
  const about = 'hybrid, vector, keyword, or the id of a reranking model (default: hybrid)';
  return new Option('--ranker <ranker>', about);
}

export function thresholdOption(): Option {
  return new Option('--score-threshold <number>', 'drops results with a lower score (0 to 1)').argParser(toNumber);
}

export function textWeightOption(): Option {
  const about = 'how much words count in hybrid (0 to 1; the rest is for meaning; default: by the embedding model)';
  return new Option('--text-weight <number>', about).argParser(toShare);
}

/** Returns the `ranking_options` for the flags, or no member if none is given. */
export function rankingOptions({ ranker, scoreThreshold, textWeight }: RankingFlags): {
  ranking_options?: Record<string, Json>;
} {
  const options: Record<string, Json> = {
    ...(ranker === undefined ? {} : { ranker }),
    ...(scoreThreshold === undefined ? {} : { score_threshold: scoreThreshold }),
    ...(textWeight === undefined
      ? {}
      : { hybrid_search: { embedding_weight: 1 - textWeight, text_weight: textWeight } }),
  };
  return Object.keys(options).length === 0 ? {} : { ranking_options: options };
}

function toShare(text: string): number {
  const share = toNumber(text);
  if (share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}
