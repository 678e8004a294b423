import { anHour, handbook, noStore, type Outcome } from '../journey.ts';
import {
  createFile,
  createVectorStore,
  defaults,
  getVectorStore,
  listFiles,
  listVectorStores,
} from '../oazapfts/client.ts';

export async function journey(url: string, key: string): Promise<Outcome> {
  defaults.baseUrl = url;
  defaults.headers = { authorization: `Bearer ${key}` };
  const store = await createVectorStore({ name: 'Handbook' });
  const file = await createFile({ file: handbook, purpose: 'assistants', expires_after: anHour });
  const files = await listFiles();
  const stores = await listVectorStores({ limit: 5 });
  const missing = await getVectorStore(noStore);
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
