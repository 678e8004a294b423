import type { Mutant } from './proxy.ts';
import { set, setItems } from './verbs.ts';

const later = (at: number): number => at + 60;
const longer = (text: string): string => `${text}x`;

/** Mutants of members that the responses of seldom called operations show. */
export const members: Mutant[] = [
  { name: 'archiving dates a project anew', on: 'archiveProject', answer: set({ created_at: later }) },
  {
    name: 'an archived project has another organization',
    on: 'archiveProject',
    answer: set({ organization_id: longer }),
  },
  { name: 'cancelling dates a batch anew', on: 'cancelVectorStoreFileBatch', answer: set({ created_at: later }) },
  {
    name: 'a cancelled batch is of another store',
    on: 'cancelVectorStoreFileBatch',
    answer: set({ vector_store_id: longer }),
  },
  { name: 'a completed upload has another purpose', on: 'completeUpload', answer: set({ purpose: 'vision' }) },
  { name: 'a completed upload expires later', on: 'completeUpload', answer: set({ expires_at: later }) },
  { name: 'a completed upload has another name', on: 'completeUpload', answer: set({ filename: longer }) },
  { name: 'a cancelled upload is larger', on: 'cancelUpload', answer: set({ bytes: later }) },
  { name: 'a changed key has another mask', on: 'updateProjectApiKey', answer: set({ redacted_value: longer }) },
  { name: 'a changed key is dated anew', on: 'updateAdminApiKey', answer: set({ created_at: later }) },
  { name: 'a changed store is dated anew', on: 'modifyVectorStore', answer: set({ created_at: later }) },
  { name: 'a changed user is dated anew', on: 'updateUser', answer: set({ created_at: later }) },
  { name: 'an account is dated anew', on: 'getAccount', answer: set({ created_at: later }) },
  { name: 'listed files expire later', on: 'listFiles', answer: setItems({ expires_at: () => 2_000_000_000 }) },
  {
    name: 'listed deliveries have another origin',
    on: 'listWebhookDeliveries',
    answer: setItems({ origin: 'resend' }),
  },
];
