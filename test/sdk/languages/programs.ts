// The folder of generators and other programs that these tests install. It is kept between runs.

import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const programs = join(process.env.SVC_TEST_ROOT ?? join(tmpdir(), 'svc-test-languages'), 'programs');
