// Writes the journeys as a Postman collection 2.1, which newman runs.

import type { Document } from '../../document/index.ts';
import { addressOf, isExpected, reach } from './requests.ts';
import { type Journey, journeys, type Step } from './steps.ts';

/** Returns the text of the collection. */
export function postman(document: Document): string {
  const collection = {
    info: {
      name: 'Journeys through svc',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: ['base_url', ...new Set(journeys.flatMap(({ inputs }) => Object.keys(inputs)))].map((key) => ({
      key,
      value: key === 'base_url' ? 'http://127.0.0.1:8080' : '',
    })),
    item: journeys.map((journey) => ({
      name: journey.title,
      item: journey.steps.map((step) => request(document, journey, step)),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function request(document: Document, { title }: Journey, step: Step): object {
  const { method, url } = addressOf(document, step);
  const bearer = [{ key: 'token', value: `{{${step.token}}}`, type: 'string' }];
  return {
    // Scripts find the next request by its name, so names are different in the whole collection.
    name: `${title}: ${step.title}`,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: script(step) } }],
    request: {
      method,
      url,
      auth: { type: 'bearer', bearer },
      header: step.body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      ...bodyOf(step),
    },
  };
}

function bodyOf({ body, form }: Step): object {
  if (body) return { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } };
  if (!form) return {};
  const formdata = Object.entries(form).map(([key, value]) =>
    value.startsWith('@') ? { key, type: 'file', src: value.slice(1) } : { key, type: 'text', value },
  );
  return { body: { mode: 'formdata', formdata } };
}

function script(step: Step): string[] {
  const saves = Object.entries(step.saves ?? {}).map(
    ([name, pointer]) => `pm.collectionVariables.set('${name}', ${reach(pointer)});`,
  );
  const read = ['const status = pm.response.code;', 'const body = pm.response.json();'];
  const judge = `pm.test(pm.info.requestName, () => pm.expect(${isExpected(step)}, pm.response.text()).to.be.true);`;
  if (!step.waits) return [...read, judge, ...saves];
  return [
    ...read,
    "const tries = Number(pm.collectionVariables.get('tries') ?? 0);",
    `if (${isExpected(step)} || tries === 60) {`,
    `  ${judge}`,
    "  pm.collectionVariables.unset('tries');",
    '} else {',
    "  pm.collectionVariables.set('tries', tries + 1);",
    '  pm.execution.setNextRequest(pm.info.requestName);',
    '  setTimeout(() => {}, 500);',
    '}',
  ];
}
