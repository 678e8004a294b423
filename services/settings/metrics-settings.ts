// The settings of the metrics endpoint.

import { setting } from './config-tree.ts';
import { boolean, listenAddress } from './setting-values.ts';

export const metrics = {
  address: setting('SVC_METRICS_ADDRESS', listenAddress, '').about(
    "A separate address and port for /metrics, on a worker too. The server then has no /metrics at its own port. Empty: /metrics is at the server's port.",
  ),
  public: setting('SVC_METRICS_PUBLIC', boolean, false).about(
    'Whether anybody may read /metrics of the server. If false, only admins may, and callers on the same machine without a proxy in between.',
  ),
} as const;
