// Measures what the export of traces costs a chat completion that is sampled. Both kinds of calls go to one server, and their
// headers decide: two processes of the same code can differ by more than the goal for as long as they live. A tenth of the
// cost is what a call costs on average when a tenth of them is sampled.

import { join } from 'node:path';
import { installPackages } from '../../packages/index.ts';
import type { LoadRequest } from '../load.ts';
import type { Bench, Part } from '../part.ts';
import { type Comparison, compare, type Goal, timeSlack } from '../report.ts';
import { connections, measure } from '../rounds.ts';
import { root, type ServerProcess, Servers } from '../server-process.ts';
import { createTenant } from '../tenant.ts';
import { chat } from './proxy.ts';

const sampled = 'sampled, with export';
const spansPerChat = 2;
/** The `traceparent` of a caller that records its trace. */
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

export const traces: Part = {
  name: 'traces',
  about: 'what the export of traces costs a chat completion',
  async run(bench) {
    // The optional packages of the export.
    await installPackages('test');
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    const tenant = await createTenant(settings, 0);
    const servers = new Servers();
    try {
      const upstream = await servers.start('upstream', bench.cores?.others);
      const collector = await servers.start('collector', bench.cores?.others);
      const listed = [{ name: 'bench', base_url: `${upstream.url}/v1`, api_key: 'bench', models: ['bench'] }];
      const server = await servers.startSvc(bench.cores?.servers, {
        ...settings,
        SVC_UPSTREAMS: JSON.stringify(listed),
        NODE_PATH: join(root, 'test/node_modules'),
        SVC_TRACES_URL: collector.url,
        SVC_TRACES_SAMPLE_PERCENT: '0',
      });
      const subjects = ['not sampled', sampled].map((name) => ({ name, server }));
      const request = chat(tenant, false);
      const traced = { ...request, headers: { ...request.headers, traceparent } };
      // A header as long as the other: the calls that the server samples by itself bring none, so reading it must not count.
      const plain = { ...request, headers: { ...request.headers, 'x-no-trace': traceparent } };
      const samples = await measure(subjects, ({ name }) => (name === sampled ? traced : plain), bench);
      const comparison = compare('POST /v1/chat/completions', samples);
      const [without, withTraces] = comparison.servers as [Comparison['servers'][0], Comparison['servers'][0]];
      const more = withTraces.oursByCpu - 1;
      const arrived = await arrivedShare(server, collector, traced, bench);
      return {
        comparisons: [comparison],
        figures: [{ what: 'CPU that a sampled chat costs more', value: more * without.cpuMicros, unit: 'µs' }],
        goals: [
          goal('CPU that traces of 10 % add to a chat', 'at most', 3, (more * 100) / 10, timeSlack),
          goal('spans of sampled calls that arrive', 'at least', 95, arrived * 100, 0),
        ],
      };
    } finally {
      await servers.stop();
    }
  },
};

/** Returns the share of the spans of many calls that the collector receives: a processor drops what it cannot send in time. */
async function arrivedShare(
  server: ServerProcess,
  collector: ServerProcess,
  request: LoadRequest,
  bench: Bench,
): Promise<number> {
  const received = async (): Promise<number> => Number(await (await fetch(collector.url)).text());
  const before = await received();
  const { requests } = await bench.generator.run(server.url, request, bench.seconds, connections);
  // The last spans of the calls before arrive too.
  return Math.min(1, ((await received()) - before) / (requests * spansPerChat));
}

function goal(what: string, sense: Goal['sense'], must: number, measured: number, slack: number): Goal {
  return { what, sense, must, measured, unit: '%', slack };
}
