// The trace that a job belongs to, so that its work and its webhooks are seen with the request that caused them.

import type { Migration } from '../migration.ts';

export const jobTraces: Migration = {
  name: '0093-job-traces',
  async up({ addColumn }) {
    await addColumn('jobs', 'traceparent', { type: 'name', null: true });
  },
};
