import { may } from '../api/account.ts';
import type { Child, Page } from '../api/types.ts';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { href } from '../shell/address.ts';
import { count, named, shortMoment, size } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { openStoreCreation } from './store-creation.tsx';
import { statusBadge, storeRemoval } from './store-parts.tsx';

export const storesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores',
  title: 'Vector stores',
  label: 'Vector stores',
  permission: 'vector_stores.read',
  render(context) {
    const { api, organization, project } = context;
    const header = (create: Child) => (
      <header class="section">
        <h2>Vector stores</h2>
        {create}
      </header>
    );
    if (project.status === 'archived') {
      return [
        header(undefined),
        nothing(
          'The project is archived.',
          'Its stores are kept, but cannot be used until the project is active again.',
        ),
      ];
    }
    const create = button('Create a vector store', () => openStoreCreation(context), 'primary');
    const stores = list(context, (query) => api.get('/v1/vector_stores', { query }), {
      of: ['vector store', 'vector stores'],
      empty: nothing('No vector stores yet.', 'Create one and add files. Programs can then search the files.'),
      columns: [
        {
          title: 'Name',
          cell: ({ id, name }) => (
            <a href={href(`/o/${organization.id}/projects/${project.id}/stores/${id}`)}>{named(name, id)}</a>
          ),
        },
        { title: 'Status', cell: ({ status }) => statusBadge(status) },
        {
          title: 'Files',
          kind: 'number',
          cell: ({ file_counts: { completed, total } }) =>
            completed === total ? count(total) : `${count(completed)} of ${count(total)}`,
        },
        { title: 'Size', kind: 'number', cell: ({ bytes }) => size(bytes) },
        { title: 'Last used', cell: (store) => shortMoment(store.last_active_at) },
        { title: 'Created', cell: (store) => shortMoment(store.created_at) },
      ],
      removal: storeRemoval(context),
    });
    return [header(may(context, 'vector_stores.write') && create), stores.element];
  },
};
