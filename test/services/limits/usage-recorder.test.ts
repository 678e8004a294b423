// Tests the asynchronous writes of the usage recorder.

import t from 'tap';
import type { ProjectRow } from '../../../models/project.ts';
import { UsageRollup, type UsageRow } from '../../../models/usage-rollup.ts';
import { UsageRecorder } from '../../../services/limits/usage/recorder.ts';
import { createLog } from '../../../services/platform/log.ts';
import { startApp } from '../../harness/app.ts';

t.test('a closed recorder has written everything, even if other writers wait', async (t) => {
  await startApp(t);
  const usage = new UsageRecorder(await createLog('silent'));
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const second = Promise.withResolvers<void>();
  const written: string[] = [];
  const { add } = UsageRollup;
  t.teardown(() => Object.assign(UsageRollup, { add }));
  let writings = 0;
  Object.assign(UsageRollup, {
    add: async (rows: UsageRow[]) => {
      const gate = gates[writings];
      writings += 1;
      if (writings === 2) second.resolve();
      await gate?.promise;
      written.push(...rows.filter(({ width }) => width === 'minute').map(({ projectId }) => projectId));
    },
  });
  const note = (id: string): void => usage.request({ id, organizationId: 'org_1' } as ProjectRow, undefined, 200);
  note('proj_1');
  const slow = usage.flush();
  note('proj_2');
  const ofTimer = usage.flush();
  let isClosed = false;
  const closing = usage.close().then(() => {
    isClosed = true;
  });
  gates[0]?.resolve();
  await second.promise;
  await new Promise(setImmediate);
  t.notOk(isClosed, 'the recorder waits for another writer');
  gates[1]?.resolve();
  await closing;
  t.strictSame(written, ['proj_1', 'proj_2']);
  await Promise.all([slow, ofTimer]);
});
