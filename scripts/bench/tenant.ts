// The benchmark's database: migrated by svc, with one tenant that svc's own services create.

import type { components } from '../../generated/openapi.ts';
import { loadPanel } from '../../http/panel/index.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { closeDatabase } from '../../models/index.ts';
import { noKeyRules } from '../../models/key-holder.ts';
import { User } from '../../models/user.ts';
import { VectorStore, type VectorStoreRow } from '../../models/vector-store.ts';
import { openDatabaseWithRetries } from '../../services/database.ts';
import { builtInModel } from '../../services/gateway/embeddings/built-in.ts';
import { closeServices, createServices } from '../../services/index.ts';
import { createLog } from '../../services/platform/log.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { nameDigest } from '../../services/stores/vector-stores.ts';
import { ownerGrants } from '../../services/tenancy/grants.ts';
import { rulesOfKey } from '../../services/tenancy/key-rules.ts';
import { createAdminApiKey } from '../../services/tenancy/keys.ts';
import { createOrganization } from '../../services/tenancy/organizations.ts';
import { createProjectApiKey } from '../../services/tenancy/project-keys.ts';
import { createProject } from '../../services/tenancy/projects.ts';

const rowsPerStatement = 1000;

export interface Tenant {
  organizationId: string;
  projectId: string;
  organizationKey: { id: string; value: string };
  projectKey: { id: string; value: string };
}

/** The environment variables that select the database of a server. */
export interface DatabaseSettings {
  SVC_DATA_DIR: string;
  /** Empty: the embedded database. */
  SVC_DATABASE_URL: string;
}

/** Migrates the database, and creates an organization, a project, a key for each of both, and vector stores. */
export async function createTenant(settings: DatabaseSettings, vectorStores: number): Promise<Tenant> {
  const config = loadConfig({ ...settings });
  const log = await createLog('warn');
  await openDatabaseWithRetries(config, log);
  const services = createServices(config, log, loadPanel(config));
  const user = await User.add({ email: 'bench@example.com', name: 'Bench', passwordHash: null, isAdmin: false });
  const organization = await createOrganization('Bench', user.id);
  const caller = {
    kind: 'organization_key',
    keyId: '',
    organizationId: organization.id,
    userId: user.id,
    keptBy: null,
    grants: ownerGrants,
    expiresAt: null,
    previousEnd: null,
    rules: rulesOfKey(noKeyRules),
  } as const;
  const { project } = await createProject(organization, { name: 'Bench' } as NewProject, services);
  const organizationKey = await createAdminApiKey(organization, { name: 'Bench' }, caller);
  const projectKey = await createProjectApiKey(project, { name: 'Bench' }, caller);
  await addVectorStores(project.id, vectorStores);
  await closeServices(services);
  await closeDatabase();
  return {
    organizationId: organization.id,
    projectId: project.id,
    organizationKey: { id: organizationKey.key.id, value: organizationKey.value },
    projectKey: { id: projectKey.key.id, value: projectKey.value },
  };
}

type NewProject = components['schemas']['CreateProjectRequest'];

async function addVectorStores(projectId: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += rowsPerStatement) {
    const size = Math.min(rowsPerStatement, count - first);
    const rows = Array.from({ length: size }, (_, index) => vectorStore(projectId, first + index));
    await transaction(async (tx) => {
      await VectorStore.bulkCreate(rows, { transaction: tx });
    });
  }
}

function vectorStore(projectId: string, number: number): VectorStoreRow {
  const id = newId('vector-store');
  const name = `Store ${number}`;
  return {
    id,
    projectId,
    name,
    nameDigest: nameDigest(name),
    metadata: JSON.stringify({ team: `team-${number % 50}`, language: 'en', pages: number }),
    chunkingType: 'auto',
    maxChunkSizeTokens: 800,
    chunkOverlapTokens: 400,
    imageProcessingMode: 'ignore',
    expiresAfterDays: 36_500,
    lastActiveAt: createdAt(id),
    expiresAt: createdAt(id) + 36_500 * 86_400,
    bytes: number * 1024,
    filesInProgress: 0,
    filesCompleted: 0,
    filesFailed: 0,
    filesCancelled: 0,
    emptiedAt: null,
    embeddingModel: builtInModel,
    embeddingDimensions: 384,
    createdAt: createdAt(id),
  };
}
