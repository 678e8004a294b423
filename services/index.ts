// The services of a running server, which handlers receive.

import { join, resolve } from 'node:path';
import type { Transaction } from 'sequelize';
import { watchDatabaseWaits } from '../models/waits.ts';
import { BackgroundAnswers, ResponseStore } from './answers/index.ts';
import { BackgroundResponses, KeptResponses } from './apis/index.ts';
import { Audit, auditEvent, unattended } from './audit/index.ts';
import {
  createStorage,
  databaseSpace,
  diskSpace,
  type FileDeletion,
  FileStore,
  registerFileJobs,
} from './files/index.ts';
import {
  builtInEmbedder,
  Embedders,
  modelCallSpans,
  openModelFile,
  Upstreams,
  upstreamSource,
} from './gateway/index.ts';
import { registerHousekeeping } from './housekeeping.ts';
import { imageDescriber, ingestionLimits, ReaderPool, readerLimits, registerIngestion } from './ingestion/index.ts';
import {
  ModelCalls,
  ProjectLimits,
  RecentOutput,
  registerSpendAlerts,
  registerStorageUsage,
  SpendThresholds,
  UsageRecorder,
} from './limits/index.ts';
import { Mail } from './mail/index.ts';
import { Doctor } from './maintenance/index.ts';
import { createServerMetrics } from './metrics.ts';
import { endPasswordLogins, Providers, registerPasswordResets, registerProviderRefresh } from './people/index.ts';
import {
  type Log,
  type Metrics,
  noPanel,
  Outbound,
  type Panel,
  Queue,
  Readiness,
  type Site,
  Tracing,
} from './platform/index.ts';
import { type Config, Configuration, createSecrets, publicUrl, type Secrets } from './settings/index.ts';
import { recordUsesOfStores, registerStoreExpiry, removeFileEverywhere, type StoreActivity } from './stores/index.ts';
import { Access, Idempotency, type LastUsed, recordUsesOfKeys } from './tenancy/index.ts';
import { type Collections, type Moves, openCollections, refusalsOfEngines, registerSweep } from './vectors/index.ts';
import {
  type AddressPolicy,
  addressPolicy,
  announceDisabled,
  createWebhooks,
  type WebhookSender,
  type Webhooks,
} from './webhooks/index.ts';

export interface Services {
  config: Config;
  log: Log;
  access: Access;
  lastUsed: LastUsed;
  secrets: Secrets;
  webhookAddresses: AddressPolicy;
  webhooks: Webhooks;
  metrics: Metrics;
  tracing: Tracing;
  queue: Queue;
  upstreams: Upstreams;
  modelCalls: ModelCalls;
  limits: ProjectLimits;
  usage: UsageRecorder;
  configuration: Configuration;
  audit: Audit;
  idempotency: Idempotency;
  keptResponses: KeptResponses;
  backgroundResponses: BackgroundResponses;
  responseStore: ResponseStore;
  backgroundAnswers: BackgroundAnswers;
  files: FileStore;
  detachFile: FileDeletion['detachFile'];
  readers: ReaderPool;
  storeActivity: StoreActivity;
  embedders: Embedders;
  collections: Collections;
  /** Moves vector stores between search engines. */
  storeMoves: Moves;
  mail: Mail;
  providers: Providers;
  site: Site;
  panel: Panel;
  readiness: Readiness;
  lifecycle: Lifecycle;
  doctor: Doctor;
}

/** The lifecycle state of the server. */
export interface Lifecycle {
  /** The server will stop soon: load balancers should send requests elsewhere. Requests are still accepted. */
  leaving: boolean;
  /** This process will stop soon, and another one of the same server takes its calls: the server stays ready. */
  replaced: boolean;
  /** The server finishes the requests in progress, and accepts no new ones. */
  stopping: boolean;
}

/** The services that `svc sandbox` replaces, so that its webhooks go to loopback and fail on demand. */
export interface Replacements {
  webhookAddresses?: AddressPolicy;
  createSender?: (...args: ConstructorParameters<typeof Outbound>) => WebhookSender;
}

export function createServices(
  config: Config,
  log: Log,
  panel: Panel = noPanel,
  replacements: Replacements = {},
): Services {
  const lastUsed = recordUsesOfKeys(log);
  const { metrics, ofCalls, ofUpstreams, ofSearchCache, ofIndexes, ofEngines } = createServerMetrics();
  const { authorization, ...exported } = config.tracing;
  const tracing = new Tracing({ ...exported, headers: authorization === '' ? {} : { authorization } }, log);
  const queue = new Queue(log, metrics, tracing);
  metrics.queueBacklog(() => queue.backlog());
  watchDatabaseWaits(metrics.databaseWait);
  const secrets = createSecrets(config.secrets.key, config.data_dir);
  // If the port is chosen by the system, the listening server corrects the URL.
  const site = { url: publicUrl(config, config.server.port) };
  const mail = new Mail({ config, site, queue, secrets, metrics, log });
  const {
    webhookAddresses = addressPolicy(config.webhook.allowed_cidrs, config.webhook.resolver),
    createSender = (settings) => new Outbound(settings),
  } = replacements;
  const upstreams = new Upstreams(config, log, ofUpstreams);
  const recentOutput = new RecentOutput(config.limits.expected_output_tokens);
  const modelCalls = new ModelCalls(recentOutput, { allowsUnpriced: config.limits.unpriced_models === 'allow' });
  const usage = new UsageRecorder(log);
  const limits = new ProjectLimits(log, recentOutput, new SpendThresholds({ config, queue, mail }), () =>
    usage.flush(),
  );
  // Limits come first, because calls that they refuse are not counted.
  for (const watcher of [limits, usage, ofCalls, modelCallSpans(tracing)]) modelCalls.watch(watcher);
  const audit = new Audit(secrets, log);
  registerHousekeeping(queue, config);
  registerPasswordResets({ config, queue, mail });
  const providers = new Providers(config, site);
  registerProviderRefresh(queue, audit, { config, log, providers, secrets });
  const collections = openCollections(config, log);
  registerSweep(queue, collections);
  const storeMoves = collections.registerMoves(queue);
  ofSearchCache.watch(config.collections.cache_bytes, () => collections.cacheCounts());
  ofIndexes.watch(() => collections.indexes());
  ofEngines.watch(() => collections.sizes());
  const modelFile = openModelFile(config.embeddings.file);
  const localModels = [builtInEmbedder, ...modelFile];
  upstreams.localModels = new Set(localModels.map(({ model }) => model));
  const embedders = new Embedders(localModels, [upstreamSource({ upstreams, modelCalls })], config.embeddings.model);
  const storage = createStorage(config);
  const files = new FileStore(storage, diskSpace(config), log);
  const readers = new ReaderPool(readerLimits(config.ingestion, modelFile), [
    join(config.data_dir, 'files'),
    ...(config.embeddings.file === '' ? [] : [resolve(config.embeddings.file)]),
  ]);
  const detachFile = (fileId: string, tx: Transaction): Promise<void> =>
    removeFileEverywhere(fileId, tx, { config, queue, collections });
  registerFileJobs({ queue, detachFile }, storage);
  registerStoreExpiry({ config, queue, collections });
  const describeImage = imageDescriber(config.ingestion.vision_model, { upstreams, modelCalls });
  registerIngestion(
    queue,
    { config, queue, collections, files, readers, embedders, describeImage },
    ingestionLimits(config.ingestion),
  );
  registerStorageUsage(queue);
  registerSpendAlerts(queue, mail);
  audit.register(queue, config.audit);
  const keptResponses = new KeptResponses(log, queue);
  const backgroundResponses = new BackgroundResponses({ queue, upstreams, modelCalls, log });
  const responseStore = new ResponseStore(config.responses, databaseSpace(config));
  const storeActivity = recordUsesOfStores(log);
  const configuration = new Configuration(
    { config, secrets, log, audit: auditEvent },
    {
      upstreams,
      'collections.engines': {
        refusals: async (engines) => refusalsOfEngines(engines, config.collections.url),
        replace: () => collections.renewEngines(),
      },
    },
  );
  const backgroundAnswers = new BackgroundAnswers({
    ...{ config, log, queue, upstreams, modelCalls, usage, collections, embedders, storeActivity, files },
    ...{ keptResponses, backgroundResponses, responseStore, secrets },
  });
  return {
    config,
    log,
    lastUsed,
    access: new Access(lastUsed, config.worker),
    secrets,
    webhookAddresses,
    webhooks: createWebhooks(
      { config, log, metrics, queue, secrets, webhookAddresses, createSender },
      (projectId, tx) => unattended(audit, () => announceDisabled(mail, projectId, tx)),
    ),
    metrics,
    tracing,
    queue,
    upstreams,
    modelCalls,
    limits,
    usage,
    configuration,
    audit,
    idempotency: new Idempotency(secrets, log),
    keptResponses,
    backgroundResponses,
    responseStore,
    backgroundAnswers,
    files,
    detachFile,
    readers,
    storeActivity,
    embedders,
    collections,
    storeMoves,
    mail,
    providers,
    site,
    panel,
    readiness: new Readiness(),
    lifecycle: { leaving: false, replaced: false, stopping: false },
    doctor: new Doctor({ config, configuration, upstreams }),
  };
}

/** Starts discovery, and the background work if this server is a worker. */
export async function startServices(services: Services): Promise<void> {
  await endPasswordLogins(services.config);
  services.upstreams.start();
  services.collections.start();
  if (services.config.workers.enabled) await startWork(services);
}

/** Starts the background work: the job queue and the webhook relay. */
export async function startWork({ queue, webhooks }: Services): Promise<void> {
  await queue.start();
  webhooks.relay?.start(() => queue.kick());
}

/** Stops all services, and waits for work in progress. */
export async function closeServices(services: Services): Promise<void> {
  const { queue, webhooks, lastUsed, upstreams, modelCalls, limits, usage, configuration, tracing } = services;
  const { collections, storeActivity, readers } = services;
  await upstreams.close();
  await queue.stop();
  await readers.close();
  await storeActivity.close();
  await collections.close();
  await webhooks.close();
  configuration.close();
  await modelCalls.close();
  await limits.close();
  await usage.close();
  await lastUsed.close();
  services.access.close();
  await tracing.close();
}
