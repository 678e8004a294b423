// Measures what the export of traces costs a chat completion: svc without it, with it for a tenth of the requests, and for none.

import { join } from 'node:path';
import type { Part } from '../part.ts';
import { compare, timeSlack } from '../report.ts';
import { measure, type Subject } from '../rounds.ts';
import { root, type ServerProcess, startFlags, startServer } from '../server-process.ts';
import { createTenant } from '../tenant.ts';
import { chat } from './proxy.ts';

const servers = 'scripts/bench/servers';
const tenth = 'traces of 10 %';

export const traces: Part = {
  name: 'traces',
  about: 'what the export of traces costs a chat completion',
  async run(bench) {
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    const tenant = await createTenant(settings, 0);
    const running: ServerProcess[] = [];
    const start = async (script: string, core: string | undefined, environment: Record<string, string> = {}) => {
      const isSvc = script === 'scripts/serve.ts';
      const server = await startServer({
        script,
        core,
        flags: isSvc ? startFlags : [],
        environment: (port) => ({ ...environment, [isSvc ? 'SVC_PORT' : 'BENCH_PORT']: String(port) }),
      });
      running.push(server);
      return server;
    };
    try {
      const upstream = await start(`${servers}/upstream.ts`, bench.cores?.others);
      const collector = await start(`${servers}/collector.ts`, bench.cores?.others);
      const listed = [{ name: 'bench', base_url: `${upstream.url}/v1`, api_key: 'bench', models: ['bench'] }];
      const subject = async (name: string, percent?: number): Promise<Subject> => ({
        name,
        server: await start('scripts/serve.ts', bench.cores?.servers, {
          ...settings,
          SVC_UPSTREAMS: JSON.stringify(listed),
          // The optional packages are installed for the tests.
          NODE_PATH: join(root, 'test/node_modules'),
          ...(percent === undefined
            ? {}
            : { SVC_TRACES_URL: collector.url, SVC_TRACES_SAMPLE_PERCENT: String(percent) }),
        }),
      });
      const subjects = [await subject('no traces'), await subject(tenth, 10), await subject('traces of 0 %', 0)];
      const samples = await measure(subjects, () => chat(tenant, false), bench);
      const comparison = compare('POST /v1/chat/completions', samples);
      const measured = comparison.servers.find(({ name }) => name === tenth)?.oursByCpu ?? 0;
      return {
        comparisons: [comparison],
        goals: [
          {
            ...{
              what: 'CPU that traces of 10 % add to a chat',
              sense: 'at most',
              must: 3,
              unit: '%',
              slack: timeSlack,
            },
            measured: (measured - 1) * 100,
          },
        ],
      };
    } finally {
      await Promise.all(running.map((server) => server.stop()));
    }
  },
};
