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
    folder: 'go',
    needs: 'go',
    files: { 'go.mod': 'module clients\n\ngo 1.24\n' },
    install: [],
    prepare: [
      ['go', 'get', `${module}@${version}`],
      ['go', 'build', '-o', 'run', `./${folder}`],
    ],
    run: ['./run'],
  };
}

/** Packages of Java are `group:artifact:version`. */
function java(main: string, packages: string[]): ExistingClient {
  const dependencies = packages.map((name) => {
    const [group, artifact, version] = name.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  return {
    language: 'java',
    packages,
    folder: 'java',
    needs: 'mvn',
    files: {
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>svc</groupId><artifactId>steps</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>
`,
    },
    install: [['mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=$BIN']],
    prepare: [['javac', '-proc:none', '-cp', '$BIN/*', '-d', 'out', 'Steps.java', `${main}.java`]],
    run: ['java', '-cp', 'out:$BIN/*', main],
  };
}

function rust(folder: string, dependency: string, version: string, features: string[]): ExistingClient {
  return {
    language: 'rust',
    packages: [`${dependency}@${version}`],
    folder: `rust/${folder}`,
    needs: 'cargo',
    files: {
      'Cargo.toml': `[package]
name = "${folder}-steps"
version = "0.0.0"
edition = "2021"

[dependencies]
${dependency} = { version = "=${version}", default-features = false, features = ${JSON.stringify(features)} }
futures = "0.3"
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread", "time"] }
`,
    },
    install: [],
    prepare: [['cargo', 'build', '--quiet']],
    run: ['cargo', 'run', '--quiet'],
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
  mcp: python('mcp', ['mcp==2.3.0']),
  'go-openai': go('go-openai', 'github.com/sashabaranov/go-openai', 'v1.43.0'),
  'openai-go': go('openai-go', 'github.com/openai/openai-go/v3', 'v3.99.0'),
  'openai-java': java('OpenAiJava', ['com.openai:openai-java:4.101.0']),
  langchain4j: java('LangChain4j', ['dev.langchain4j:langchain4j-open-ai:1.19.0']),
  'spring-ai': java('SpringAi', [
    'org.springframework.ai:spring-ai-openai:2.0.1',
    // Maven takes older ones, which the client of Spring AI cannot load.
    ...['com.fasterxml.jackson.core:jackson-annotations:2.21', 'tools.jackson.core:jackson-core:3.1.5'],
  ]),
  'async-openai': rust('async-openai', 'async-openai', '0.43.0', [
    ...['chat-completion', 'embedding', 'file', 'model', 'responses', 'vectorstore'],
  ]),
};
