// Compares the position of JSON syntax errors with JSON.parse, for randomly damaged texts.

import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { jsonFault } from '../../../http/bodies/json-fault.ts';

const seed = Number(process.env.SVC_TEST_SEED ?? randomInt(2 ** 31));
const textRuns = 3000;
/** The characters that have a meaning in JSON, and others that UTF-8 writes in two or three bytes. */
const signs = '"\\{}[],:0-.eun \n\u0000\ufeffé\u2028';

t.comment(`seed ${seed}`);

t.test('the position of a JSON syntax error is found, and valid JSON has none', async (t) => {
  const edits = fc.array(fc.tuple(fc.nat(200), fc.constantFrom('', ...signs)), { maxLength: 3 });
  let faults = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2)),
      ),
      edits,
      (json, changes) => {
        const text = changes.reduce(
          (now, [at, sign]) =>
            now.slice(0, at % (now.length + 1)) + sign + now.slice((at % (now.length + 1)) + (sign === '' ? 1 : 0)),
          json,
        );
        const fault = jsonFault(text);
        if ((fault === undefined) !== isJson(text))
          throw new Error(`${JSON.stringify(text)}: ${JSON.stringify(fault)}`);
        if (fault === undefined) return;
        faults += 1;
        // The text before the error must be the beginning of valid JSON: alone, it is valid, or its error is at its
        // end.
        const before = jsonFault(text.slice(0, fault.position));
        if (before !== undefined && before.position !== fault.position)
          throw new Error(`${JSON.stringify(text)}: not the first fault`);
        if (!/^[a-z',:}\]" ]+$/.test(fault.error)) throw new Error(`${fault.error} quotes the text`);
      },
    ),
    { seed, numRuns: textRuns },
  );
  t.ok(faults > textRuns / 4, `${faults} of ${textRuns} had a fault`);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
