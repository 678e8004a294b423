// Measures the HTTP layer alone: real requests through all of svc, from the socket to the log line, with responses from
// memory.

import type { LoadRequest } from '../load.ts';
import type { Bench, Part } from '../part.ts';
import { type Comparison, compare, cpuGoal, type Findings } from '../report.ts';
import { measure, type Subject } from '../rounds.ts';
import { checkSameAnswers } from '../same-answers.ts';
import { Servers } from '../server-process.ts';
import { referenceEnvironment } from '../servers/settings.ts';
import { createTenant, type DatabaseSettings, type Tenant } from '../tenant.ts';

const fastify = 'Fastify 5';

export const routing: Part = {
  name: 'routing',
  about: 'authenticated requests, answered from memory',
  async run(bench) {
    const settings = { SVC_DATA_DIR: bench.folder, SVC_DATABASE_URL: '' };
    const tenant = await createTenant(settings, 0);
    const servers = new Servers();
    try {
      return await compareAll(bench, await start(servers, bench, settings, tenant), tenant);
    } finally {
      await servers.stop();
    }
  },
};

async function start(servers: Servers, bench: Bench, settings: DatabaseSettings, tenant: Tenant): Promise<Subject[]> {
  const core = bench.cores?.servers;
  const reference = referenceEnvironment('', tenant);
  return [
    { name: 'svc', server: await servers.startSvc(core, { ...settings }, 'scripts/bench/servers/svc-memory.ts') },
    { name: fastify, server: await servers.start('fastify-memory', core, reference) },
  ];
}

async function compareAll(bench: Bench, subjects: Subject[], tenant: Tenant): Promise<Findings> {
  const comparisons: Comparison[] = [];
  for (const request of requests(tenant)) {
    await checkSameAnswers(subjects, request);
    bench.note(`${request.method} ${request.path}`);
    const name = `${request.method} ${request.path.replaceAll(/(proj|key)_\w+/g, '{id}')}`;
    comparisons.push(compare(name, await measure(subjects, () => request, bench)));
  }
  const [fixed, templated, validated] = comparisons as [Comparison, Comparison, Comparison];
  return {
    comparisons,
    goals: [
      cpuGoal('a path without parameters, to Fastify', fixed, fastify, 1),
      cpuGoal('a path with two parameters, to Fastify', templated, fastify, 1),
      cpuGoal('a body to validate, to Fastify', validated, fastify, 1.3),
    ],
  };
}

function requests({ projectId, projectKey, organizationKey }: Tenant): LoadRequest[] {
  const body = {
    name: 'Handbook',
    metadata: { team: 'support', language: 'en' },
    expires_after: { anchor: 'last_active_at', days: 30 },
    chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 800, chunk_overlap_tokens: 400 } },
  };
  const project = { authorization: `Bearer ${projectKey.value}` };
  const organization = { authorization: `Bearer ${organizationKey.value}` };
  return [
    { method: 'GET', path: '/v1/models', headers: project },
    {
      method: 'GET',
      path: `/v1/organization/projects/${projectId}/api_keys/${projectKey.id}`,
      // The header names the project of the path, so that svc takes it from its cache, as Fastify answers from memory.
      headers: { ...organization, 'compat-project': projectId },
    },
    {
      method: 'POST',
      path: '/v1/vector_stores',
      headers: { ...project, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  ];
}
