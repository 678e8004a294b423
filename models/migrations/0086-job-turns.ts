// An index for round-robin between lanes: finds the lane after the last one, and its oldest job.

import type { Migration } from '../migration.ts';

export const jobTurns: Migration = {
  name: '0086-job-turns',
  async up({ putIndex }) {
    await putIndex('jobs', 'jobs_turns', ['kind', 'lane', 'due_at']);
  },
};
