import { useMemo, useState } from 'preact/hooks';
import type { Page, ProjectContext, Schemas } from '../api/index.ts';
import { removeButton, storeFiles } from '../lists/index.ts';
import { button, count, named, subheading, uniqueId, visit } from '../shell/index.ts';
import { description, openEditing, storeRemoval } from './store-parts.tsx';
import { StoreSearch } from './store-search.tsx';

export const storePage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores/:store',
  title: 'Vector store',
  label: null,
  permission: 'vector_stores.read',
  render: async (context) => <Store key={uniqueId('store')} context={context} first={await read(context)} />,
};

function Store({ context, first }: { context: ProjectContext; first: Schemas['VectorStore'] }) {
  const { id, name } = first;
  const of: [string, string] = ['vector store', 'vector stores'];
  const [store, setStore] = useState(first);
  const removal = storeRemoval(context);
  const files = useMemo(() => storeFiles(context, first, async () => setStore(await read(context))), [first]);
  return (
    <>
      {subheading(
        named(name, id),
        button('Test retrieval', () => visit(`${storesOf(context)}/${id}/retrieval`)),
        removal && button('Edit', () => openEditing(context, first)),
        removal && removeButton(removal, of, first, name || id, () => visit(storesOf(context))),
      )}
      <div>{counts(store.file_counts)}</div>
      <StoreSearch context={context} storeId={id} />
      {files}
      <h3 class="section">Details</h3>
      <div>{description(store)}</div>
    </>
  );
}

function read({ api, params }: ProjectContext) {
  return api.get('/v1/vector_stores/{vector_store_id}', { params: { vector_store_id: params.store ?? '' } });
}

function storesOf({ organization, project }: ProjectContext) {
  return `/o/${organization.id}/projects/${project.id}/stores`;
}

function counts({ total, completed, in_progress: unfinished, failed, cancelled }: Schemas['FileCounts']) {
  const others: [string, number][] = [
    ['In progress', unfinished],
    ['Failed', failed],
    ['Cancelled', cancelled],
  ];
  const tiles: [string, number][] = [
    ['Files', total],
    ['Completed', completed],
    ...others.filter(([, number]) => number > 0),
  ];
  return (
    <dl class="tiles">
      {tiles.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
