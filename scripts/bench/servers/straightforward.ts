// The straightforward server: unmodified openapi-backend, full Sequelize instances, and for each request a SELECT of
// the key and an UPDATE of its last use.

import { hash } from 'node:crypto';
import { Op } from 'sequelize';
import { openDatabase } from '../../../models/index.ts';
import { Project } from '../../../models/project.ts';
import { ProjectApiKey } from '../../../models/project-api-key.ts';
import { VectorStore } from '../../../models/vector-store.ts';
import type { Answering, Caller } from './answering.ts';
import { referenceSettings } from './settings.ts';
import { stockServer } from './stock.ts';
import { storeResource } from './vector-stores.ts';

const { port, databaseUrl } = referenceSettings();
await openDatabase({ url: databaseUrl, dataDir: '', poolSize: 10, timeoutMs: 8000 });

async function findCaller(credential: string): Promise<Caller | undefined> {
  const key = await ProjectApiKey.findOne({ where: { digest: hash('sha256', credential, 'buffer') } });
  if (key === null) return undefined;
  const project = await Project.findByPk(key.projectId);
  if (project === null || project.status !== 'active') return undefined;
  await key.update({ lastUsedAt: Math.floor(Date.now() / 1000) });
  return { kind: 'project_key', keyId: key.id, projectId: project.id, organizationId: project.organizationId };
}

async function listVectorStores({ query, caller }: Answering): Promise<unknown> {
  const { after, before, limit = 20, order = 'desc' } = query as Record<string, string> & { limit?: number };
  const backwards = before !== undefined && after === undefined;
  const ascending = (order === 'asc') !== backwards;
  const [further, nearer] = order === 'asc' ? [Op.gt, Op.lt] : [Op.lt, Op.gt];
  const stores = await VectorStore.findAll({
    where: {
      projectId: caller.projectId as string,
      id: {
        [Op.and]: [
          ...(after === undefined ? [] : [{ [further]: after }]),
          ...(before === undefined ? [] : [{ [nearer]: before }]),
        ],
      },
    },
    order: [['id', ascending ? 'ASC' : 'DESC']],
    limit: limit + 1,
  });
  const hasMore = stores.length > limit;
  if (hasMore) stores.pop();
  if (backwards) stores.reverse();
  const now = Math.floor(Date.now() / 1000);
  const data = stores.map((store) => storeResource(store, now));
  return { object: 'list', data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more: hasMore };
}

const server = await stockServer({ listVectorStores }, findCaller);
server.listen(port, '127.0.0.1');
