// Loads the embedding model of the setting SVC_EMBEDDING_FILE.

import { ConfigError } from '../../settings/index.ts';
import { builtInModel } from './built-in.ts';
import type { LocalModel } from './index.ts';
import { openModelFolder } from './model2vec/index.ts';

/** Returns the model of the folder, or an empty list if the setting is empty. Throws a ConfigError. */
export function openModelFile(folder: string): LocalModel[] {
  if (folder === '') return [];
  let model: LocalModel;
  try {
    model = openModelFolder(folder);
  } catch (error) {
    throw new ConfigError([`SVC_EMBEDDING_FILE: ${(error as Error).message}.`]);
  }
  if (model.model === builtInModel)
    throw new ConfigError([`SVC_EMBEDDING_FILE: ${builtInModel} is the built-in model's name: rename the folder.`]);
  return [model];
}
