// The validation step: checks the parameters and the body against the schemas of the operation (422).
//
// There are two sets of validators, both compiled at the first request that needs them. The first set stops at the
// first error and fills in defaults. If it refuses a request, the second set finds every error, on values parsed again.

import { parse as parseQuery } from 'node:querystring';
import type { Ajv, ValidateFunction } from 'ajv';
import type { ReceivedFile } from '../../services/files/index.ts';
import { ValidationError } from '../../services/platform/index.ts';
import { formValues } from '../bodies/index.ts';
import type { Authorized, Content, Route, ServerCall, Validated } from '../calls/index.ts';
import { createRequestValidators, type Definition, type RequestValidators, secretNames } from '../dispatch/index.ts';
import { createAjv } from './ajv.ts';
import { BodyShapes } from './body-shape.ts';
import type { FormatRule } from './formats.ts';
import { IssueWriter, type Parts } from './issue-writer.ts';
import { coerce, takeList } from './query-values.ts';
import { ignoredNames, type UnknownField, unknownFields } from './unknown-fields.ts';
import { withoutUnset } from './unset-members.ts';

/** In characters. */
const longText = 64 * 1024;

export class RequestValidator {
  readonly #definition: Definition;
  readonly #formats: Map<string, FormatRule>;
  readonly #shapes: BodyShapes;
  readonly #quickAjv: Ajv;
  readonly #validatorsOf: RequestValidators;
  #thorough: { validatorsOf: RequestValidators; writer: IssueWriter } | undefined;

  constructor(definition: Definition, formats: Map<string, FormatRule>) {
    this.#definition = definition;
    this.#formats = formats;
    this.#shapes = new BodyShapes(definition);
    this.#quickAjv = createAjv(formats, false);
    this.#validatorsOf = createRequestValidators(definition, this.#quickAjv);
  }

  /**
   * Returns the content without members that null leaves unset, the query and the ignored fields of the call, and fills
   * in defaults. Throws a ValidationError with every failure.
   */
  validate(
    call: ServerCall,
    { route, params }: Pick<Authorized, 'route' | 'params'>,
    sent: Content,
  ): Pick<Validated, 'content' | 'query' | 'ignoredFields'> {
    const content = withoutUnset(sent, route, this.#shapes);
    const { body } = content;
    const isParsed = call.queryText !== undefined && route.passesOn === undefined;
    const query: Record<string, unknown> = isParsed ? { ...parseQuery(call.queryText) } : {};
    for (const [name, type] of route.coercions) if (type === 'array') takeList(query, name);
    const raw = route.coercions.length === 0 || call.queryText === undefined ? query : { ...query };
    coerce(query, route.coercions);
    const parts: Parts = { path: params, query, header: call.headers };
    if (body !== undefined) parts.requestBody = body;
    // Before the validators fill in defaults: a default would look like a member that was sent.
    const unknown = unknownFields(route, body, this.#shapes);
    // OAuth ignores what it does not know, however it is spelt (RFC 6749, section 3.2).
    const misspelt = route.errors === 'oauth' ? [] : unknown.filter(({ meant }) => meant !== undefined);
    const isValid = this.#validatorsOf(route).every((validate) => validate(parts));
    if (!isValid || misspelt.length > 0) throw this.#refusal(route, { ...parts, query: raw }, content, misspelt);
    return { content, query, ignoredFields: ignoredNames(unknown) };
  }

  #refusal(
    route: Route,
    { path, query, header }: Parts,
    { body, bodyText, form }: Content,
    misspelt: UnknownField[],
  ): ValidationError {
    const { validatorsOf, writer } = this.#thoroughly();
    const parts: Parts = { path, query, header };
    // The first validators may have filled in defaults, so the body is parsed again to be checked and shown as it was
    // sent. A long body is not parsed again: that would block the event loop twice as long, and little of it is shown.
    const isShort = bodyText !== undefined && bodyText.length <= longText;
    if (isShort || body !== undefined) parts.requestBody = isShort ? JSON.parse(bodyText) : body;
    const coerced = { ...parts, query: { ...query } };
    coerce(coerced.query, route.coercions);
    if (route.form !== undefined) {
      parts.requestBody = shownForm(form, route.form.file);
      parts.isForm = true;
      coerced.requestBody = formValues(form, route.formSchema);
    }
    const quick = this.#validatorsOf(route);
    const validators = validatorsOf(route).map((thorough, index) => ({
      thorough,
      quick: quick[index] as ValidateFunction,
    }));
    return new ValidationError(writer.issues(validators, coerced, parts, misspelt));
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
