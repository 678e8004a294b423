// Who reads the metrics, and where.

import { setting } from './config-tree.ts';
import { boolean, listenAddress } from './setting-values.ts';

export const metrics = {
  address: setting(
    'SVC_METRICS_ADDRESS',
    listenAddress,
    '',
    'The address and port where the metrics are read, and then nowhere else; empty: /metrics of the server.',
  ),
  public: setting(
    'SVC_METRICS_PUBLIC',
    boolean,
    false,
    'Whether anybody reads /metrics of the server; false: admins, and callers on the same machine.',
  ),
} as const;
