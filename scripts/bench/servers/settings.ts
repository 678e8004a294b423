// The settings of a reference server, passed in environment variables like those of svc.

import type { Tenant } from '../tenant.ts';

export interface ReferenceSettings {
  port: number;
  /** Format: mysql://… */
  databaseUrl: string;
  tenant: Tenant;
}

/** Returns the environment variables of a reference server. */
export function referenceEnvironment(databaseUrl: string, tenant: Tenant): Record<string, string> {
  return { BENCH_DATABASE_URL: databaseUrl, BENCH_TENANT: JSON.stringify(tenant) };
}

export function referenceSettings(): ReferenceSettings {
  const { BENCH_PORT: port, BENCH_DATABASE_URL: databaseUrl = '', BENCH_TENANT: tenant } = process.env;
  if (port === undefined || tenant === undefined) throw new Error('Reference servers are started by `npm run bench`');
  return { port: Number(port), databaseUrl, tenant: JSON.parse(tenant) as Tenant };
}
