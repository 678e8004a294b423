// What calls of models work with.

import type { ModelCalls } from '../limits/model-call-watchers.ts';
import type { Upstreams } from './upstream/index.ts';

export interface InferenceServices {
  upstreams: Upstreams;
  modelCalls: ModelCalls;
}
