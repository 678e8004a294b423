// A form: it sends the values of its fields, and shows each error of the server at its field.

import type { Child, Field } from '../api/types.ts';
import { ApiError } from '../api/wire.ts';
import { announce } from '../shell/announce.ts';
import { fill, h, isWrittenIn } from '../shell/dom.ts';
import { problem } from '../shell/problem.tsx';
import { issueText } from '../shell/problem-texts.ts';

/**
 * @param options `run` is given the body; what it throws is shown. `layout`: the fields' elements with what stands
 * between them; one below the other by default. `edits`: the fields show what is there already, and the body has what
 * the reader changed of it alone: somebody else may have changed the rest meanwhile.
 */
export function form({
  fields,
  layout = fields.map(({ element }) => element),
  submit,
  run,
  edits = false,
  cancel,
  dangerous = false,
  beside = [],
}: {
  fields: Field[];
  layout?: Child[];
  submit: string;
  run: (body: Record<string, unknown>) => Promise<unknown>;
  edits?: boolean;
  cancel?: (() => void) | undefined;
  dangerous?: boolean;
  beside?: Child[];
}) {
  const trouble = h('div', {});
  const button = h('button', { class: dangerous ? 'danger' : 'primary' }, submit);
  const shown = edits ? held(fields) : {};
  let busy = false;
  const element = h(
    'form',
    {
      novalidate: true,
      'data-form': fields.flatMap(({ names }) => names).join(' '),
      submit: send,
    },
    trouble,
    layout,
    h(
      'div',
      { class: 'buttons' },
      button,
      cancel !== undefined && h('button', { type: 'button', click: cancel }, 'Cancel'),
      beside,
    ),
  );
  element.addEventListener('input', () => delete element.dataset.sent);
  return element;

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    element.dataset.sent = '';
    trouble.replaceChildren();
    for (const field of fields) field.setProblem(undefined);
    try {
      const body = changed(held(fields), shown);
      if (edits && Object.keys(body).length === 0) {
        cancel?.();
        announce('Nothing was changed.');
      } else await run(body);
      setBusy(false);
    } catch (error) {
      delete element.dataset.sent;
      setBusy(false);
      show(error);
    }
  }

  function show(error: unknown) {
    const issues = error instanceof ApiError ? error.issues : [];
    const mine = fields.filter((field) => {
      const about = issues.filter(({ loc }) => loc[0] === 'body' && field.names.includes(loc[1] ?? ''));
      if (about.length > 0) field.setProblem(issueText(about), about);
      return about.length > 0;
    });
    const isAllShown =
      issues.length > 0 && issues.every(({ loc }) => mine.some(({ names }) => names.includes(loc[1] ?? '')));
    if (!isAllShown) fill(trouble, problem(error, { onWait: setBusy }));
    const fold = mine[0]?.element.closest('details');
    if (fold) fold.open = true;
    mine[0]?.focus();
  }

  function setBusy(now: boolean) {
    busy = now;
    // `disabled` would lose the focus.
    button.setAttribute('aria-disabled', String(now));
  }
}

/**
 * Removes the forms with unsent input from a page that is about to be redrawn. Returns a function that puts them into
 * the new page, in place of the new forms.
 */
export function keepUnsent(page: Element): () => void {
  const forms = [...page.querySelectorAll('form')];
  const kept = forms.filter(({ dataset: { form: name, sent } }) => name !== undefined && sent === undefined);
  const written = kept.filter(isWrittenIn);
  const focused = document.activeElement;
  return () => {
    for (const one of written) {
      const other = [...page.querySelectorAll('form')].find(({ dataset }) => dataset.form === one.dataset.form);
      other?.replaceWith(one);
    }
    if (focused instanceof HTMLElement && written.some((one) => one.contains(focused))) focused.focus();
  };
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
