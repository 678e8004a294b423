import { client } from '../hey-api/client.gen';
import { createFile, createVectorStore, getVectorStore, listFiles, listVectorStores } from '../hey-api/sdk.gen';
import { anHour, handbook, noStore, type Outcome } from '../journey.ts';

export async function journey(url: string, key: string): Promise<Outcome> {
  client.setConfig({ baseUrl: url, auth: key });
  const store = await createVectorStore({ body: { name: 'Handbook' } });
  const file = await createFile({ body: { file: handbook, purpose: 'assistants', expires_after: anHour } });
  const files = await listFiles();
  const stores = await listVectorStores({ query: { limit: 5 } });
  const missing = await getVectorStore({ path: { vector_store_id: noStore } });
  return {
    storeId: store.data?.id ?? '',
    fileId: file.data?.id ?? '',
    expiresAt: file.data?.expires_at,
    filenames: files.data?.data.map(({ filename }) => filename) ?? [],
    storeNames: stores.data?.data.map(({ name }) => name) ?? [],
    refusal: missing.error?.error?.code,
  };
}
