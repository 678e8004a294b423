// Made by `npm run generate` from spec/: how the rows that paths name are read (`x-row` in spec/common/access.tsp).

import { readOne } from '../models/page.ts';
import { Conversation } from '../models/conversation.ts';
import { FileBatch } from '../models/file-batch.ts';
import { Project } from '../models/project.ts';
import { ServiceAccount } from '../models/service-account.ts';
import { UserGroup } from '../models/user-group.ts';
import { VectorStore } from '../models/vector-store.ts';
import { VectorStoreFile } from '../models/vector-store-file.ts';

export const rowReaders = {
  Conversation: { within: 'project', called: 'conversation', read: (id: string, parent: string) => readOne(Conversation, { id, projectId: parent }) },
  FileBatch: { within: 'vectorStore', called: 'file batch', read: (id: string, parent: string) => readOne(FileBatch, { id, vectorStoreId: parent }) },
  Project: { within: 'organization', called: 'project', read: (id: string, parent: string) => readOne(Project, { id, organizationId: parent }) },
  ServiceAccount: { within: 'project', called: 'service account', read: (id: string, parent: string) => readOne(ServiceAccount, { id, projectId: parent }) },
  UserGroup: { within: 'organization', called: 'group', read: (id: string, parent: string) => readOne(UserGroup, { id, organizationId: parent }) },
  VectorStore: { within: 'project', called: 'vector store', read: (id: string, parent: string) => readOne(VectorStore, { id, projectId: parent }) },
  VectorStoreFile: { within: 'vectorStore', called: 'file', read: (id: string, parent: string) => readOne(VectorStoreFile, { id, currentIn: parent }) },
} as const;

/** A model of a row that a path may name. */
export type RowModel = keyof typeof rowReaders;

/** The row of a model. */
export type RowOf<Model extends RowModel> = NonNullable<Awaited<ReturnType<(typeof rowReaders)[Model]['read']>>>;
