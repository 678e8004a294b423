// Who is next where lanes take turns: the lane behind the last one, and its oldest job.

import type { Migration } from '../migration.ts';

export const jobTurns: Migration = {
  name: '0086-job-turns',
  async up({ putIndex }) {
    await putIndex('jobs', 'jobs_turns', ['kind', 'lane', 'due_at']);
  },
};
