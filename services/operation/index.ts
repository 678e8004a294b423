// The public interface of this room.

export { backUp, unfinishedBackup } from './backup.ts';
export type { BackupEnd } from './backup-file.ts';
export { Doctor, type DoctorReport, examine, type Finding, reportOf } from './doctor.ts';
export { ownKey } from './own-key.ts';
export { OperationError } from './problem.ts';
export { type AskPassphrase, restore, verifyBackup } from './restore.ts';
export { verifyEverything } from './verify.ts';
