// Clients that exist, at pinned versions: how each is installed, and the program that runs its steps.

import type { Command } from '../../../scripts/contract/sdk/generators.ts';

interface ExistingClient {
  language: string;
  packages: string[];
  /** The folder of its program in `clients/`. */
  folder: string;
  /** The program that the machine must have. */
  needs: string;
  /** Other files of the program, by path. */
  files: Record<string, string>;
  /** Runs once. $BIN is the client's own folder of programs. */
  install: Command[];
  prepare: Command[];
  run: Command;
}

function python(steps: string, packages: string[]): ExistingClient {
  return {
    language: 'python',
    packages,
    folder: 'python',
    needs: 'python3',
    files: {},
    install: [
      ['python3', '-m', 'venv', '$BIN'],
      ['$BIN/bin/pip', 'install', '--quiet', '--disable-pip-version-check', ...packages],
    ],
    prepare: [],
    run: ['$BIN/bin/python', `${steps}.steps.py`],
  };
}

function go(folder: string, module: string, version: string): ExistingClient {
  return {
    language: 'go',
    packages: [`${module}@${version}`],
    folder,
    needs: 'go',
    files: { 'go.mod': `module steps\n\ngo 1.24\n\nrequire ${module} ${version}\n` },
    install: [],
    prepare: [
      ['go', 'mod', 'tidy'],
      ['go', 'build', '-o', 'steps', '.'],
    ],
    run: ['./steps'],
  };
}

export const clients: Readonly<Record<string, ExistingClient>> = {
  openai: python('openai', ['openai==3.57.0']),
  anthropic: python('anthropic', ['anthropic==2.14.0']),
  libraries: python('libraries', [
    ...['langchain-openai==1.7.4', 'haystack-ai==3.4.1', 'instructor==1.17.0', 'pydantic-ai-slim[openai]==2.38.0'],
    // Without its pin, pip tries the releases one after the other.
    'openai==3.3.0',
  ]),
  'llama-index': python('llama-index', [
    ...['llama-index-llms-openai-like==0.8.1', 'llama-index-embeddings-openai==0.7.0', 'openai==2.54.0'],
  ]),
  litellm: python('litellm', ['litellm==1.110.2']),
  'go-openai': go('go-openai', 'github.com/sashabaranov/go-openai', 'v1.43.0'),
  'openai-go': go('openai-go', 'github.com/openai/openai-go/v3', 'v3.99.0'),
};
