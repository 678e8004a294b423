// The two steps for the body of a call: first its size and media type (413, 415), before the context headers are
// checked; then its content.
//
// A JSON body is read in the first step, so that a body of unknown length is limited there too. A form is read in the
// second step, so that no file is stored for a refused call.

import { isId } from '../../models/ids.ts';
import type { ProjectRow } from '../../models/project.ts';
import { FileReservation, reservePart } from '../../services/files/index.ts';
import type { Services } from '../../services/index.ts';
import { callerIdOf } from '../../services/limits/index.ts';
import type { Context } from '../../services/tenancy/index.ts';
import { ContextProblem } from '../access/index.ts';
import type { BodyLimit, Route, ServerCall } from '../calls/index.ts';
import { type BodyMemory, checkBodyHeaders, decodeText, maxOwnParts, parseJson, readBody } from './body.ts';
import { formValues } from './form-values.ts';
import { checkForm, type FormLimits, type Receive, readForm } from './multipart.ts';

/** The limits on bodies: the size by kind of operation, and the memory of all together. */
export interface Bodies {
  maxBytes: Record<BodyLimit, number>;
  memory: BodyMemory;
}

/** Reads the bytes of a body that is no form. Throws `body_too_large`, `unsupported_media_type` or `unavailable`. */
export async function receiveBody(
  call: ServerCall,
  context: Context | ContextProblem,
  bodies: Bodies,
  services: Services,
): Promise<void> {
  const { body, bodyLimit, access, form } = call.route as Route;
  if (form !== undefined) return checkForm(call.request, formLimits(form, services));
  // Operations for pages of this origin check the media type even if they expect no body: an HTML form of another site
  // cannot send JSON.
  if (body === 'none' && access.origin === undefined) return;
  const maxBytes = bodies.maxBytes[bodyLimit];
  checkBodyHeaders(call.request, maxBytes, { isJson: body !== 'bytes' });
  const bytes = await readBody(call.request, {
    maxBytes,
    memory: bodies.memory,
    holder: holderOf(call, context),
    onDone: (listener) => call.onBodyDone(listener),
  });
  if (bytes !== undefined && bytes.length > 0) call.bytes = bytes;
}

/**
 * Sets the body of the call: the JSON value, or the parts of the form with its file stored. Throws a ValidationError.
 */
export async function parseBody(call: ServerCall, services: Services): Promise<void> {
  const { body, bodyLimit, form, formSchema } = call.route as Route;
  if (form !== undefined) {
    await receiveForm(call, formLimits(form, services), services.files);
    call.body = formValues(call.form, formSchema);
  } else if (body !== 'bytes' && call.bytes !== undefined) {
    const text = decodeText(call.bytes);
    if (body === 'none') {
      call.bytes = undefined;
      return;
    }
    call.bodyText = text;
    call.body = parseJson(text, bodyLimit === 'inference' ? services.config.limits.max_body_values : maxOwnParts);
  }
}

/** Reads a form. The file's storage quota is reserved before the file is written. */
async function receiveForm(call: ServerCall, limits: FormLimits, files: Services['files']): Promise<void> {
  const announced = Number(call.headers['content-length'] ?? 0);
  const project = call.project as ProjectRow;
  const uploadId = String(call.params.upload_id);
  // Validation reports a malformed id.
  const reservation = isId('upload', uploadId)
    ? await reservePart(project, uploadId, announced)
    : new FileReservation(project, announced);
  call.reservation = reservation;
  const receive: Receive = (content, info) => files.receive(content, { ...info, announced, reservation });
  call.form = await readForm(call.request, limits, receive, call.received);
}

function formLimits(form: NonNullable<Route['form']>, { config }: Services): FormLimits {
  return {
    file: form.file,
    maxFileBytes: Math.min(form.maxBytes ?? Number.POSITIVE_INFINITY, config.limits.max_file_bytes),
  };
}

/** Returns the owner that the body's memory is counted for: the project, if the call is for one. */
function holderOf({ caller, address }: ServerCall, context: Context | ContextProblem): string {
  const project = context instanceof ContextProblem ? undefined : context.project;
  return project?.id ?? (callerIdOf(caller) || address);
}
