import type { Mutant } from './proxy.ts';
import { answers, set, setItems } from './verbs.ts';

const later = (at: number): number => at + 60;
const longer = (text: string): string => `${text}x`;

/** Mutants of members that the responses of seldom called operations show. */
export const members: Mutant[] = [
  answers('archiving dates a project anew', 'archiveProject', set({ created_at: later })),
  answers('an archived project has another organization', 'archiveProject', set({ organization_id: longer })),
  answers('cancelling dates a batch anew', 'cancelVectorStoreFileBatch', set({ created_at: later })),
  answers('a cancelled batch is of another store', 'cancelVectorStoreFileBatch', set({ vector_store_id: longer })),
  answers('a completed upload has another purpose', 'completeUpload', set({ purpose: 'vision' })),
  answers('a completed upload expires later', 'completeUpload', set({ expires_at: later })),
  answers('a completed upload has another name', 'completeUpload', set({ filename: longer })),
  answers('a cancelled upload is larger', 'cancelUpload', set({ bytes: later })),
  answers('a changed key has another mask', 'updateProjectApiKey', set({ redacted_value: longer })),
  answers('a changed key is dated anew', 'updateAdminApiKey', set({ created_at: later })),
  answers('a changed store is dated anew', 'modifyVectorStore', set({ created_at: later })),
  answers('a changed user is dated anew', 'updateUser', set({ created_at: later })),
  answers('an account is dated anew', 'getAccount', set({ created_at: later })),
  answers('listed files expire later', 'listFiles', setItems({ expires_at: () => 2_000_000_000 })),
  answers('listed deliveries have another origin', 'listWebhookDeliveries', setItems({ origin: 'resend' })),
];
