// Changes of the list of upstreams: one is added, edited, tried first or removed, or the list is reset.

import { type AccountContext, ApiError, type Schemas } from '../api/index.ts';
import { button, named } from '../shell/index.ts';
import { confirmAction } from './confirm.tsx';
import { elementsOf, folded } from './form.tsx';
import { formDialog } from './form-dialog.tsx';
import type { Upstream } from './upstream-fields.ts';
import { upstreamFields, upstreamOf } from './upstream-fields.ts';

export async function upstreamsNow({ api }: AccountContext): Promise<Upstream[]> {
  const { upstreams } = await api.get('/admin/config');
  return upstreams as Upstream[];
}

export function openForm(before: Upstream | undefined, unpriced: string[], context: AccountContext) {
  formDialog(before === undefined ? 'Add an upstream' : 'Edit the upstream', {
    ...upstreamForm(before, unpriced, context),
    submit: before === undefined ? 'Add' : 'Save',
    onDone: context.reload,
    notice: (name) => ['The upstream ', named(name), ' was saved. All servers use it within seconds.'],
  });
}

/** Returns the parts of a form that adds or changes an upstream, and returns its name. */
export function upstreamForm(before: Upstream | undefined, unpriced: string[], context: AccountContext) {
  const { first, more } = upstreamFields(before, unpriced);
  return {
    fields: [...first, ...more],
    layout: [...elementsOf(first), folded('More settings', more)],
    async run(body: Record<string, unknown>) {
      const upstream = upstreamOf(body, before);
      await replace(context, (all) => {
        const place = before === undefined ? all.length : placeOf(before.name, all);
        return { all: all.toSpliced(place, 1, upstream as unknown as (typeof all)[number]), place };
      });
      return String(upstream.name);
    },
  };
}

export function confirmFirst(name: string, context: AccountContext) {
  confirmAction({
    title: 'Try this upstream first?',
    text: ['For models that several upstreams offer, the server will try ', named(name), ' first.'],
    action: 'Try first',
    dangerous: false,
    run: () =>
      replace(context, (all) => {
        const place = placeOf(name, all);
        return { all: [all[place] as Upstream, ...all.toSpliced(place, 1)], place };
      }),
    onDone: context.reload,
    notice: () => [named(name), ' is tried first.'],
  });
}

export function confirmRemoval(name: string, context: AccountContext) {
  confirmAction({
    title: 'Remove the upstream?',
    text: ['Running calls of ', named(name), ' can finish. Its key is deleted.'],
    action: 'Remove',
    run: () =>
      replace(context, (all) => {
        const place = placeOf(name, all);
        return { all: all.toSpliced(place, 1), place };
      }),
    onDone: context.reload,
    notice: () => ['The upstream ', named(name), ' is removed.'],
  });
}

/**
 * Returns the button that removes the list that was made here. This restores the list of the file, which is empty where
 * the file has none.
 */
export function resetButton({ api, reload }: AccountContext, source: Schemas['ConfigSource']) {
  const question =
    source === 'file'
      ? {
          action: 'Reset to the file',
          title: 'Reset the upstreams to the file?',
          text: 'The upstreams of the configuration file apply again. Keys that were entered here are deleted.',
        }
      : {
          action: 'Remove all upstreams',
          title: 'Remove all upstreams?',
          text: 'The server then has no models but its own. Running calls can finish. The keys that were entered here are deleted.',
        };
  const run = () => api.patch('/admin/config', { body: { upstreams: null } });
  return button(question.action, () => confirmAction({ ...question, run, onDone: reload }));
}

/**
 * Applies the change to the current list, because another admin may have changed the list in the meantime.
 * @param change says which one it is about, too.
 */
async function replace(context: AccountContext, change: (all: Upstream[]) => { all: Upstream[]; place: number }) {
  const { all, place } = change(await upstreamsNow(context));
  try {
    await context.api.patch('/admin/config', { body: { upstreams: all } });
  } catch (error) {
    // The form knows the field names of a single upstream.
    if (error instanceof ApiError) {
      error.issues = error.issues.map((issue) => ({ ...issue, loc: fieldOf(issue.loc, place) }));
    }
    throw error;
  }
}

function placeOf(name: string, all: Upstream[]) {
  const place = all.findIndex((one) => one.name === name);
  // Another admin has removed or renamed the upstream in the meantime.
  if (place === -1) throw Object.assign(new ApiError('The upstream no longer exists.'), { code: 'not_found' });
  return place;
}

function fieldOf([root = '', list = '', index, ...rest]: string[], place: number) {
  if (index === undefined) return [root, 'name'];
  return index === String(place) ? [root, ...rest] : [root, list, index, ...rest];
}
