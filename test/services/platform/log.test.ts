// Tests the log (services/platform/log.ts): its last lines are buffered and must not be lost, and secrets are redacted.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import t from 'tap';
import { notTried } from '../../harness/skip-reason.ts';

const ends = {
  'when nothing is left to do': '',
  'at process.exit': 'process.exit(0);',
  'after a flush and at process.exit': "log.flush(() => { log.info('after the flush'); process.exit(0); });",
};

for (const [when, end] of Object.entries(ends)) {
  t.test(`no line is lost when the process ends: ${when}`, async (t) => {
    const url = new URL('../../../services/platform/log.ts', import.meta.url).href;
    const program = `
      import { createLog } from ${JSON.stringify(url)};
      const log = await createLog('info');
      for (let line = 0; line < 2000; line += 1) log.info({ line }, 'a line that is one of many');
      ${end}
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line?: number; msg: string });
    const numbers = lines.flatMap(({ line }) => line ?? []);
    // process.exit does not wait for a block that is being written, which may then follow later ones.
    if (when === 'at process.exit') numbers.sort((a, b) => a - b);
    t.same(
      numbers,
      Array.from({ length: 2000 }, (_, line) => line),
      'all lines, in order',
    );
    t.equal(lines.at(-1)?.msg === 'after the flush', end.includes('flush'), 'and the last line is the last');
  });
}

t.test('a secret that begins with another one is redacted to its end', async (t) => {
  const url = new URL('../../../services/platform/log.ts', import.meta.url).href;
  const secrets = ['sk-upstream', 'sk-upstream-of-production', 'sk-upstream-of'];
  const program = `
    import { createLog, hideSecrets } from ${JSON.stringify(url)};
    hideSecrets(${JSON.stringify(secrets)});
    const log = await createLog('info');
    for (const secret of ${JSON.stringify(secrets)}) log.info('<' + secret + '>');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  const lines = stdout.trim().split('\n');
  t.strictSame(
    lines.map((line) => JSON.parse(line).msg),
    secrets.map(() => '<[redacted]>'),
  );
});

t.test('a log on a full disk neither ends nor blocks the process', async (t) => {
  if (!existsSync('/dev/full')) return notTried(t, 'this system has no disk that is always full');
  const url = new URL('../../../services/platform/log.ts', import.meta.url).href;
  const program = `
    import { setTimeout as wait } from 'node:timers/promises';
    import { createLog } from ${JSON.stringify(url)};
    const log = await createLog('info');
    for (let round = 0; round < 3; round += 1) {
      log.info('a line');
      await wait(200);
    }
    log.fatal('the last one, which is written at once');
    console.error('alive');
  `;
  const shell = 'exec "$0" --input-type=module --eval "$1" > /dev/full';
  const { stderr } = await promisify(execFile)('sh', ['-c', shell, process.execPath, program], { timeout: 60_000 });
  t.equal(stderr, 'alive\n');
});
