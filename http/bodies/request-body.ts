// The two steps for the body of a call: first its size and media type (413, 415), before the context headers are
// checked; then its content.
//
// A JSON body is read in the first step, so that a body of unknown length is limited there too. A form is read in the
// second step, so that no file is stored for a refused call.

import { isId } from '../../models/ids.ts';
import { FileReservation, type ReceivedFile, reservePart } from '../../services/files/index.ts';
import type { Services } from '../../services/index.ts';
import { callerIdOf } from '../../services/limits/index.ts';
import type { Context } from '../../services/tenancy/index.ts';
import { ContextProblem } from '../access/index.ts';
import type { Authenticated, Authorized, BodyLimit, Content, Route, ServerCall } from '../calls/index.ts';
import { type BodyMemory, checkBodyHeaders, decodeText, maxOwnParts, parseJson, readBody } from './body.ts';
import { formValues, parseForm } from './form-values.ts';
import { checkForm, type FormLimits, type Receive, readForm } from './multipart.ts';

/** The limits on bodies: the size by kind of operation, and the memory of all together. */
export interface Bodies {
  maxBytes: Record<BodyLimit, number>;
  memory: BodyMemory;
}

/** The media types of JSON bodies. */
const jsonTypes = ['application/json'];
const formType = 'application/x-www-form-urlencoded';
/** Protocols with media types of their own beside JSON. */
const typesOf: Partial<Record<NonNullable<Route['errors']>, string[]>> = {
  oauth: [...jsonTypes, formType],
  scim: [...jsonTypes, 'application/scim+json'],
};

/** Returns the bytes of a body that is no form; undefined if there is none. Throws `body_too_large`, `unsupported_media_type` or `unavailable`. */
export async function receiveBody(
  call: ServerCall,
  { route, caller }: Authenticated,
  context: Context | ContextProblem,
  bodies: Bodies,
  services: Services,
): Promise<Buffer | undefined> {
  const { body, bodyLimit, access, form, errors } = route;
  if (form !== undefined) {
    checkForm(call.request, formLimits(form, services));
    return undefined;
  }
  // Operations for pages of this origin check the media type even if they expect no body: an HTML form of another site
  // cannot send JSON.
  if (body === 'none' && access.origin === undefined) return undefined;
  const maxBytes = bodies.maxBytes[bodyLimit];
  const types = (errors && typesOf[errors]) ?? jsonTypes;
  checkBodyHeaders(call.request, maxBytes, { types: body === 'bytes' ? undefined : types });
  const bytes = await readBody(call.request, {
    maxBytes,
    memory: bodies.memory,
    holder: holderOf(caller, call.address, context),
    onDone: (listener) => call.onBodyDone(listener),
  });
  return bytes?.length === 0 ? undefined : bytes;
}

/**
 * Returns the content of the call: the JSON value, or the parts of the form with its file stored. Throws a ValidationError.
 */
export async function parseBody(
  call: ServerCall,
  stage: Authorized,
  bytes: Buffer | undefined,
  services: Services,
): Promise<Content> {
  const { body, bodyLimit, form } = stage.route;
  if (form !== undefined) return await receiveForm(call, stage, form, services);
  if (bytes === undefined) return noContent;
  if (body === 'bytes') return { ...noContent, bytes };
  const bodyText = decodeText(bytes);
  if (body === 'none') return noContent;
  const mediaType = call.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType === formType) return { ...noContent, bytes, body: parseForm(bodyText) };
  const maxParts = bodyLimit === 'inference' ? services.config.limits.max_body_values : maxOwnParts;
  return { bytes, bodyText, body: parseJson(bodyText, maxParts), form: undefined, reservation: undefined };
}

const noContent: Content = {
  bytes: undefined,
  bodyText: undefined,
  body: undefined,
  form: undefined,
  reservation: undefined,
};

/** Reads a form. The file's storage quota is reserved before the file is written. A refused call gives both back. */
async function receiveForm(
  call: ServerCall,
  { route, params, project }: Authorized,
  form: NonNullable<Route['form']>,
  services: Services,
): Promise<Content> {
  if (project === undefined) throw new Error('A form came for no project');
  const { files } = services;
  const announced = Number(call.headers['content-length'] ?? 0);
  const uploadId = String(params.upload_id);
  // Validation reports a malformed id.
  const reservation = isId('upload', uploadId)
    ? await reservePart(project, uploadId, announced)
    : new FileReservation(project, announced);
  const received: ReceivedFile[] = [];
  call.onRefused(() => files.discard(received));
  call.onRefused(() => reservation.release().catch(() => undefined));
  const receive: Receive = (content, info) => files.receive(content, { ...info, announced, reservation });
  const texts = await readForm(call.request, formLimits(form, services), receive, received);
  return { ...noContent, body: formValues(texts, route.formSchema), form: texts, reservation };
}

function formLimits(form: NonNullable<Route['form']>, { config }: Services): FormLimits {
  return {
    file: form.file,
    maxFileBytes: Math.min(form.maxBytes ?? Number.POSITIVE_INFINITY, config.limits.max_file_bytes),
  };
}

/** Returns the owner that the body's memory is counted for: the project, if the call is for one. */
function holderOf(caller: Authenticated['caller'], address: string, context: Context | ContextProblem): string {
  const project = context instanceof ContextProblem ? undefined : context.project;
  return project?.id ?? (callerIdOf(caller) || address);
}
