// The dialog that creates a vector store.

import { type Child, type Field, modelsOf, type ProjectContext, type Schemas } from '../api/index.ts';
import { choiceField, elementsOf, folded, formDialog, numberField, pairsField, textField } from '../forms/index.ts';
import { named, visit } from '../shell/index.ts';
import { expiryField } from './store-parts.tsx';

export async function openStoreCreation(context: ProjectContext) {
  const { api, organization, project } = context;
  const model = await modelOfNewStores(context);
  const name = textField({ name: 'name', label: 'Name', optional: true, hint: 'Unique in the project.' });
  const fold = [expiryField(undefined), chunkingField(), imagesField(), pairsField({ name: 'metadata', value: {} })];
  formDialog('Create a vector store', {
    fields: [name, ...fold],
    layout: [name.element, ...model, folded('More settings', fold)],
    submit: 'Create',
    run: (body) => api.post('/v1/vector_stores', { body: body as Schemas['CreateVectorStoreRequest'] }),
    onDone: ({ id }) => visit(`/o/${organization.id}/projects/${project.id}/stores/${id}`),
    notice: (store) => ['The vector store ', named(store.name, store.id), ' was created.'],
  });
}

/** Names the embedding model of a new store. Shows nothing if the project may not see the model. */
async function modelOfNewStores(context: ProjectContext): Promise<Child[]> {
  const models = await modelsOf(context, { additional_data: true }).catch(() => []);
  const model = models.find(({ additional_data: details }) => details?.embeds_new_stores === true);
  if (model === undefined) return [];
  return [
    <p class="hint">
      Embedding model: {model.id}. {model.additional_data?.description ?? ''}
    </p>,
  ];
}

function imagesField() {
  return choiceField({
    name: 'image_processing_mode',
    label: 'Images in files',
    value: 'ignore',
    texts: { ignore: 'ignore', description: 'describe with a vision model' },
  });
}

/** The choice of the chunk sizes: the server's default, or the user's values. */
function chunkingField(): Field {
  const chunk = numberField({
    name: 'max_chunk_size_tokens',
    label: 'Chunk size in tokens',
    hint: '100 to 4096. Empty: 800.',
  });
  const overlap = numberField({
    name: 'chunk_overlap_tokens',
    label: 'Chunk overlap in tokens',
    hint: 'At most half of the chunk size.',
  });
  const both = [chunk, overlap];
  return {
    element: (
      <fieldset class="field">
        <legend>Chunks</legend>
        <div class="grid">{elementsOf(both)}</div>
      </fieldset>
    ),
    names: ['chunking_strategy'],
    focus: chunk.focus,
    setProblem(text, issues = []) {
      const isOverlap = issues.some(({ loc }) => loc.includes('chunk_overlap_tokens'));
      chunk.setProblem(isOverlap ? undefined : text);
      overlap.setProblem(isOverlap ? text : undefined);
    },
    fill(body) {
      const sizes: Record<string, unknown> = {};
      for (const field of both) field.fill(sizes);
      if (Object.keys(sizes).length > 0) body.chunking_strategy = { type: 'static', static: sizes };
    },
  };
}
