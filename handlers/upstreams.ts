import type { Handler } from './handler.ts';

export const getUpstreamStates: Handler<'getUpstreamStates'> = (_call, { upstreams }) => {
  return { status: 200, body: { object: 'upstream.states', upstreams: upstreams.states() } };
};
