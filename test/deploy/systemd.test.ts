// Tests the systemd units: their exposure level, and that they set only variables that svc knows.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { ensurePackages } from '../../scripts/fixtures/debian.ts';
import { loadConfig } from '../../services/settings/index.ts';

const folder = join(import.meta.dirname, '../../deploy/systemd');
const maxExposure = 2;

t.setTimeout(600_000);

for (const unit of ['svc.service', 'svc-worker.service']) {
  t.test(`${unit} has an exposure level of at most ${maxExposure} of 10`, async (t) => {
    await ensurePackages(['/usr/bin/systemd-analyze'], ['systemd']);
    const { stdout } = await promisify(execFile)('systemd-analyze', [
      'security',
      '--offline=yes',
      `--threshold=${maxExposure * 10}`,
      join(folder, unit),
    ]);
    const [, exposure = '10'] = /Overall exposure level for .*: ([\d.]+)/.exec(stdout) ?? [];
    t.ok(Number(exposure) <= maxExposure, exposure);
  });

  t.test(`${unit} sets only variables that svc knows`, async (t) => {
    const secret = join(t.testdir({ key: `${'Kx7Qm2Vt9Lp4Rw8'.repeat(3)}\n` }), 'key');
    const given = readFileSync(join(folder, unit), 'utf8').matchAll(/^Environment=(SVC_\w+)=(.*)$/gm);
    const environment = Object.fromEntries(
      [...given].map(([, name = '', value]) => [name, name.endsWith('_FILE') ? secret : value]),
    );
    t.ok(Object.keys(environment).length >= 2);
    t.doesNotThrow(() => loadConfig(environment));
  });
}
