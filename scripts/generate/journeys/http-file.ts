// Writes the journeys as an .http file, which JetBrains' HTTP client and httpyac send. Each journey is sent from the top down; a
// request that waits is sent again until its answer is as its comment says.

import type { Document, Json } from '../../document/index.ts';
import { addressOf, reach } from './requests.ts';
import { type Journey, journeys, type Step } from './steps.ts';

const boundary = 'journey';

/** Returns the text of the file. */
export function httpFile(document: Document): string {
  const inputs = new Map(journeys.flatMap((journey) => Object.entries(journey.inputs)));
  return [
    '@base_url = http://127.0.0.1:8080',
    ...[...inputs].map(([name, about]) => `# ${about}\n@${name} = your-${name.replaceAll('_', '-')}`),
    ...journeys.flatMap((journey) => journey.steps.map((step) => request(document, journey, step))),
    '',
  ].join('\n');
}

function request(document: Document, journey: Journey, step: Step): string {
  const { method, url } = addressOf(document, step);
  const name = nameOf(journey, step);
  const variable = (text: string): string => scoped(journey, text);
  const expected = Object.entries({ status: step.status ?? 200, ...step.expects }).map(
    ([at, value]) => `${at} is ${value}`,
  );
  return [
    `### ${journey.title}: ${step.title}`,
    `# ${step.waits ? 'Send this again until' : 'In the answer,'} ${expected.join(', ')}.`,
    `# @name ${name}`,
    `${method} ${variable(url)}`,
    `Authorization: Bearer ${variable(`{{${step.token}}}`)}`,
    ...(step.body ? ['Content-Type: application/json', '', variable(JSON.stringify(step.body, null, 2))] : []),
    ...(step.form ? [`Content-Type: multipart/form-data; boundary=${boundary}`, '', ...parts(step.form)] : []),
    '',
    ...handler(journey, step),
    '',
  ].join('\n');
}

/** Returns the script that checks the status, and saves the values that later requests need. */
function handler(journey: Journey, { status = 200, saves = {} }: Step): string[] {
  const keep = Object.entries(saves).map(
    ([name, pointer]) => `  client.global.set('${journey.id}_${name}', ${reach(pointer)});`,
  );
  return [
    '> {%',
    ...(keep.length > 0 ? ['  const { body } = response;'] : []),
    `  client.test('the status is ${status}', () => client.assert(response.status === ${status}));`,
    ...keep,
    '%}',
  ];
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
