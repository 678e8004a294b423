import { anHour, handbook, noStore, type Outcome } from '../journey.ts';
import { Api, type ErrorBody, FilePurpose } from '../swagger-typescript-api/api.ts';

export async function journey(url: string, key: string): Promise<Outcome> {
  const { v1 } = new Api({ baseUrl: url, baseApiParams: { headers: { authorization: `Bearer ${key}` } } });
  const store = await v1.createVectorStore({ name: 'Handbook' });
  const file = await v1.createFile({ file: handbook, purpose: FilePurpose.Assistants, expires_after: anHour });
  const files = await v1.listFiles();
  const stores = await v1.listVectorStores({ limit: 5 });
  const missing = await v1
    .getVectorStore(noStore)
    .then(() => undefined)
    .catch((response: { error: ErrorBody }) => response.error);
  return {
    storeId: store.data.id,
    fileId: file.data.id,
    expiresAt: file.data.expires_at,
    filenames: files.data.data.map(({ filename }) => filename),
    storeNames: stores.data.data.map(({ name }) => name),
    refusal: missing?.error.code,
  };
}
