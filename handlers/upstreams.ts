import type { Handler } from './handler.ts';

export const getUpstreamStates: Handler<'getUpstreamStates'> = async (_call, { upstreams }) => {
  return { status: 200, body: { object: 'upstream.states', upstreams: await upstreams.states() } };
};

export const testUpstreams: Handler<'testUpstreams'> = async ({ query }, { upstreams }) => {
  return { status: 200, body: { object: 'upstream.tests', upstreams: await upstreams.test(query.name) } };
};
