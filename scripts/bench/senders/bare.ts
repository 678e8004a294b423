// A minimal sender with persistent connections: no address guard, no records, no retries.

import { readFileSync } from 'node:fs';
import { Pool } from 'undici';
import { body, headers, measure, underWay, url } from './task.ts';

const ca = readFileSync(process.env.AUTHORITY_FILE ?? '', 'utf8');
const pool = new Pool(new URL(url).origin, { connections: underWay, allowH2: false, connect: { ca } });

await measure(async (index) => {
  const response = await pool.request({
    method: 'POST',
    path: '/',
    headers: headers(index),
    body,
    signal: AbortSignal.timeout(15_000),
  });
  await response.body.dump();
  if (response.statusCode !== 204) throw new Error(String(response.statusCode));
});
process.exit();
