// A form: it sends the values of its fields, and shows each error of the server at its field.

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type Child, type Field, type TextField } from '../api/index.ts';
import { announce } from '../shell/announce.tsx';
import { button } from '../shell/heading.tsx';
import { problem } from '../shell/problem.tsx';
import { issueText } from '../shell/problem-texts.ts';

export interface Options<Result = unknown> {
  fields: Field[];
  /** The fields' elements with what stands between them; one below the other by default. */
  layout?: Child[];
  submit: string;
  /** Is given the body. The form shows what it throws. False: a field has shown what is wrong. */
  run(body: Record<string, unknown>): Promise<Result | false>;
  onDone?: ((result: Result) => unknown) | undefined;
  /** Announced at the end. */
  notice?: string | ((result: Result) => Child[]) | undefined;
  /**
   * The fields show what is there already, and the body has what the reader changed of it alone: somebody else may have
   * changed the rest meanwhile.
   */
  edits?: boolean;
  cancel?: (() => void) | undefined;
  dangerous?: boolean;
  beside?: Child[];
}

export function form<Result>(options: Options<Result>) {
  return <Form key={namesOf(options.fields)} {...(options as Options)} />;
}

/** A form with unsent input stays as it is when its page is drawn again. */
function Form(given: Options) {
  const element = useRef<HTMLFormElement>(null);
  const kept = useRef({ options: given, serial: 0 });
  const isOther = given.fields.some((field, at) => field !== kept.current.options.fields[at]);
  if (!isOther || !isUnsent(element.current))
    kept.current = { options: given, serial: kept.current.serial + Number(isOther) };
  return <Body key={kept.current.serial} element={element} {...kept.current.options} />;
}

function Body({ element, ...options }: Options & { element: RefObject<HTMLFormElement | null> }) {
  const { fields, layout = elementsOf(fields), submit, edits = false, cancel, dangerous, beside } = options;
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Child>();
  /** The values at the beginning. */
  const shown = useRef<Record<string, unknown>>({});
  useLayoutEffect(() => {
    if (edits) shown.current = held(fields);
  }, []);
  return (
    <form
      ref={element}
      noValidate
      data-form={namesOf(fields)}
      onSubmit={send}
      onInput={() => delete element.current?.dataset.sent}
    >
      <div>{trouble}</div>
      {layout}
      <div class="buttons">
        {/* `disabled` would lose the focus. */}
        <button type="submit" class={dangerous ? 'danger' : 'primary'} aria-disabled={isBusy}>
          {submit}
        </button>
        {cancel !== undefined && button('Cancel', cancel)}
        {beside}
      </div>
    </form>
  );

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    if (element.current !== null) element.current.dataset.sent = '';
    setTrouble(undefined);
    for (const field of fields) field.setProblem(undefined);
    try {
      const body = changed(held(fields), shown.current);
      if (edits && Object.keys(body).length === 0) {
        cancel?.();
        announce('Nothing was changed.');
      } else finish(await options.run(body));
      setBusy(false);
    } catch (error) {
      delete element.current?.dataset.sent;
      setBusy(false);
      setTrouble(showIssues(error, fields) ? undefined : problem(error, { onWait: setBusy }));
    }
  }

  function finish(result: unknown) {
    if (result === false) return;
    options.onDone?.(result);
    const { notice } = options;
    if (notice !== undefined) announce(...(typeof notice === 'string' ? [notice] : notice(result)));
  }
}

/** Shows the issues at their fields. Returns true if each has a field. */
function showIssues(error: unknown, fields: Field[]) {
  const issues = error instanceof ApiError ? error.issues : [];
  const mine = fields.filter((field) => {
    const about = issues.filter(({ loc }) => loc[0] === 'body' && field.names.includes(loc[1] ?? ''));
    if (about.length > 0) field.setProblem(issueText(about), about);
    return about.length > 0;
  });
  mine[0]?.focus();
  return issues.length > 0 && issues.every(({ loc }) => mine.some(({ names }) => names.includes(loc[1] ?? '')));
}

/** Returns the text of a field that needs one. Else shows what is missing, and returns undefined. */
export function textOf(field: TextField, missing: string): string | undefined {
  const text = field.text().trim();
  field.setProblem(text === '' ? missing : undefined);
  if (text !== '') return text;
  field.focus();
  return undefined;
}

/** Sends the form of a text area at Enter. Shift and Enter begin a new line. */
export function sendOnEnter(event: KeyboardEvent) {
  const { target } = event;
  if (!(target instanceof HTMLTextAreaElement) || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  target.form?.requestSubmit();
}

function namesOf(fields: Field[]) {
  return fields.flatMap(({ names }) => names).join(' ');
}

/** Returns the fields' elements, one below the other. */
export function elementsOf(fields: Field[]) {
  return fields.map(({ element }) => element);
}

/** Returns fields that most readers do without, folded away. */
export function folded(title: string, fields: Field[]) {
  return (
    <details>
      <summary>{title}</summary>
      {elementsOf(fields)}
    </details>
  );
}

/** Returns true for a form whose input would be lost. */
function isUnsent(element: HTMLFormElement | null) {
  return element !== null && element.dataset.sent === undefined && isWrittenIn(element);
}

/** Returns whether the controls differ from their initial values. */
export function isWrittenIn(element: Element) {
  return [...element.querySelectorAll('input, textarea, select')].some((control) => {
    if (control instanceof HTMLSelectElement) {
      const options = [...control.options];
      const first = options.findIndex(({ defaultSelected }) => defaultSelected);
      return control.selectedIndex !== Math.max(first, Math.min(0, options.length - 1));
    }
    if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) return true;
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    return isText && control.value !== control.defaultValue;
  });
}

/** Returns the values of the fields. */
export function held(fields: Field[]) {
  const body: Record<string, unknown> = {};
  for (const field of fields) field.fill(body);
  return body;
}

/** Returns the members that differ from before. */
export function changed(now: Record<string, unknown>, before: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}
