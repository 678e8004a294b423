import { may, type Page } from '../api/index.ts';
import { list, nothing } from '../lists/index.ts';
import { button, count, href, named, shortMoment, size, stateBadge, subheading } from '../shell/index.ts';
import { openStoreCreation } from './store-creation.tsx';
import { storeRemoval } from './store-parts.tsx';

export const storesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/stores',
  title: 'Vector stores',
  permission: 'vector_stores.read',
  render(context) {
    const { api, organization, project } = context;
    const archived = 'Its stores are kept, but cannot be used until the project is active again.';
    if (project.status === 'archived')
      return [subheading('Vector stores'), nothing('The project is archived.', archived)];
    const mayWrite = may(context, 'vector_stores.write');
    const create = mayWrite && button('Create a vector store', () => openStoreCreation(context), 'primary');
    const { element } = list(context, (query) => api.get('/v1/vector_stores', { query }), {
      of: ['vector store', 'vector stores'],
      empty: ['No vector stores yet.', 'Create one and add files. Programs can then search the files.'],
      columns: {
        Name: ({ id, name }) => (
          <a href={href(`/o/${organization.id}/projects/${project.id}/stores/${id}`)}>{named(name, id)}</a>
        ),
        Status: ({ status }) => stateBadge(status),
        Files: {
          number: ({ file_counts: { completed, total } }) =>
            completed === total ? count(total) : `${count(completed)} of ${count(total)}`,
        },
        Size: { number: ({ bytes }) => size(bytes) },
        'Last used': (store) => shortMoment(store.last_active_at),
        Created: (store) => shortMoment(store.created_at),
      },
      removal: storeRemoval(context),
    });
    return [subheading('Vector stores', create), element];
  },
};
