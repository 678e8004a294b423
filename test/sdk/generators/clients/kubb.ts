import { anHour, handbook, noStore, type Outcome } from '../journey.ts';
import { setConfig } from '../kubb/.kubb/fetch.ts';
import { createFile, createVectorStore, getVectorStore, listFiles, listVectorStores } from '../kubb/index.ts';

/** By default, this generator's client sends JSON as text and does not throw on errors. */
const json = { headers: { 'content-type': 'application/json' } };

export async function journey(url: string, key: string): Promise<Outcome> {
  setConfig({ baseURL: url, headers: { authorization: `Bearer ${key}` } });
  const store = await createVectorStore({ name: 'Handbook' }, undefined, json);
  const file = await createFile({ file: handbook, purpose: 'assistants', expires_after: anHour });
  const files = await listFiles();
  const stores = await listVectorStores({ limit: 5 });
  const missing: unknown = await getVectorStore(noStore);
  return {
    storeId: store.id,
    fileId: file.id,
    expiresAt: file.expires_at,
    filenames: files.data.map(({ filename }) => filename),
    storeNames: stores.data.map(({ name }) => name),
    refusal: (missing as { error?: { code: string } }).error?.code,
  };
}
