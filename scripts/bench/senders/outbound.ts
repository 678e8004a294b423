// svc's outbound client alone: address guard, limits, persistent connections.

import { Outbound } from '../../../services/platform/outbound/index.ts';
import { addressPolicy } from '../../../services/webhooks/address.ts';
import { body, headers, lanes, measure, url } from './task.ts';

const policy = addressPolicy(['127.0.0.0/8']);
const caFile = process.env.AUTHORITY_FILE ?? '';
const outbound = new Outbound({ policy, names: policy.names, caFile, proxyUrl: '', timeoutMs: 15_000 });

await measure(async (index) => {
  const { status } = await outbound.post({ url, headers: headers(index), body, lane: String(index % lanes) });
  if (status !== 204) throw new Error(String(status));
});
process.exit();
