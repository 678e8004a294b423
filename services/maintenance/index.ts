// The public interface of this room.

export { backUp, unfinishedBackup } from './backup.ts';
export type { BackupEnd } from './backup-file.ts';
export { Doctor, type DoctorReport, examine, type Finding, reportOf } from './doctor.ts';
export { announceFineTuningWorker, listFineTuningWorkers } from './fine-tuning-workers.ts';
export { overviewOf } from './overview.ts';
export { ownKey } from './own-key.ts';
export { OperationError } from './problem.ts';
export { type AskPassphrase, type Proof, type ReadOptions, restore, verifyBackup } from './restore.ts';
export { checkSettings, checkWorkerSettings } from './start-check.ts';
export { planUnpricedUse, type UnpricedUse, unpricedUseText } from './unpriced-use.ts';
export { verifyEverything } from './verify.ts';
