// The validation step: checks the parameters and the body against the schemas of the operation (422).
//
// There are two sets of validators, both compiled at the first request that needs them. The first set stops at the
// first error and fills in defaults. If it refuses a request, the second set finds every error, on values parsed again.

import { parse as parseQuery } from 'node:querystring';
import type { Ajv, ValidateFunction } from 'ajv';
import type { ReceivedFile } from '../../services/files/index.ts';
import { ValidationError } from '../../services/platform/index.ts';
import { formValues } from '../bodies/index.ts';
import type { Route, ServerCall } from '../calls/index.ts';
import { createRequestValidators, type Definition, type RequestValidators, secretNames } from '../operations/index.ts';
import { createAjv } from './ajv.ts';
import type { FormatRule } from './formats.ts';
import { IgnoredFields } from './ignored-fields.ts';
import { IssueWriter, type Parts } from './issue-writer.ts';
import { coerce, takeList } from './query-values.ts';

/** In characters. */
const longText = 64 * 1024;

export class RequestValidator {
  readonly #definition: Definition;
  readonly #formats: Map<string, FormatRule>;
  readonly #ignoredFields: IgnoredFields;
  readonly #quickAjv: Ajv;
  readonly #validatorsOf: RequestValidators;
  #thorough: { validatorsOf: RequestValidators; writer: IssueWriter } | undefined;

  constructor(definition: Definition, formats: Map<string, FormatRule>) {
    this.#definition = definition;
    this.#formats = formats;
    this.#ignoredFields = new IgnoredFields(definition);
    this.#quickAjv = createAjv(formats, false);
    this.#validatorsOf = createRequestValidators(definition, this.#quickAjv);
  }

  /**
   * Sets the query and the ignored fields of the call, and fills in defaults. Throws a ValidationError with every
   * failure.
   */
  validate(call: ServerCall): void {
    const route = call.route as Route;
    if (call.queryText !== undefined && route.passesOn === undefined) call.query = { ...parseQuery(call.queryText) };
    for (const [name, type] of route.coercions) if (type === 'array') takeList(call.query, name);
    const raw = route.coercions.length === 0 || call.queryText === undefined ? call.query : { ...call.query };
    coerce(call.query, route.coercions);
    const parts: Parts = { path: call.params, query: call.query, header: call.headers };
    if (call.body !== undefined) parts.requestBody = call.body;
    for (const isValid of this.#validatorsOf(route)) if (!isValid(parts)) throw this.#refusal(call, route, raw);
    call.ignoredFields = this.#ignoredFields.in(route, call.body);
  }

  #refusal(call: ServerCall, route: Route, query: Record<string, unknown>): ValidationError {
    const { validatorsOf, writer } = this.#thoroughly();
    const parts: Parts = { path: call.params, query, header: call.headers };
    // The first validators may have filled in defaults, so the body is parsed again to be checked and shown as it was
    // sent. A long body is not parsed again: that would block the event loop twice as long, and little of it is shown.
    if (call.bodyText !== undefined)
      parts.requestBody = call.bodyText.length > longText ? call.body : JSON.parse(call.bodyText);
    const coerced = { ...parts, query: { ...query } };
    coerce(coerced.query, route.coercions);
    if (route.form !== undefined) {
      parts.requestBody = shownForm(call.form, route.form.file);
      parts.isForm = true;
      coerced.requestBody = formValues(call.form, route.formSchema);
    }
    const quick = this.#validatorsOf(route);
    const validators = validatorsOf(route).map((thorough, index) => ({
      thorough,
      quick: quick[index] as ValidateFunction,
    }));
    return new ValidationError(writer.issues(validators, coerced, parts));
  }

  #thoroughly(): { validatorsOf: RequestValidators; writer: IssueWriter } {
    if (this.#thorough === undefined) {
      const ajv = createAjv(this.#formats, true);
      this.#thorough = {
        validatorsOf: createRequestValidators(this.#definition, ajv),
        writer: new IssueWriter({ thorough: ajv, quick: this.#quickAjv }, this.#formats, secretNames(this.#definition)),
      };
    }
    return this.#thorough;
  }
}

/** Returns the form for an error's `input`: its file is shown by name. */
function shownForm(form: Record<string, unknown> | undefined, name: string): unknown {
  const file = form?.[name];
  return typeof file === 'object' ? { ...form, [name]: (file as ReceivedFile).filename } : form;
}
