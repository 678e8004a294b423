// Writes the journeys as an .http file, which editors and their extensions send (VS Code's REST Client, Visual Studio,
// httpyac). Each journey is sent from the top down; a request that waits is sent again until its answer is as its comment says.

import type { Document, Json } from '../../document/index.ts';
import { addressOf } from './requests.ts';
import { type Journey, journeys, type Step } from './steps.ts';

const boundary = 'journey';

/** Returns the text of the file. */
export function httpFile(document: Document): string {
  const inputs = new Map(journeys.flatMap((journey) => Object.entries(journey.inputs)));
  return [
    '@base_url = http://127.0.0.1:8080',
    ...[...inputs].map(([name, about]) => `# ${about}\n@${name} = `),
    ...journeys.flatMap((journey) => journey.steps.map((_, index) => request(document, journey, index))),
    '',
  ].join('\n');
}

function request(document: Document, journey: Journey, index: number): string {
  const step = journey.steps[index] as Step;
  const before = journey.steps[index - 1];
  const { method, url } = addressOf(document, step);
  const name = nameOf(journey, step);
  const variable = (text: string): string => scoped(journey, text);
  const expected = Object.entries({ status: step.status ?? 200, ...step.expects }).map(
    ([at, value]) => `${at} is ${value}`,
  );
  return [
    `### ${journey.title}: ${step.title}`,
    // Below the line that ends a request: above it they would be part of its body.
    ...(before === undefined ? [] : saved(journey, before)),
    `# ${step.waits ? 'Send this again until' : 'In the answer,'} ${expected.join(', ')}.`,
    `# @name ${name}`,
    `${method} ${variable(url)}`,
    `Authorization: Bearer ${variable(`{{${step.token}}}`)}`,
    ...(step.body ? ['Content-Type: application/json', '', variable(JSON.stringify(step.body, null, 2))] : []),
    ...(step.form ? [`Content-Type: multipart/form-data; boundary=${boundary}`, '', ...parts(step.form)] : []),
    '',
  ].join('\n');
}

function saved(journey: Journey, step: Step): string[] {
  return Object.entries(step.saves ?? {}).map(
    ([name, pointer]) =>
      `@${journey.id}_${name} = {{${nameOf(journey, step)}.response.body.$${pointer.replaceAll('/', '.')}}}`,
  );
}

function nameOf(journey: Journey, step: Step): string {
  return `${journey.id}_${step.id}`;
}

/** Returns the text with the journey's own variables: those of a file are shared by all its requests. */
function scoped({ id, inputs }: Journey, text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name === 'base_url' || name in inputs ? whole : `{{${id}_${name}}}`,
  );
}

function parts(form: { [name: string]: Json }): string[] {
  const lines = Object.entries(form).flatMap(([name, value]) => {
    const file = String(value).startsWith('@') ? String(value).slice(1) : undefined;
    return [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}`,
      '',
      file === undefined ? String(value) : `< ./${file}`,
    ];
  });
  return [...lines, `--${boundary}--`];
}
