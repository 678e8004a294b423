import { anHour, handbook, noStore, type Outcome } from '../journey.ts';
import { createFile, createVectorStore, getVectorStore, listFiles, listVectorStores } from '../orval/client';

export async function journey(_url: string, key: string): Promise<Outcome> {
  const options = { headers: { authorization: `Bearer ${key}` } };
  const store = await createVectorStore({ name: 'Handbook' }, options);
  const file = await createFile({ file: handbook, purpose: 'assistants', expires_after: anHour }, options);
  const files = await listFiles({}, options);
  const stores = await listVectorStores({ limit: 5 }, options);
  const missing = await getVectorStore(noStore, options);
  if (store.status !== 200 || file.status !== 200 || files.status !== 200 || stores.status !== 200)
    throw new Error(JSON.stringify([store.data, file.data, files.data, stores.data]));
  return {
    storeId: store.data.id,
    fileId: file.data.id,
    expiresAt: file.data.expires_at,
    filenames: files.data.data.map(({ filename }) => filename),
    storeNames: stores.data.data.map(({ name }) => name),
    refusal: missing.status === 404 ? missing.data.error.code : undefined,
  };
}
