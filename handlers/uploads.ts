import { nowSeconds } from '../models/clock.ts';
import { Upload, UploadPart } from '../models/upload.ts';
import * as uploads from '../services/files/index.ts';
import type { Handler } from './handler.ts';

export const createUpload: Handler<'createUpload'> = async ({ body, project }, { config, files }) => {
  const maxBytes = config.limits.max_upload_bytes;
  const upload = await uploads.createUpload(project, body, { maxBytes, files });
  return { status: 200, body: Upload.toResource(upload, undefined, nowSeconds()) };
};

export const addUploadPart: Handler<'addUploadPart'> = async ({ params, body, project, reservation }) => {
  const part = await uploads.addPart(project, params.upload_id, body.data, reservation?.held ?? 0);
  return { status: 200, body: UploadPart.toResource(part) };
};

export const completeUpload: Handler<'completeUpload'> = async ({ params, body, project }, services) => {
  const { upload, file } = await uploads.completeUpload(project, params.upload_id, body, services);
  return { status: 200, body: Upload.toResource(upload, file, nowSeconds()) };
};

export const cancelUpload: Handler<'cancelUpload'> = async ({ params, project }, { queue }) => {
  const upload = await uploads.endUpload(project, params.upload_id, 'cancelled', queue);
  return { status: 200, body: Upload.toResource(upload, undefined, nowSeconds()) };
};
