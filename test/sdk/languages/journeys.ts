// The place of each journey in the folder of its client, and the command that runs it there.

import type { Command } from '../../../scripts/contract/sdk/generators.ts';

interface Journey {
  at: string;
  /** Other files of the journey. */
  files?: Record<string, string>;
  /** A package that its generator does not install. */
  needs?: string;
  run: Command;
}

const python: Journey = { at: 'journey.py', run: ['$BIN/bin/python', 'journey.py'] };
const maven = (main: string): Command => [
  ...['mvn', '-q', '-B', 'compile', 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java', '-Dmaven.test.skip'],
  `-Dexec.mainClass=${main}`,
];
const java: Journey = { at: 'src/main/java/Journey.java', run: maven('Journey') };
const go: Journey = {
  at: 'journey/main.go',
  files: {
    'journey/go.mod': 'module journey\n\ngo 1.24\n\nrequire svcclient v0.0.0\n\nreplace svcclient => ../\n',
  },
  run: ['sh', '-c', 'cd journey && go mod tidy && go build -o journey . && ./journey'],
};

const bundle = '--bundle --platform=node --format=esm --log-level=error --outfile=bundle.mjs';

/** By the name of the generator. */
export const journeys: Readonly<Record<string, Journey>> = {
  'openapi-python-client': python,
  'datamodel-code-generator': python,
  'openapi-generator-python': python,
  'oapi-codegen': go,
  ogen: go,
  'openapi-generator-go': go,
  'openapi-generator-java-native': java,
  'openapi-generator-java-okhttp-gson': java,
  'openapi-generator-kotlin': { at: 'src/main/kotlin/Journey.kt', run: maven('JourneyKt') },
  'openapi-generator-rust': {
    at: 'journey/src/main.rs',
    files: {
      'journey/Cargo.toml': `[package]
name = "journey"
version = "0.0.0"
edition = "2021"

[dependencies]
svc_client = { path = ".." }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread", "time"] }
`,
    },
    run: ['cargo', 'run', '--quiet', '--manifest-path', 'journey/Cargo.toml'],
  },
  '@hey-api/openapi-ts': {
    at: 'journey.mjs',
    run: ['sh', '-c', `npx --yes --package esbuild@0.28.2 esbuild journey.mjs ${bundle} && node bundle.mjs`],
  },
  'openapi-generator-ruby': { at: 'journey.rb', run: ['ruby', 'journey.rb'] },
  'openapi-generator-php': {
    at: 'journey.php',
    needs: process.env.SVC_PHP_AUTOLOAD ?? '/usr/share/php/GuzzleHttp/autoload.php',
    run: ['php', 'journey.php'],
  },
};
