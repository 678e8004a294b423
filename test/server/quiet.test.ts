// Tests when a process gives memory back.

import t from 'tap';
import { quietDetector } from '../../scripts/process/quiet.ts';

t.test('garbage is collected once, when a busy process has become quiet', async (t) => {
  const isQuietAgain = quietDetector();
  const shares = [0.01, 0.01, 0.5, 0.1, 0.01, 0.01, 0.04, 0.9, 0.01];
  t.same(
    shares.map((share) => isQuietAgain(share)),
    [false, false, false, false, true, false, false, false, true],
  );
});

t.test('a process that is never busy is left alone', async (t) => {
  const isQuietAgain = quietDetector();
  t.notOk(
    [0.1, 0.01, 0.19, 0].some((share) => isQuietAgain(share)),
    'no collection',
  );
});
