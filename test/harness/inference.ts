// A server with upstreams, and a project that calls them.

import type { Test } from 'tap';
import { startApp, type TestApp } from './app.ts';
import type { TestUpstream } from './upstream.ts';
import { createTenant, type Person, signUp, type Tenant } from './world.ts';

export interface InferenceWorld extends Tenant {
  app: TestApp;
  admin: Person;
  /** Sends a request with the project's key. */
  post(path: string, body: unknown, headers?: Record<string, string>): ReturnType<TestApp['request']>;
  /** Sends the request, and returns the response before its body. `signal` disconnects. */
  open(path: string, body: unknown, signal?: AbortSignal): Promise<Response>;
  /** Changes the project. */
  allow(change: Record<string, unknown>): Promise<void>;
}

/** Starts a server with these upstreams. Each is a test upstream or the settings of one. */
export async function startInference(
  t: Test,
  upstreams: (TestUpstream | Record<string, unknown>)[],
  settings: Record<string, string> = {},
): Promise<InferenceWorld> {
  const entries = upstreams.map((one) => ('seen' in one ? (one as TestUpstream).settings() : one));
  const app = await startApp(t, { SVC_UPSTREAMS: JSON.stringify(entries), ...settings });
  const admin = await signUp(app, { isAdmin: true });
  return { app, admin, ...(await tenantOf(app, admin)) };
}

/** Creates another organization on the same server. */
export async function tenantOf(app: TestApp, admin: Person): Promise<Omit<InferenceWorld, 'app' | 'admin'>> {
  const tenant = await createTenant(app, admin);
  const token = tenant.project.key;
  return {
    ...tenant,
    post: (path, body, headers = {}) => app.request('POST', path, { token, body, headers }),
    open: (path, body, signal) =>
      fetch(app.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      }),
    async allow(rules) {
      const path = `/v1/organization/projects/${tenant.project.id}`;
      await app.request('POST', path, { token: tenant.organizationKey, body: rules });
    },
  };
}

/** Returns a request body that every chat model answers. */
export function question(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: 'chat-model', messages: [{ role: 'user', content: 'Hello?' }], ...more };
}
