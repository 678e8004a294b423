// The public interface of this room: other rooms import only from here.

export {
  type Actor,
  Audit,
  type AuditEvent,
  type AuditPage,
  asOperator,
  auditChange,
  auditEvent,
  auditEvents,
  auditNothing,
  changeDetails,
  follow,
  listAuditEntries,
  nobody,
  type Trail,
  unattended,
  userActor,
} from './audit.ts';
export { chainEntries, chainStep, keyReset, type Verification, verifyChain } from './chain.ts';
export { namesIn } from './names.ts';
export { publicDetails, publicTypeOf } from './public-words.ts';
export { resealEntries } from './reseal.ts';
export { agreeOnKey, checkKeyBeforeWriting, checkStrength, OtherKeyError, proofOf, watchKey } from './secrets-key.ts';
