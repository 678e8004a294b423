// Lists what needs a person's attention in an organization or a project: failed files, expired stores, failing webhooks,
// keys that expire soon, and spend limits that are nearly reached.

import type { Child, Schemas } from '../api/index.ts';
import { badge, centsPerDollar, count, href, money, named, shortMoment } from '../shell/index.ts';

type Matter = { kind: 'bad' | 'busy'; state: string; text: Child[]; path: string };

const states: Record<Schemas['MatterType'], { kind: 'bad' | 'busy'; state: string }> = {
  'vector_store.files_failed': { kind: 'bad', state: 'failed' },
  'vector_store.expired': { kind: 'busy', state: 'expired' },
  'webhook.failed': { kind: 'bad', state: 'failed' },
  'api_key.expires_soon': { kind: 'busy', state: 'expires soon' },
  'api_key.expired': { kind: 'bad', state: 'expired' },
  'spend_limit.near': { kind: 'busy', state: 'limit near' },
  'spend_limit.reached': { kind: 'bad', state: 'limit reached' },
};

/**
 * Returns what the server has found, for the list.
 * @param where `isOfProject`: the reader knows the project.
 */
export function mattersIn(
  { matters }: Schemas['OrganizationOverview'],
  { organizationId, isOfProject }: { organizationId: string; isOfProject: boolean },
): Matter[] {
  return matters.map((matter) => {
    const { project_id: projectId, project_name: name } = matter;
    const base = `/o/${organizationId}${projectId === null ? '' : `/projects/${projectId}`}`;
    const project = projectId === null || isOfProject ? [] : [named(name ?? '', projectId), ': '];
    return { ...states[matter.type], text: [...project, ...textOf(matter)], path: base + pathOf(matter) };
  });
}

function textOf({
  type,
  subject_id: id,
  subject_name: name,
  file_count: files,
  at,
  spent,
  threshold_amount: limit,
}: Schemas['Matter']): Child[] {
  const subject = named(name ?? '', id ?? '');
  switch (type) {
    case 'vector_store.files_failed':
      return [`${files === 1 ? '1 file' : `${count(files ?? 0)} files`} of the vector store `, subject];
    case 'vector_store.expired':
      return ['The vector store ', subject];
    case 'webhook.failed':
      return ['Webhook delivery, last on ', shortMoment(at ?? 0)];
    case 'api_key.expires_soon':
    case 'api_key.expired':
      return ['The key ', subject, ', ', shortMoment(at ?? 0)];
    default:
      return [`${money(spent?.value ?? 0)} of ${money((limit ?? 0) / centsPerDollar)} are spent this month`];
  }
}

function pathOf({ type, subject_id: id }: Schemas['Matter']) {
  if (type === 'vector_store.files_failed') return `/stores/${id}?filter=failed`;
  if (type === 'vector_store.expired') return `/stores/${id}`;
  if (type === 'webhook.failed') return '/webhook/deliveries?status=failed';
  return type.startsWith('api_key.') ? '/keys' : '/settings';
}

/**
 * Returns what a member sees in the stores of a project, because only owners see its keys, limit and webhook.
 * @param base the path of the project.
 */
export function storeMatters(stores: Schemas['VectorStore'][], base: string): Matter[] {
  return stores.flatMap(({ id, name, status, file_counts: { failed } }) => {
    const type = status === 'expired' ? 'vector_store.expired' : failed > 0 ? 'vector_store.files_failed' : undefined;
    if (type === undefined) return [];
    const matter = { type, subject_id: id, subject_name: name, file_count: failed } as Schemas['Matter'];
    return [{ ...states[type], text: textOf(matter), path: base + pathOf(matter) }];
  });
}

/**
 * Returns the list of matters, or a sentence if there is none.
 * @param hasMore true if the server has found more than it lists.
 */
export function attentionList(matters: Matter[], hasMore = false) {
  if (matters.length === 0) return <p class="lead">Nothing needs your attention.</p>;
  return (
    <div>
      <ul class="matters">
        {matters.map(({ kind, state, text, path }) => (
          <li>
            {badge(state, kind)}
            <span>{text}</span>
            <a href={href(path)}>Show</a>
          </li>
        ))}
      </ul>
      {hasMore && <p class="soft small">The {matters.length} most urgent are listed. There are more.</p>}
    </div>
  );
}
