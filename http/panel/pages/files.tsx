import { may, type Page } from '../api/index.ts';
import { openUpload } from '../forms/index.ts';
import { downloads, list, nothing } from '../lists/index.ts';
import { announce, button, countOf, identifier, moment, named, shortMoment, size, subheading } from '../shell/index.ts';

export const filesPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/files',
  title: 'Files',
  permission: 'files.read',
  render(context) {
    const { api, project } = context;
    const archived = 'Its files are kept, but cannot be used until the project is active again.';
    if (project.status === 'archived') return nothing('The project is archived.', archived);
    const mayWrite = may(context, 'files.write');
    const { element, reload } = list(context, (query) => api.get('/v1/files', { query }), {
      of: ['file', 'files'],
      empty: ['No files yet.', 'Upload files here, or add them on the page of a vector store.'],
      columns: {
        Name: ({ id, filename }) => [named(filename), identifier(id)],
        Purpose: ({ purpose }) => purpose,
        Size: { number: ({ bytes }) => size(bytes) },
        Uploaded: ({ created_at: created }) => shortMoment(created),
        Expires: ({ expires_at: end }) => moment(end),
      },
      name: ({ filename }) => filename,
      onSelected: [downloads(context)],
      removal: mayWrite && {
        note: 'Deleted files are also removed from all vector stores. This cannot be undone.',
        run: ({ id }) => api.remove('/v1/files/{file_id}', { params: { file_id: id } }),
      },
    });
    const upload = () =>
      openUpload(context, {
        title: 'Upload files',
        hint: 'Files for vector stores (purpose: assistants).',
        submit: 'Upload',
        onDone: async ({ length }) => {
          await reload();
          announce(length === 1 ? 'The file is uploaded.' : `${countOf(length, ['file', 'files'])} are uploaded.`);
        },
      });
    return [subheading('Files', mayWrite && button('Upload files', upload, 'primary')), element];
  },
};
