// Writes the journeys as an Arazzo 1.0 document, which `redocly respect` runs.

import type { Json } from '../../document/index.ts';
import { type Journey, journeys, type Step } from './steps.ts';

/** Returns the text of the Arazzo document. `version` is that of the API. */
export function arazzo(version: string): string {
  const document = {
    arazzo: '1.0.1',
    info: {
      title: 'Journeys through svc',
      version,
      summary: 'First search, rotate a key, batch with webhook, spend limit.',
    },
    sourceDescriptions: [{ name: 'svc', url: '../openapi.json', type: 'openapi' }],
    workflows: journeys.map(workflow),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function workflow(journey: Journey): object {
  const { id, title, inputs, steps } = journey;
  const properties = Object.fromEntries(
    Object.entries(inputs).map(([name, description]) => [name, { type: 'string', description }]),
  );
  return {
    workflowId: id,
    summary: title,
    inputs: { type: 'object', properties, required: Object.keys(inputs) },
    steps: steps.map((step) => arazzoStep(journey, step)),
  };
}

function arazzoStep(journey: Journey, step: Step): object {
  const { id, operationId, title, token, path = {}, body, form, status = 200, saves, expects = {}, waits } = step;
  const filled = (value: Json): Json => fill(journey, value);
  return {
    stepId: id,
    operationId,
    description: `${title}.`,
    parameters: [
      { name: 'Authorization', in: 'header', value: filled(`Bearer {{${token}}}`) },
      ...Object.entries(path).map(([name, value]) => ({ name, in: 'path', value: filled(value) })),
    ],
    ...(body && { requestBody: { contentType: 'application/json', payload: filled(body) } }),
    ...(form && { requestBody: { contentType: 'multipart/form-data', payload: parts(form) } }),
    successCriteria: [
      { condition: `$statusCode == ${status}` },
      ...Object.entries(expects).map(([pointer, value]) => ({
        condition: `$response.body#${pointer} == ${typeof value === 'string' ? `'${value}'` : value}`,
      })),
    ],
    ...(waits && { onFailure: [{ name: 'notYet', type: 'retry', retryAfter: 1, retryLimit: 60 }] }),
    ...(saves && {
      outputs: Object.fromEntries(Object.entries(saves).map(([name, pointer]) => [name, `$response.body#${pointer}`])),
    }),
  };
}

function parts(form: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, value.startsWith('@') ? `$file('${value.slice(1)}')` : value]),
  );
}

/** Returns the value with runtime expressions in place of variables. */
function fill(journey: Journey, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => fill(journey, item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(journey, item)]));
  if (typeof value !== 'string') return value;
  const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
  if (whole !== undefined) return expression(journey, whole);
  return value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `{${expression(journey, name)}}`);
}

function expression({ inputs, steps }: Journey, name: string): string {
  if (name in inputs) return `$inputs.${name}`;
  const source = steps.find(({ saves = {} }) => name in saves);
  if (source === undefined) throw new Error(`No step saves ${name}`);
  return `$steps.${source.id}.outputs.${name}`;
}
