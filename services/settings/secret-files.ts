// Secret settings from files, as Docker, Kubernetes and systemd hand out secrets: `NAME_FILE` names the file that holds the
// value of `NAME`.

import { readFileSync } from 'node:fs';
import { isList, isSetting, type Tree } from './config-tree.ts';

type Environment = Record<string, string | undefined>;

/** Returns the variables that hold a secret, alone or among other settings. */
export function secretVariables(tree: Tree): Set<string> {
  const found = Object.values(tree).flatMap((node): string[] => {
    if (isSetting(node)) return node.secret && node.env !== undefined ? [node.env] : [];
    if (isList(node)) return node.env !== undefined && Object.values(node.items).some(isSecret) ? [node.env] : [];
    return [...secretVariables(node as Tree)];
  });
  return new Set(found);
}

function isSecret(node: unknown): boolean {
  return isSetting(node) && node.secret;
}

/**
 * Returns the environment with the contents of the files that `NAME_FILE` variables name in the place of `NAME`, without the
 * newline at a file's end. Adds a sentence to the problems for a file that is empty or cannot be read, and for a secret given
 * twice.
 */
export function withSecretFiles(
  environment: Environment,
  variables: Iterable<string>,
  problems: string[],
): Environment {
  const read: Environment = { ...environment };
  for (const name of variables) {
    const path = environment[`${name}_FILE`];
    if (path === undefined) continue;
    if (environment[name] !== undefined) problems.push(`${name} and ${name}_FILE are both given: leave one out.`);
    else read[name] = contentOf(`${name}_FILE`, path, problems);
  }
  return read;
}

function contentOf(variable: string, path: string, problems: string[]): string | undefined {
  try {
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    // An empty database URL or key would start a new embedded database, or make a new key.
    if (content === '')
      problems.push(`${variable} names '${path}', which is empty. Write the secret into it, or leave ${variable} out.`);
    return content;
  } catch (error) {
    problems.push(`${variable} names '${path}', which cannot be read: ${(error as Error).message}`);
    return undefined;
  }
}
