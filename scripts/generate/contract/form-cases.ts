// Cases of forms: valid ones, each rule of a text broken alone, missing parts, and malformed forms.

import {
  type CaseRequest,
  type ContractCase,
  type Issue,
  missing,
  notFile,
  type Operation,
  type Parameter,
  refusal,
} from '../../document/index.ts';
import {
  type Form,
  type FormField,
  fileName,
  filePart,
  formEnd,
  formOf,
  formRequest,
  formType,
  leastTexts,
  type Texts,
  textParts,
} from './forms.ts';
import { judgeQuery } from './judge.ts';
import { textsFor } from './parameter-cases.ts';
import { type Builder, ordinary } from './samples.ts';

const malformed = { status: 400, code: 'malformed_request' };
const wrongType = { status: 415, code: 'unsupported_media_type' };

export function formCases(builder: Builder, operation: Operation): ContractCase[] {
  const form = formOf(builder, operation);
  if (form === undefined) return [];
  return [
    ...textCases(builder, operation, form),
    ...fileCases(builder, operation, form),
    ...framingCases(builder, operation, form),
  ];
}

function textCases(builder: Builder, { operationId }: Operation, form: Form): ContractCase[] {
  const least = leastTexts(builder, form);
  const toCase = (pointer: string, name: string, rule: string, texts: Texts): ContractCase => {
    const issues = issuesOf(builder, form, texts);
    const family = issues.length === 0 ? 'accepted' : 'broken';
    const expect = issues.length === 0 ? { status: 200 } : refusal(issues);
    return { id: `${operationId}/${family}/${pointer}/${name}`, rule, request: formRequest(form, texts), expect };
  };
  const { fields } = form;
  const all = Object.fromEntries(fields.map(({ name, schema }) => [name, String(ordinary(builder, schema))]));
  const broken = Object.fromEntries(fields.map(({ name }) => [name, 'broken']));
  return [
    toCase('-', 'least', 'required', least),
    toCase('-', 'full-1', 'optional', all),
    toCase('-', 'unknown-part', 'open', { ...least, unknown: '1' }),
    ...fields.flatMap((field) => [
      ...textsFor(builder, asParameter(field))
        .filter((entry): entry is [string, string, string] => typeof entry[2] === 'string')
        .map(([name, rule, text]) => toCase(field.name, name, rule, { ...all, [field.name]: text })),
      toCase(field.name, 'absent', 'required', without(all, field.name)),
    ]),
    ...(fields.length < 2 ? [] : [toCase('-', 'all-at-once', 'several', broken)]),
  ];
}

function fileCases(builder: Builder, { operationId }: Operation, form: Form): ContractCase[] {
  const least = leastTexts(builder, form);
  const toCase = (name: string, rule: string, texts: Texts, issue: Issue): ContractCase => ({
    id: `${operationId}/broken/${form.file}/${name}`,
    rule,
    request: { raw: textParts(texts) + formEnd, contentType: formType },
    expect: refusal([issue]),
  });
  const loc = ['body', form.file];
  return [
    toCase('absent', 'required', { ...least, other: '1' }, { loc, ...missing, input: { ...least, other: '1' } }),
    toCase('text', 'type', { ...least, [form.file]: 'a text' }, { loc, ...notFile, input: 'a text' }),
  ];
}

function framingCases(builder: Builder, { operationId }: Operation, form: Form): ContractCase[] {
  const least = leastTexts(builder, form);
  const usual = formRequest(form, least);
  const file = filePart(form.file);
  const texts = textParts(least);
  const toCase = (name: string, rule: string, request: CaseRequest, expect: ContractCase['expect']): ContractCase => ({
    id: `${operationId}/framing/-/${name}`,
    rule,
    request: { contentType: formType, ...request },
    expect,
  });
  const unread: [name: string, raw: string][] = [
    ['empty', ''],
    ['garbage', 'garbage'],
    ['no-end', file + texts],
    ['cut-off', file.slice(0, -4)],
    ['file-twice', file + file + texts + formEnd],
    ['text-twice', file + textParts({ other: '1' }) + textParts({ other: '2' }) + texts + formEnd],
    ['json', '{}'],
  ];
  const otherTypes: [name: string, contentType: string | null][] = [
    ['none', null],
    ['json', 'application/json'],
    ['text', 'text/plain'],
    ['url-encoded', 'application/x-www-form-urlencoded'],
    ['mixed', formType.replace('form-data', 'mixed')],
    ['similar', formType.replace('form-data', 'form-datax')],
  ];
  return [
    ...unread.map(([name, raw]) => toCase(name, 'form', { raw }, malformed)),
    toCase('no-boundary', 'form', { ...usual, contentType: 'multipart/form-data' }, malformed),
    ...otherTypes.map(([name, contentType]) =>
      toCase(`media-type-${name}`, 'media type', { ...usual, contentType }, wrongType),
    ),
    ...['gzip', 'br', 'deflate'].map((encoding) =>
      toCase(`encoding-${encoding}`, 'media type', { ...usual, headers: { 'content-encoding': encoding } }, wrongType),
    ),
  ];
}

/** Returns the issues of the form's texts. They follow the rules of query parameters, for example for numbers. */
function issuesOf({ document }: Builder, form: Form, texts: Texts): Issue[] {
  const { fields } = form;
  const known = Object.entries(texts).filter(([name]) => fields.some((field) => field.name === name));
  const wrong = judgeQuery(document, fields.map(asParameter), Object.fromEntries(known)).map((issue) => ({
    ...issue,
    loc: ['body', ...(fields.find(({ name }) => name === issue.loc[1])?.path ?? [])],
  }));
  return [...wrong, ...fields.flatMap((field) => absenceOf(form, field, texts))];
}

function absenceOf({ file, fields }: Form, { name, path, isRequired }: FormField, texts: Texts): Issue[] {
  const siblings = fields.filter((other) => path.length === 2 && other.path[0] === path[0]);
  const present = siblings.filter((other) => Object.hasOwn(texts, other.name));
  if (Object.hasOwn(texts, name) || (!isRequired && present.length === 0)) return [];
  const input =
    present.length === 0
      ? { [file]: fileName, ...nested(fields, texts) }
      : Object.fromEntries(present.map((other) => [other.path[1], texts[other.name] ?? '']));
  return [{ loc: ['body', ...path], ...missing, input }];
}

/** Returns the body that the server builds from the texts. */
function nested(fields: FormField[], texts: Texts): { [key: string]: string | { [key: string]: string } } {
  const body: { [key: string]: string | { [key: string]: string } } = {};
  for (const [name, text] of Object.entries(texts)) {
    const [head = name, member] = fields.find((field) => field.name === name)?.path ?? [name];
    if (member === undefined) body[head] = text;
    else body[head] = { ...(typeof body[head] === 'object' ? body[head] : {}), [member]: text };
  }
  return body;
}

function asParameter({ name, schema }: FormField): Parameter {
  return { name, in: 'query', schema };
}

function without(texts: Texts, name: string): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([other]) => other !== name));
}
