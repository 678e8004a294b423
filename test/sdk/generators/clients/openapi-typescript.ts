import createClient from 'openapi-fetch';
import { anHour, handbook, noStore, type Outcome } from '../journey.ts';
import type { paths } from '../openapi-typescript/schema.ts';

export async function journey(url: string, key: string): Promise<Outcome> {
  const client = createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${key}` } });
  const store = await client.POST('/v1/vector_stores', { body: { name: 'Handbook' } });
  const file = await client.POST('/v1/files', {
    // This generator has no type for binary data.
    body: { file: handbook as unknown as string, purpose: 'assistants', expires_after: anHour },
    bodySerializer(body) {
      const form = new FormData();
      form.append('file', handbook);
      form.append('purpose', body.purpose);
      form.append('expires_after', JSON.stringify(body.expires_after));
      return form;
    },
  });
  const files = await client.GET('/v1/files');
  const stores = await client.GET('/v1/vector_stores', { params: { query: { limit: 5 } } });
  const missing = await client.GET('/v1/vector_stores/{vector_store_id}', {
    params: { path: { vector_store_id: noStore } },
  });
  return {
    storeId: store.data?.id ?? '',
    fileId: file.data?.id ?? '',
    expiresAt: file.data?.expires_at,
    filenames: files.data?.data.map(({ filename }) => filename) ?? [],
    storeNames: stores.data?.data.map(({ name }) => name) ?? [],
    refusal: missing.error?.error?.code,
  };
}
