// All metrics of a server, in one registry. deploy/ is generated from this list.

import { modelCallMetrics, upstreamMetrics } from './gateway/index.ts';
import type { ModelCallWatcher } from './limits/index.ts';
import { createMetrics, type Metrics } from './platform/index.ts';
import {
  type EngineMetrics,
  engineMetrics,
  type IndexMetrics,
  indexMetrics,
  type SearchCacheMetrics,
  searchCacheMetrics,
} from './vectors/index.ts';

/** Returns the server's metrics with those that rooms register themselves. */
export function createServerMetrics(): {
  metrics: Metrics;
  ofCalls: ModelCallWatcher;
  ofUpstreams: ReturnType<typeof upstreamMetrics>;
  ofSearchCache: SearchCacheMetrics;
  ofIndexes: IndexMetrics;
  ofEngines: EngineMetrics;
} {
  const metrics = createMetrics();
  const { registry } = metrics;
  return {
    metrics,
    ofCalls: modelCallMetrics(registry),
    ofUpstreams: upstreamMetrics(registry),
    ofSearchCache: searchCacheMetrics(registry),
    ofIndexes: indexMetrics(registry),
    ofEngines: engineMetrics(registry),
  };
}
