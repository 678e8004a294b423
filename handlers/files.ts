import { create as contentDisposition } from 'content-disposition';
import { StoredFile } from '../models/stored-file.ts';
import * as files from '../services/files/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const createFile: Handler<'createFile'> = async ({ body, project }) => {
  const expiresAfterSeconds = body.expires_after?.seconds;
  const file = await files.createFile(project, { content: body.file, purpose: body.purpose, expiresAfterSeconds });
  return { status: 200, body: StoredFile.toResource(file) };
};

export const listFiles: Handler<'listFiles'> = async ({ query, project }) => {
  return listAnswer(await files.listFiles(project, query), StoredFile.toResource);
};

export const retrieveFile: Handler<'retrieveFile'> = async ({ params, project }) => {
  return { status: 200, body: StoredFile.toResource(await files.getFile(project, params.file_id)) };
};

export const deleteFile: Handler<'deleteFile'> = async ({ params, project }, services) => {
  await files.deleteFile(project, params.file_id, services);
  return { status: 200, body: { id: params.file_id, object: 'file', deleted: true } };
};

export const downloadFile: Handler<'downloadFile'> = async ({ params, project }, services) => {
  const { file, content } = await files.openFile(project, params.file_id, services.files);
  const headers = {
    // Always octet-stream: a browser must not render an uploaded file.
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition(file.filename),
  };
  return { status: 200, body: content, headers };
};
