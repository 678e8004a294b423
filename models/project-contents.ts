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

/** MySQL reads a whole table for a list of some 30,000 ids. */
const projectsPerStatement = 1000;

export async function deleteContents(projectIds: string[], tx: Transaction): Promise<void> {
  for (let from = 0; from < projectIds.length; from += projectsPerStatement) {
    const projectId = projectIds.slice(from, from + projectsPerStatement);
    for (const model of large) await deleteInSteps(model, { projectId }, tx);
  }
}
