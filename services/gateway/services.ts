// The services that model calls need.

import type { ModelCalls } from '../limits/index.ts';
import type { Upstreams } from './upstream/index.ts';

export interface InferenceServices {
  upstreams: Upstreams;
  modelCalls: ModelCalls;
}
