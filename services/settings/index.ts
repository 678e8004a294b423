// The public interface of this room: other rooms import only this file.

export { signingKey } from './client-key.ts';
export { type Config, ConfigError, configSchema, loadConfig, publicUrl, secretsOf, settings } from './config.ts';
export { isList, isSetting, type Setting, type Tree } from './config-tree.ts';
export { Configuration, type ListOwner, type Refusal } from './configuration.ts';
export { weaknessOf } from './key-strength.ts';
export { flatPrices, type Price } from './prices.ts';
export { processesOf, readersOf, shareOfProcess } from './processes.ts';
export { withSecretFiles } from './secret-files.ts';
export { createSecrets, isSealed, placeKey, type SealedPlace, type Secrets, secretsUnder } from './secrets.ts';
export { isFileKey, keyInFile, makeKeyFile } from './secrets-file.ts';
export { hostAndPort } from './setting-values.ts';
export type { GroupRole, ProviderSettings } from './sso-settings.ts';
export type { EngineSettings } from './storage-settings.ts';
export type { ConfiguredModel, UpstreamSettings } from './upstream-settings.ts';
