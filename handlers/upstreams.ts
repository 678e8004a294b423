import type { Handler } from './handler.ts';

export const getUpstreamStates: Handler<'getUpstreamStates'> = async (_call, { upstreams }) => {
  return { status: 200, body: { object: 'upstream.states', upstreams: await upstreams.states() } };
};
