// The public interface of this room: other rooms import only this file.

export { createStorage, databaseSpace, diskSpace } from './create-storage.ts';
export { FileStore } from './file-store.ts';
export { createFile, deleteFile, type FileDeletion, getFile, listFiles, openFile } from './files.ts';
export { chargeStorage, storageLimitOf } from './quota.ts';
export { type ByteContent, charsetOf, fileTooLarge, type ReceivedFile } from './received-file.ts';
export { type DiskSpace, FileReservation, formOverheadBytes, type StorageReservation } from './reservation.ts';
export { MissingObjectError, StorageError } from './storage-errors.ts';
export { registerFileJobs } from './sweep.ts';
export { addPart, completeUpload, createUpload, endUpload, reservePart } from './uploads.ts';
