// The public interface of this room.

export { Breaker } from './breaker.ts';
export { Broker, type BrokerMetrics, type Topology, tryBroker } from './broker.ts';
export { type ByteSink, ByteStream, type CutShort } from './byte-stream.ts';
export { Deadline } from './deadlines.ts';
export { isEmailAddress } from './email-address.ts';
export { EncodedJson } from './encoded-json.ts';
export { EncodedText } from './encoded-text.ts';
export {
  DamagedDataError,
  type ErrorCode,
  existing,
  missingMember,
  nameAlreadyExists,
  nameTaken,
  notFound,
  quotaReached,
  ScimProblem,
  type ScimProblemType,
  ServiceError,
  tokenInvalid,
  UnknownModelError,
  unavailable,
  ValidationError,
  type ValidationIssue,
  valueError,
} from './errors.ts';
export { excerptOf } from './excerpts.ts';
export { fileProblem } from './file-problem.ts';
export { escapeHtml } from './html.ts';
export { issueSentence, type ToldIssue } from './issue-sentences.ts';
export { endOfString, foldName } from './json-text.ts';
export { lazyRequire } from './lazy-require.ts';
export { createLog, hideSecrets, type Log } from './log.ts';
export { metersOf } from './meters.ts';
export { createMetrics, type Metrics, metricsType, type ProcessMetrics, sumOfMetrics } from './metrics.ts';
export { Microbatcher } from './microbatcher.ts';
export { labelFault, nameFault } from './names.ts';
export { inNetworks, isNetwork } from './networks.ts';
export { publicOr } from './outbound/addresses.ts';
export { type BoundedRequest, boundedFetch } from './outbound/bounded-fetch.ts';
export { guardedConnector } from './outbound/connect.ts';
export { OutboundFailure, outboundReason } from './outbound/errors.ts';
export { Outbound, type PostResult } from './outbound/index.ts';
export { createNames, machineNames, type Names } from './outbound/resolve.ts';
export { noPanel, type Panel, type PanelFile } from './panel.ts';
export { readInTurn, whilePresent } from './presence.ts';
export { type JobContext, type JobKind, LeaseLostError, Postpone, Queue } from './queue/index.ts';
export { registerPeriodic } from './queue/periodic.ts';
export { Readiness } from './readiness.ts';
export { pageLink, type Site } from './site.ts';
export { nextSlice } from './slices.ts';
export { meantName } from './spelling.ts';
export {
  countSignIn,
  countWithin,
  daySeconds,
  hourSeconds,
  isWithin,
  type Rule,
  trustAddress,
  uncount,
} from './throttles.ts';
export { batchPerTick } from './tick-batches.ts';
export { countTokens, firstTokens, loadTokenizer, textOfTokens } from './tokenizer.ts';
export { Touches } from './touches.ts';
export {
  type Attributes,
  currentTrace,
  type Trace,
  Tracing,
  traceHeaders,
  tracingPackages,
  withinTrace,
} from './tracing/index.ts';
export { Turns } from './turns.ts';
