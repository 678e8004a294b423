// Does the same with many rows: asks with their number, shows the progress, can be stopped, and lists at the end which
// rows were left out and why.

import { ApiError } from '../api/wire.ts';
import { confirmAction } from '../forms/confirm.tsx';
import { openDialog } from '../forms/dialog.ts';
import { announce } from '../shell/announce.ts';
import { fill, h } from '../shell/dom.ts';
import { count, countOf, named } from '../shell/format.tsx';
import { problem } from '../shell/problem.tsx';
import { explain } from '../shell/problem-texts.ts';
import type { Rows } from './selection.ts';

/** From this number of rows on, the reader types the number. */
const typedFrom = 20;
const maxNames = 200;
const defaultWaitSeconds = 2;

/** Loads the rows and asks whether all of them are meant. */
export function askAboutMany<Row extends { id: string }>(
  load: Rows<Row>,
  {
    of,
    verb,
    note,
    isMeant = () => true,
  }: { of: [one: string, many: string]; verb: string; note: string; isMeant?: ((row: Row) => boolean) | undefined },
  onAgree: (rows: Row[]) => void,
) {
  const stop = new AbortController();
  const place = h('div', { role: 'status' }, `Counting the ${of[1]} …`);
  let isCounted = false;
  openDialog(
    `${verb} ${of[1]}`,
    (close) => {
      const cancel = h('button', { type: 'button', 'data-focus': true, click: close }, 'Cancel');
      void counted(close);
      return [place, h('div', { class: 'buttons' }, cancel)];
    },
    { onClose: () => !isCounted && stop.abort() },
  );

  async function counted(close: () => void) {
    try {
      const shown = (done: number) => fill(place, `Counting: ${countOf(done, of)} …`);
      const rows = (await patiently(() => load(shown, stop.signal), stop.signal)).filter(isMeant);
      if (stop.signal.aborted) return;
      isCounted = true;
      close();
      ask(rows);
    } catch (error) {
      if (!stop.signal.aborted) fill(place, problem(error, { retry: () => void counted(close) }));
    }
  }

  function ask(rows: Row[]) {
    const what = countOf(rows.length, of);
    confirmAction({
      title: `${verb} ${what}?`,
      text: note,
      action: `${verb} ${what}`,
      typed: rows.length < typedFrom ? undefined : String(rows.length),
      run: async () => undefined,
      onDone: () => onAgree(rows),
    });
  }
}

/** @param options `past`: what is done with a row: "deleted". */
export function runWithMany<Row extends { id: string }>(
  rows: Row[],
  {
    title,
    past,
    of,
    parallel,
    name,
    run,
    onDone,
  }: {
    title: string;
    past: string;
    of: [one: string, many: string];
    parallel: number;
    name: (row: Row) => string;
    run: (row: Row, signal: AbortSignal) => Promise<unknown>;
    onDone: () => void;
  },
) {
  const stop = new AbortController();
  const bar = h('progress', { class: 'wide', max: rows.length, value: 0, 'aria-label': title });
  // Not every step is read out, but the report at the end.
  const told = h('p', { role: 'status', 'aria-live': 'off' });
  const failures: Map<string, Row[]> = new Map();
  let done = 0;
  let isClosed = false;
  openDialog(
    title,
    (close) => {
      const halt = h('button', { type: 'button', 'data-focus': true, click: () => stop.abort() }, 'Stop');
      const rest = h('div', { class: 'left-out' }, h('div', { class: 'buttons' }, halt));
      void all().then(() => {
        onDone();
        const report = `${countOf(done, of)} ${done === 1 ? 'is' : 'are'} ${past}.`;
        if (done === rows.length || isClosed) {
          close();
          announce(report);
          return;
        }
        const end = h('button', { type: 'button', class: 'primary', click: close }, 'Close');
        bar.remove();
        told.removeAttribute('aria-live');
        told.textContent = report;
        fill(rest, leftOut(), h('div', { class: 'buttons' }, end));
        end.focus();
      });
      return [bar, told, rest];
    },
    {
      sticky: true,
      onClose: () => {
        isClosed = true;
        stop.abort();
      },
    },
  );

  async function all() {
    const queue = rows.values();
    show();
    await Promise.all(Array.from({ length: parallel }, () => lane(queue)));
  }

  async function lane(queue: Iterator<Row>) {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const row = next.value;
      if (stop.signal.aborted) continue;
      try {
        await patiently(() => run(row, stop.signal), stop.signal, show);
        done += 1;
      } catch (error) {
        // Somebody else has deleted the row in the meantime.
        if (error instanceof ApiError && error.status === 404) done += 1;
        else if (error instanceof ApiError || !stop.signal.aborted) fail(row, error);
      }
      show();
    }
  }

  function fail(row: Row, error: unknown) {
    const { title, advice } = explain(error);
    const why = `${title} ${advice}`.trim();
    failures.set(why, [...(failures.get(why) ?? []), row]);
    // All further rows would fail in the same way.
    if (!(error instanceof ApiError) || error.status === 0 || error.status === 401) stop.abort();
  }

  /** @param waitSeconds until when the server wants no request. */
  function show(waitSeconds = 0) {
    const failed = [...failures.values()].flat().length;
    bar.value = done + failed;
    const wait = waitSeconds > 0 ? ` The server asks to wait ${count(waitSeconds)} s.` : '';
    told.textContent = `${count(done)} of ${countOf(rows.length, of)} ${past}.${wait}`;
  }

  /** Lists the rows that are left, by reason. */
  function leftOut() {
    const failed = [...failures.values()].flat().length;
    const stopped = rows.length - done - failed;
    return [
      stopped > 0 && h('p', {}, `Stopped before the other ${countOf(stopped, of)}.`),
      ...[...failures].map(([why, of]) =>
        h(
          'div',
          {},
          h('p', {}, h('strong', {}, `${count(of.length)} not ${past}: `), why),
          h(
            'ul',
            { tabindex: 0, 'aria-label': `Not ${past}` },
            of.slice(0, maxNames).map((row) => h('li', {}, named(name(row), row.id))),
            of.length > maxNames && h('li', {}, `and ${count(of.length - maxNames)} more`),
          ),
        ),
      ),
    ];
  }
}

/** Until when the server wants no request: all lanes wait. */
let waitUntilMs = 0;

/** Runs the request, again after the time that a 429 names. */
async function patiently<Answer>(
  request: () => Promise<Answer>,
  signal: AbortSignal,
  onWait: (waitSeconds: number) => void = () => undefined,
): Promise<Answer> {
  for (;;) {
    for (let left = waitUntilMs - Date.now(); left > 0; left = waitUntilMs - Date.now()) {
      signal.throwIfAborted();
      onWait(Math.ceil(left / 1000));
      await pause(Math.min(left, 1000), signal);
    }
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || error.code !== 'rate_limit_exceeded') throw error;
      waitUntilMs = Date.now() + (error.retryAfterSeconds || defaultWaitSeconds) * 1000;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
  });
}
