// The public interface of this room: other rooms import only this file.

export { ModelCalls } from './model-call-watchers.ts';
export {
  type EndedCall,
  type EndOfCall,
  type HostedTool,
  type ModelCall,
  type ModelCallEnd,
  type ModelCallWatcher,
  notSent,
  type Provider,
  type Tokens,
} from './model-calls.ts';
export { ProjectLimits } from './project-limits.ts';
export type { Rates } from './rates.ts';
export {
  createSpendAlert,
  deleteSpendAlert,
  getSpendAlert,
  listSpendAlerts,
  registerSpendAlerts,
  sendSpendAlerts,
  updateSpendAlert,
  type Watched,
} from './spend-alerts.ts';
export {
  deleteOrganizationSpendLimit,
  deleteSpendLimit,
  getOrganizationSpendLimit,
  getSpendLimit,
  setOrganizationSpendLimit,
  setSpendLimit,
} from './spend-limits.ts';
export { SpendThresholds } from './spend-thresholds.ts';
export { costOf, fromCents, type Priced, pricesOf, toDollars } from './usage/cost.ts';
export { countInput, requestOf } from './usage/estimate.ts';
export {
  type Quantities,
  quantitiesOfAnswer,
  quantitiesOfRequest,
  toolOfItem,
  toolsOfServer,
  units,
} from './usage/quantities.ts';
export { RecentOutput } from './usage/recent-output.ts';
export { callerIdOf, UsageRecorder, writeUsage } from './usage/recorder.ts';
export {
  pageFrom,
  reportCosts,
  reportLatency,
  reportRequests,
  reportUsage,
  type UsagePage,
  type UsageSum,
} from './usage/report.ts';
export { registerStorageUsage, reportStorage } from './usage/storage.ts';
export { startOfMonth } from './usage/time.ts';
