// Does the same with many rows: asks with their number, shows the progress, can be stopped, and lists at the end which
// rows were left out and why.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type Child } from '../api/index.ts';
import { confirmAction, openDialog } from '../forms/index.ts';
import { announce, count, countOf, explain, named, problem } from '../shell/index.ts';
import type { Rows } from './selection.tsx';

/** From this number of rows on, the reader types the number. */
const typedFrom = 20;
const maxNames = 200;
const defaultWaitSeconds = 2;

interface Question<Row> {
  of: [one: string, many: string];
  verb: string;
  note: string;
  isMeant?: ((row: Row) => boolean) | undefined;
}

/** Loads the rows and asks whether all of them are meant. */
export function askAboutMany<Row extends { id: string }>(
  load: Rows<Row>,
  question: Question<Row>,
  onAgree: (rows: Row[]) => void,
) {
  const { of, verb, note } = question;
  const stop = new AbortController();
  openDialog(
    `${verb} ${of[1]}`,
    (close) => <Counting load={load} question={question} signal={stop.signal} close={close} onDone={ask} />,
    { onClose: () => stop.abort() },
  );

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

interface CountingOptions<Row extends { id: string }> {
  load: Rows<Row>;
  question: Question<Row>;
  signal: AbortSignal;
  close: () => void;
  onDone: (rows: Row[]) => void;
}

function Counting<Row extends { id: string }>({ load, question, signal, close, onDone }: CountingOptions<Row>) {
  const { of, isMeant = () => true } = question;
  const [told, tell] = useState<Child>(`Counting the ${of[1]} …`);
  useEffect(() => void begin(), []);
  return (
    <>
      <div role="status">{told}</div>
      <div class="buttons">
        <button type="button" data-focus="" onClick={close}>
          Cancel
        </button>
      </div>
    </>
  );

  async function begin() {
    try {
      const shown = (done: number) => tell(`Counting: ${countOf(done, of)} …`);
      const rows = (await patiently(() => load(shown, signal), signal)).filter(isMeant);
      if (signal.aborted) return;
      close();
      onDone(rows);
    } catch (error) {
      if (!signal.aborted) tell(problem(error, { retry: () => void begin() }));
    }
  }
}

interface Work<Row> {
  title: string;
  /** The participle: "deleted". */
  past: string;
  of: [one: string, many: string];
  parallel: number;
  name: (row: Row) => string;
  run: (row: Row, signal: AbortSignal) => Promise<unknown>;
  onDone: () => void;
}

export function runWithMany<Row extends { id: string }>(rows: Row[], work: Work<Row>) {
  const stop = new AbortController();
  let isClosed = false;
  openDialog(work.title, (close) => <Progress {...{ rows, work, stop, close, isClosed: () => isClosed }} />, {
    sticky: true,
    onClose: () => {
      isClosed = true;
      stop.abort();
    },
  });
}

interface ProgressOptions<Row> {
  rows: Row[];
  work: Work<Row>;
  stop: AbortController;
  close: () => void;
  isClosed: () => boolean;
}

function Progress<Row extends { id: string }>({ rows, work, stop, close, isClosed }: ProgressOptions<Row>) {
  const [state, setState] = useState<{ done: number; failures: Failures<Row>; isOver?: boolean; waitSeconds?: number }>(
    { done: 0, failures: new Map() },
  );
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void doAll(rows, work, stop, setState).then((last) => {
      work.onDone();
      if (last.done < rows.length && !isClosed()) return setState({ ...last, isOver: true });
      close();
      announce(reportOf(last.done, work));
    });
  }, []);
  useLayoutEffect(() => end.current?.focus(), [state.isOver]);
  const { done, failures, isOver = false, waitSeconds = 0 } = state;
  const failed = [...failures.values()].flat().length;
  const wait = waitSeconds > 0 ? ` The server asks to wait ${count(waitSeconds)} s.` : '';
  const progress = `${count(done)} of ${countOf(rows.length, work.of)} ${work.past}.${wait}`;
  return (
    <>
      {!isOver && <progress class="wide" max={rows.length} value={done + failed} aria-label={work.title} />}
      {/* Not every step is read out, but the report at the end. */}
      <p role="status" aria-live={isOver ? undefined : 'off'}>
        {isOver ? reportOf(done, work) : progress}
      </p>
      <div class="left-out">
        {isOver && leftOut(rows.length - done - failed, failures, work)}
        <div class="buttons">
          {isOver ? (
            <button key="close" type="button" class="primary" ref={end} onClick={close}>
              Close
            </button>
          ) : (
            <button key="stop" type="button" data-focus="" onClick={() => stop.abort()}>
              Stop
            </button>
          )}
        </div>
      </div>
    </>
  );
}

/** The rows that are left, by reason. */
type Failures<Row> = Map<string, Row[]>;

function reportOf(done: number, { of, past }: Pick<Work<never>, 'of' | 'past'>) {
  return `${countOf(done, of)} ${done === 1 ? 'is' : 'are'} ${past}.`;
}

/** Runs the work with each row, several at a time, and tells how far it is. */
async function doAll<Row extends { id: string }>(
  rows: Row[],
  { parallel, run }: Work<Row>,
  stop: AbortController,
  onStep: (state: { done: number; failures: Failures<Row>; waitSeconds: number }) => void,
) {
  const failures: Failures<Row> = new Map();
  let done = 0;
  const show = (waitSeconds = 0) => onStep({ done, failures, waitSeconds });
  const queue = rows.values();
  await Promise.all(Array.from({ length: parallel }, lane));
  return { done, failures };

  async function lane() {
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
}

/** Lists the rows that are left, by reason. */
function leftOut<Row extends { id: string }>(stopped: number, failures: Failures<Row>, { of, past, name }: Work<Row>) {
  return [
    stopped > 0 && <p>Stopped before the other {countOf(stopped, of)}.</p>,
    ...[...failures].map(([why, rows]) => (
      <div>
        <p>
          <strong>
            {count(rows.length)} not {past}:{' '}
          </strong>
          {why}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, which the keyboard can do only there */}
        <ul tabIndex={0} aria-label={`Not ${past}`}>
          {rows.slice(0, maxNames).map((row) => (
            <li>{named(name(row), row.id)}</li>
          ))}
          {rows.length > maxNames && <li>and {count(rows.length - maxNames)} more</li>}
        </ul>
      </div>
    )),
  ];
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

/** Resolves after the time, or at once when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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
