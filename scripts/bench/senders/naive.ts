// The first sender that a developer would write: p-retry around fetch, with a timeout.

import pRetry from 'p-retry';
import { body, headers, measure, url } from './task.ts';

await measure((index) =>
  pRetry(
    async () => {
      const response = await fetch(url, {
        method: 'POST',
        headers: headers(index),
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(15_000),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(String(response.status));
    },
    { retries: 2 },
  ),
);
process.exit();
