import { may } from '../api/account.ts';
import { downloads } from '../api/download.ts';
import type { Page } from '../api/types.ts';
import { openUpload } from '../forms/upload-form.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { announce } from '../shell/announce.tsx';
import { identifier } from '../shell/copy.tsx';
import { countOf, moment, named, shortMoment, size } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';

export const filesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/files',
  title: 'Files',
  label: 'Files',
  permission: 'files.read',
  render(context) {
    const { api, project } = context;
    if (project.status === 'archived') {
      return nothing(
        'The project is archived.',
        'Its files are kept, but cannot be used until the project is active again.',
      );
    }
    const files = list(context, (query) => api.get('/v1/files', { query }), {
      of: ['file', 'files'],
      empty: nothing('No files yet.', 'Upload files here, or add them on the page of a vector store.'),
      columns: [
        { title: 'Name', cell: ({ id, filename }) => [named(filename), identifier(id)] },
        { title: 'Purpose', cell: ({ purpose }) => purpose },
        { title: 'Size', kind: 'number', cell: ({ bytes }) => size(bytes) },
        { title: 'Uploaded', cell: ({ created_at: created }) => shortMoment(created) },
        { title: 'Expires', cell: ({ expires_at: end }) => moment(end) },
      ],
      onSelected: [downloads(context)],
      removal: {
        verb: 'Delete',
        isAllowed: may(context, 'files.write'),
        name: ({ filename }) => filename,
        note: 'Deleted files are also removed from all vector stores. This cannot be undone.',
        run: ({ id }) => api.remove('/v1/files/{file_id}', { params: { file_id: id } }),
      },
    });
    const upload = () =>
      openUpload(context, {
        title: 'Upload files',
        hint: 'Files for vector stores (purpose: assistants).',
        submit: 'Upload',
        onDone: async (uploaded) => {
          await files.reload();
          announce(
            uploaded.length === 1
              ? 'The file is uploaded.'
              : `${countOf(uploaded.length, ['file', 'files'])} are uploaded.`,
          );
        },
      });
    return [
      <header class="section">
        <h2>Files</h2>
        {may(context, 'files.write') && button('Upload files', upload, 'primary')}
      </header>,
      files.element,
    ];
  },
};
