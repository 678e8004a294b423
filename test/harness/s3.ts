// An S3-compatible object store for tests: objects in memory, single and multipart uploads, the REST interface of S3.
// It verifies signatures and checksums, and can be told to fail.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Test } from 'tap';
import { listenOnLoopback } from './loopback.ts';

export interface S3Store {
  /** The environment variables with which a server stores its files here. */
  settings: Record<string, string>;
  objects: Map<string, Buffer>;
  /** Multipart uploads that are neither completed nor aborted. */
  unfinished: Map<string, Map<number, Buffer>>;
  /** The maximum number of bytes in one request. */
  largestRequest: number;
  /** The status and the code with which it refuses every request, such as those of a full or broken store. */
  refusal: [status: number, code: string] | undefined;
  /** Refuses to list objects, like a key without that right. */
  refusesLists: boolean;
}

const accessKeyId = 'TESTKEY';
const bucket = 'svc-files';

export async function startS3(t: Test): Promise<S3Store> {
  const [objects, unfinished] = [new Map<string, Buffer>(), new Map<string, Map<number, Buffer>>()];
  const store: S3Store = {
    settings: {},
    objects,
    unfinished,
    largestRequest: 0,
    refusal: undefined,
    refusesLists: false,
  };
  const server = createServer((request, response) => {
    void answer(store, request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  const port = await listenOnLoopback(server);
  t.teardown(() => server.close());
  store.settings = {
    SVC_FILES_STORAGE: 's3',
    SVC_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    SVC_S3_BUCKET: bucket,
    SVC_S3_PREFIX: 'installation/',
    SVC_S3_ACCESS_KEY_ID: accessKeyId,
    SVC_S3_SECRET_ACCESS_KEY: 'a secret of the store',
  };
  return store;
}

async function answer(store: S3Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://s3');
  const body = await bodyOf(request);
  store.largestRequest = Math.max(store.largestRequest, body.length);
  const signature = request.headers.authorization ?? '';
  if (!signature.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`))
    return refuse(response, 403, 'AccessDenied');
  if (store.refusal !== undefined) return refuse(response, ...store.refusal);
  const [, name = '', ...rest] = decodeURIComponent(url.pathname).split('/');
  if (name !== bucket) return refuse(response, 404, 'NoSuchBucket');
  const key = rest.join('/');
  const query = url.searchParams;
  if (request.method === 'GET' && query.has('uploads')) return listUploads(store, query, response);
  if (store.refusesLists && key === '') return refuse(response, 403, 'AccessDenied');
  if (request.method === 'GET' && key === '') return listObjects(store, query, response);
  if (request.method === 'GET') return send(store.objects.get(key), response);
  if (request.method === 'POST' && query.has('uploads')) return begin(store, key, response);
  const uploadId = query.get('uploadId');
  if (uploadId !== null) return changeUpload(store, uploadId, key, request, query, body, response);
  if (request.method === 'PUT') {
    store.objects.set(key, body);
    response.writeHead(200, { etag: etagOf(body) }).end();
  } else if (request.method === 'DELETE') {
    store.objects.delete(key);
    response.writeHead(204).end();
  } else {
    refuse(response, 405, 'MethodNotAllowed');
  }
}

function begin(store: S3Store, key: string, response: ServerResponse): void {
  const uploadId = `${randomUUID()} ${key}`;
  store.unfinished.set(uploadId, new Map());
  xml(
    response,
    `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function changeUpload(
  store: S3Store,
  uploadId: string,
  key: string,
  request: IncomingMessage,
  query: URLSearchParams,
  body: Buffer,
  response: ServerResponse,
): void {
  const parts = store.unfinished.get(uploadId);
  if (parts === undefined) {
    refuse(response, 404, 'NoSuchUpload');
    return;
  }
  if (request.method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: etagOf(body) }).end();
    return;
  }
  store.unfinished.delete(uploadId);
  if (request.method === 'DELETE') {
    response.writeHead(204).end();
    return;
  }
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
  const whole = numbers.map((number) => parts.get(number) ?? Buffer.alloc(0));
  if (whole.slice(0, -1).some((part) => part.length < 5 << 20)) {
    refuse(response, 400, 'EntityTooSmall');
    return;
  }
  store.objects.set(key, Buffer.concat(whole));
  xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`);
}

function send(object: Buffer | undefined, response: ServerResponse): void {
  if (object === undefined) refuse(response, 404, 'NoSuchKey');
  else response.writeHead(200, { 'content-length': object.length, etag: etagOf(object) }).end(object);
}

/** Returns three keys per page, so that a client must page. */
function listObjects(store: S3Store, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token') ?? '';
  const keys = [...store.objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, 3);
  const more = keys.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>1</Size></Contents>`,
  );
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  xml(response, `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`);
}

/**
 * Returns two uploads per page: one without its time, as SeaweedFS lists all. Takes no upload id, as versitygw does, and a
 * prefix for a whole key, as MinIO does.
 */
function listUploads(store: S3Store, query: URLSearchParams, response: ServerResponse): void {
  if (query.has('upload-id-marker')) {
    refuse(response, 400, 'InvalidArgument');
    return;
  }
  const after = query.get('key-marker') ?? '';
  const uploads = [...store.unfinished.keys()]
    .map((id) => ({ id, key: id.split(' ')[1] ?? '' }))
    .filter(({ key }) => [key, '', null].includes(query.get('prefix')) && key > after)
    .sort((a, b) => (`${a.key} ${a.id}` < `${b.key} ${b.id}` ? -1 : 1));
  const page = uploads.slice(0, 2);
  const last = uploads.length > page.length ? page.at(-1) : undefined;
  const next =
    last === undefined
      ? ''
      : `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`;
  const shown = page.map(
    ({ id, key }, index) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${index === 0 ? '' : '<Initiated>2020-01-01T00:00:00.000Z</Initiated>'}</Upload>`,
  );
  xml(
    response,
    `<ListMultipartUploadsResult><IsTruncated>${last !== undefined}</IsTruncated>${next}${shown.join('')}</ListMultipartUploadsResult>`,
  );
}

function xml(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
