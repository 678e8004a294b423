// Writes the journeys as a Bruno collection, a folder for each journey, which `bru run FOLDER` runs.

import type { Document } from '../../document/index.ts';
import { addressOf, isExpected, reach } from './requests.ts';
import { type Journey, journeys, type Step } from './steps.ts';

/** Returns the files of the collection by their paths. */
export function bruno(document: Document): [path: string, text: string][] {
  const collection = { version: '1', name: 'Journeys through svc', type: 'collection', ignore: [] };
  const inputs = [...new Set(journeys.flatMap((journey) => Object.keys(journey.inputs)))];
  const environment = ['base_url: http://127.0.0.1:8080', ...inputs.map((name) => `${name}: `)];
  return [
    ['bruno.json', `${JSON.stringify(collection, null, 2)}\n`],
    ['environments/local.bru', block('vars', environment)],
    ...journeys.flatMap((journey) =>
      journey.steps.map((step, index): [string, string] => [
        `${folderOf(journey)}/${String(index + 1).padStart(2, '0')}-${kebab(step.title)}.bru`,
        request(document, step, index + 1),
      ]),
    ),
  ];
}

/** Returns the name of the journey's folder. */
function folderOf({ title }: Journey): string {
  return kebab(title);
}

function kebab(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

function request(document: Document, step: Step, seq: number): string {
  const { method, url } = addressOf(document, step);
  const { body, form } = step;
  const kind = body ? 'json' : form ? 'multipartForm' : 'none';
  return [
    block('meta', [`name: ${step.title}`, 'type: http', `seq: ${seq}`]),
    block(method.toLowerCase(), [`url: ${url}`, `body: ${kind}`, 'auth: bearer']),
    block('auth:bearer', [`token: {{${step.token}}}`]),
    ...(body ? [block('body:json', JSON.stringify(body, null, 2).split('\n'))] : []),
    ...(form
      ? [
          block(
            'body:multipart-form',
            Object.entries(form).map(([name, value]) =>
              value.startsWith('@') ? `${name}: @file(${value.slice(1)})` : `${name}: ${value}`,
            ),
          ),
        ]
      : []),
    block('script:post-response', afterwards(step)),
    block('tests', [
      'const { status, body } = res;',
      ...(step.waits ? ["if (bru.getVar('tries') > 0) return;"] : []),
      `test('${step.title}', () => expect(${isExpected(step)}, JSON.stringify(body)).to.equal(true));`,
    ]),
  ].join('\n');
}

function afterwards(step: Step): string[] {
  const read = ['const { status, body } = res;'];
  if (!step.waits)
    return [...read, ...Object.entries(step.saves ?? {}).map(([name, at]) => `bru.setVar('${name}', ${reach(at)});`)];
  return [
    ...read,
    "const tries = bru.getVar('tries') ?? 0;",
    `if ((${isExpected(step)}) || tries === 60) {`,
    "  bru.setVar('tries', 0);",
    '} else {',
    "  bru.setVar('tries', tries + 1);",
    '  await bru.sleep(500);',
    `  bru.runner.setNextRequest('${step.title}');`,
    '}',
  ];
}

function block(name: string, lines: string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}
