// Tests work that is deferred to the end of a turn of the event loop (services/platform/tick-batches.ts).

import { execFile } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import t from 'tap';
import { batchPerTick } from '../../../services/platform/tick-batches.ts';
import { currentTrace, type Trace, withinTrace } from '../../../services/platform/tracing/trace.ts';

t.test('items added in one turn of the event loop are handled at its end, in order', async (t) => {
  const done: string[] = [];
  const put = batchPerTick((name: string) => done.push(name));
  put('first');
  await Promise.resolve();
  put('second');
  t.same(done, [], 'nothing is handled before the end of the turn');
  await turn();
  t.same(done, ['first', 'second']);
  put('third');
  t.same(done, ['first', 'second'], 'the turn is over');
  await turn();
  t.same(done, ['first', 'second', 'third']);
});

t.test('items that these add are handled in the same turn, step by step for all', async (t) => {
  const done: string[] = [];
  const note = batchPerTick((name: string) => done.push(`${name} noted`));
  const send = batchPerTick((name: string) => {
    done.push(`${name} sent`);
    note(name);
  });
  const read = async (name: string): Promise<void> => {
    done.push(`${name} read`);
    await undefined;
    done.push(`${name} judged`);
    await undefined;
    send(name);
  };
  const receive = batchPerTick((name: string) => void read(name));
  receive('one');
  receive('two');
  await turn();
  const steps = ['read', 'judged', 'sent', 'noted'];
  t.same(
    done,
    steps.flatMap((step) => [`one ${step}`, `two ${step}`]),
  );
});

t.test('each item can be handled in the trace of its own call, or in none', async (t) => {
  const done: unknown[] = [];
  const write = batchPerTick(({ name, trace }: { name: string; trace: Trace | undefined }) =>
    withinTrace(trace, () => done.push([name, currentTrace()])),
  );
  const trace: Trace = { traceparent: 'one', tracestate: undefined, span: undefined };
  withinTrace(trace, () => write({ name: 'traced', trace }));
  withinTrace(undefined, () => write({ name: 'untraced', trace: undefined }));
  await turn();
  t.same(done, [
    ['traced', trace],
    ['untraced', undefined],
  ]);
});

t.test('an error in one item is not caught, and does not affect the others', async (t) => {
  const url = new URL('../../../services/platform/tick-batches.ts', import.meta.url).href;
  const program = `
    import { batchPerTick } from ${JSON.stringify(url)};
    process.on('unhandledRejection', ({ message }) => console.log('uncaught: ' + message));
    const put = batchPerTick((name) => {
      if (name === 'bad') throw new Error('a defect');
      console.log(name);
    });
    for (const name of ['one', 'bad', 'two']) put(name);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  t.same(stdout.trim().split('\n'), ['one', 'two', 'uncaught: a defect']);
});
