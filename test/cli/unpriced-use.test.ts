// `svc doctor` and `svc migrate --plan` name the projects with a spend limit that used an endpoint or an MCP server
// without a price.

import t from 'tap';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { createCli } from '../harness/cli.ts';
import { startInference, tenantOf } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const SVC_UPSTREAMS = JSON.stringify([
  upstream.settings({
    custom_endpoints: ['/v1/ocr', '/v1/speech'],
    mcp_servers: { docs: `${upstream.origin}/mcp`, priced: `${upstream.origin}/mcp` },
    prices: { '/v1/speech': { per_call: 0 }, 'mcp:priced/a': { per_call: 1 } },
  }),
]);
const { app, admin } = await startInference(t, [], { SVC_UPSTREAMS });
const cli = await createCli(t, app);
const env = { SVC_UPSTREAMS };

t.test('they name the project, the endpoint and the MCP server, until these have a price', async (t) => {
  const [tenant, unlimited] = [await tenantOf(app, admin), await tenantOf(app, admin)];
  const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
  for (const one of [tenant, unlimited]) {
    for (const path of ['/v1/ocr', '/v1/speech']) await one.post(path, {});
    for (const path of ['/mcp/docs', '/mcp/priced']) await one.post(path, call('a'));
  }
  await until(async () => {
    await app.app.services.usage.flush();
    const calls = await UsageRollup.sum('requests', {
      where: { projectId: tenant.project.id, width: 'day', kind: ['custom_endpoint', 'mcp'] },
    });
    return Number(calls) === 4 ? true : undefined;
  });
  // Version 0.2.0 recorded the prefix of an MCP server alone.
  await UsageRollup.update({ model: 'docs' }, { where: { projectId: tenant.project.id, model: 'mcp:docs' } });
  await app.request('POST', `/v1/organization/projects/${tenant.project.id}/spend_limit`, {
    token: tenant.organizationKey,
    body: { threshold_amount: 500, currency: 'USD', interval: 'month' },
  });
  const named = new RegExp(`\\(${tenant.project.id}\\): /v1/ocr, mcp:docs\\. Add prices`);
  const partOf = async (more = {}) => {
    const { checks } = (await cli.run(['doctor', '--json'], { env: { ...env, ...more } })).json();
    return checks.find(({ part }: { part: string }) => part === 'prices');
  };
  const found = await partOf();
  t.match(found, { state: 'warning', message: named });
  t.notMatch(found.message, unlimited.project.id);
  t.notMatch(found.message, /speech|priced/);
  const { body } = await app.request('GET', '/admin/doctor', { token: admin.token });
  t.match(
    body.checks.find(({ part }: { part: string }) => part === 'prices'),
    found,
  );
  const plan = await cli.run(['migrate', '--plan'], { env });
  t.match(plan.stdout, named);
  const planned = (await cli.run(['migrate', '--plan', '--json'], { env })).json();
  t.match(planned.unpriced_use, [{ project_id: tenant.project.id, targets: ['/v1/ocr', 'mcp:docs'] }]);

  const allowed = { SVC_UNPRICED_MODELS: 'allow' };
  t.match(await partOf(allowed), { state: 'skipped' });
  t.notOk('unpriced_use' in (await cli.run(['migrate', '--plan', '--json'], { env: { ...env, ...allowed } })).json());
  const [entry] = JSON.parse(SVC_UPSTREAMS);
  Object.assign(entry.prices, { '/v1/ocr': { per_call: 0 }, 'mcp:docs': { per_call: 0 } });
  t.match(await partOf({ SVC_UPSTREAMS: JSON.stringify([entry]) }), { state: 'ok' });
});
