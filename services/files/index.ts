// The entrance of this room: what other rooms may use.

export { createStorage, diskSpace } from './create-storage.ts';
export { FileStore } from './file-store.ts';
export { createFile, deleteFile, type FileDeletion, getFile, listFiles, openFile } from './files.ts';
export { limitOf, takeRoom } from './quota.ts';
export { type ByteContent, fileTooLarge, type ReceivedFile } from './received.ts';
export { FileRoom, formOverheadBytes, type Room } from './room.ts';
export { MissingObjectError } from './storage-errors.ts';
export { registerFileJobs } from './sweep.ts';
export { addPart, completeUpload, createUpload, endUpload, roomForPart } from './uploads.ts';
