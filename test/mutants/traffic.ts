// Other traffic on the server of a contract run: organizations, projects, keys and stores come and go.

import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../../scripts/contract/send.ts';
import type { Target } from './run.ts';

/** The most requests in a second. */
const perSecond = 40;

export interface Traffic {
  /** Returns the number of requests. */
  stop(): Promise<number>;
}

/** Sends requests until it is stopped. */
export function startTraffic({ url, adminToken }: Target): Traffic {
  let isStopped = false;
  let count = 0;
  const ask = async (method: string, path: string, token: string, body?: object): ReturnType<typeof send> => {
    await wait(1000 / perSecond);
    count += 1;
    return send(url, method, path, { token, ...(body === undefined ? {} : { body }) });
  };
  const round = async (): Promise<void> => {
    const created = await ask('POST', '/admin/organization/', adminToken, { name: 'Other traffic' });
    const id: string = created.body.organization.id;
    const headers = { 'compat-organization': id };
    const key = await send(url, 'POST', '/v1/organization/admin_api_keys', {
      token: adminToken,
      headers,
      body: { name: 'Other traffic' },
    });
    const token: string = key.body.value;
    const project = await ask('POST', '/v1/organization/projects', token, { name: 'Other traffic' });
    const at = `/v1/organization/projects/${project.body.id}`;
    const projectKey = await ask('POST', `${at}/api_keys`, token, { name: 'Other traffic' });
    for (let store = 0; store < 3; store += 1) {
      const { body } = await ask('POST', '/v1/vector_stores', projectKey.body.value, { name: `Store ${store}` });
      await ask('POST', `/v1/vector_stores/${body.id}`, projectKey.body.value, { metadata: { store } });
      await ask('GET', '/v1/vector_stores', projectKey.body.value);
      await ask('DELETE', `/v1/vector_stores/${body.id}`, projectKey.body.value);
    }
    await ask('GET', '/admin/users', adminToken);
    await ask('POST', `${at}/archive`, token);
    await ask('DELETE', `/admin/organization/${id}`, adminToken);
  };
  const all = (async () => {
    while (!isStopped) await round();
  })();
  return {
    async stop() {
      isStopped = true;
      await all;
      return count;
    },
  };
}
