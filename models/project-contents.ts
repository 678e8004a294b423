// Deletes the contents of projects, before a cascade would delete them with one statement.

import type { Model, ModelStatic, Transaction } from 'sequelize';
import { Conversation } from './conversation.ts';
import { McpSession } from './mcp-session.ts';
import { ModelResponse } from './model-response.ts';
import { ResponseItem } from './response-item.ts';
import { StoredFile } from './stored-file.ts';
import { StoredResponse } from './stored-response.ts';
import { deleteInSteps } from './sweep.ts';
import { Upload } from './upload.ts';
import { VectorStore } from './vector-store.ts';
import { WebhookEvent } from './webhook-event.ts';

/** The tables of a project that may have many rows. Files take their places in vector stores with them. */
const large: ModelStatic<Model<{ projectId: string }>>[] = [
  StoredFile,
  VectorStore,
  ResponseItem,
  StoredResponse,
  Conversation,
  ModelResponse,
  WebhookEvent,
  Upload,
  McpSession,
];

export async function deleteContents(projectIds: string[], tx: Transaction): Promise<void> {
  for (const model of large) await deleteInSteps(model, { projectId: projectIds }, tx);
}
