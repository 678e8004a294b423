// The generators of clients, by language: pinned versions, options, and the form of the document that each one takes.
// `svc-contract sdk` and `npm run test:languages` use the same entries.

/** A command and its arguments: `$BIN` is the folder of installed programs, `$PACKAGE` the name of the package. */
export type Command = readonly string[];

export interface Generator {
  language: string;
  version: string;
  /** The form of the document: see services/openapi. */
  form?: string;
  /** The programs that install and run the generator. */
  needs: string[];
  install: Command[];
  /** The name of the package if the caller gives none. */
  package: string;
  /** Files to write into the folder of the client first. */
  files?: Record<string, string>;
  /** Runs in the folder of the client, which has `openapi.json`. */
  generate: Command;
  /** Formats and compiles the client, if the machine has the programs. */
  compile: Command[];
  /** The options, as a person reads them. */
  options: string;
  /** The steps of the journey that passed, or what was tested instead. */
  tested: string;
  /** The day of that test. */
  testedOn: string;
}

const day = '2026-11-28';
const steps = '16 of 16';
const typescript = 'typescript@5.9.3';
/** Checks the types of a TypeScript client that has no package.json. */
const tsc = (entry: string): Command => [
  ...['npx', '--yes', '--package', typescript, 'tsc', '--noEmit', '--strict', '--skipLibCheck'],
  ...['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', entry],
];
const maven: Command = ['mvn', '-q', '-B', 'compile', '-Dmaven.test.skip'];

/** Installs Python packages into the folder of programs, which is a virtual environment. */
const pip = (...packages: string[]): Command[] => [
  ['python3', '-m', 'venv', '$BIN'],
  ['$BIN/bin/pip', 'install', '--quiet', ...packages],
];

/** An entry of openapi-generator, whose jar comes in a Python package. Options are `name=value`. */
function openapiGenerator(
  language: string,
  name: string,
  options: Record<string, string>,
  more: Pick<Generator, 'package' | 'compile'> & Partial<Generator> & { library?: string; output?: string },
): Generator {
  const { library, output = '.', ...rest } = more;
  const properties = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  const shown = properties.filter((property) => !property.includes('$PACKAGE'));
  return {
    language,
    version: '7.26.0',
    needs: ['python3', 'java'],
    // The packages after the first are those of its Python client: one folder serves all languages.
    install: pip('openapi-generator-cli==7.26.0', 'pydantic[email]==2.14.4', 'urllib3', 'python-dateutil'),
    generate: [
      ...['$BIN/bin/openapi-generator-cli', 'generate', '-i', 'openapi.json', '-g', name, '-o', output],
      // The generator's own validator knows OpenAPI 3.0 only.
      ...['--skip-validate-spec', '--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
      ...(library === undefined ? [] : ['--library', library]),
      ...['--additional-properties', properties.join(',')],
    ],
    options: [...(library === undefined ? [] : [`--library ${library}`]), ...shown].join(' ') || 'none',
    tested: steps,
    testedOn: day,
    ...rest,
  };
}

const java = { invokerPackage: '$PACKAGE', apiPackage: '$PACKAGE.api', modelPackage: '$PACKAGE.model' };

/** By name. The first one of a language is its usual one. */
export const generators: Readonly<Record<string, Generator>> = {
  'openapi-python-client': {
    language: 'python',
    version: '0.29.1',
    needs: ['python3'],
    form: 'python',
    install: pip('openapi-python-client==0.29.1', 'ruff', 'mypy==2.4.1', 'httpx', 'attrs', 'python-dateutil'),
    package: 'svc_client',
    generate: [
      ...['$BIN/bin/openapi-python-client', 'generate', '--path', 'openapi.json', '--output-path', '$PACKAGE'],
      ...['--meta', 'none', '--fail-on-warning'],
    ],
    // The generator's own client.py has errors of its own.
    compile: [
      [
        ...['$BIN/bin/mypy', '--ignore-missing-imports', '--follow-imports=silent'],
        ...['$PACKAGE/api', '$PACKAGE/models'],
      ],
    ],
    options: '--meta none --fail-on-warning',
    tested: steps,
    testedOn: day,
  },
  'datamodel-code-generator': {
    language: 'python',
    version: '0.89.0',
    needs: ['python3'],
    install: pip('datamodel-code-generator==0.89.0', 'pydantic[email]==2.14.4', 'httpx'),
    package: 'svc_models',
    generate: [
      ...['$BIN/bin/datamodel-codegen', '--input', 'openapi.json', '--input-file-type', 'openapi'],
      ...['--output', '$PACKAGE.py'],
    ],
    compile: [['$BIN/bin/python', '-c', 'import $PACKAGE']],
    options: 'none (models only)',
    tested: steps,
    testedOn: day,
  },
  'openapi-generator-python': openapiGenerator(
    'python',
    'python',
    { packageName: '$PACKAGE' },
    {
      package: 'svc_client',
      compile: [['$BIN/bin/python', '-c', 'from $PACKAGE import *']],
    },
  ),
  'oapi-codegen': {
    language: 'go',
    version: '2.8.2',
    needs: ['go'],
    install: [['go', 'install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2']],
    package: 'svcclient',
    files: {
      // The schemas of webhooks are used by no operation, and would be left out.
      'config.yaml':
        'package: $PACKAGE\ngenerate: {models: true, client: true}\noutput-options: {skip-prune: true}\noutput: client.go\n',
      'go.mod': 'module $PACKAGE\n\ngo 1.24\n',
    },
    generate: ['$BIN/oapi-codegen', '-config', 'config.yaml', 'openapi.json'],
    compile: [
      ['go', 'mod', 'tidy'],
      ['go', 'vet', './...'],
    ],
    options: 'skip-prune: true',
    tested: steps,
    testedOn: day,
  },
  ogen: {
    language: 'go',
    version: '1.24.0',
    needs: ['go'],
    form: 'ogen',
    install: [['go', 'install', 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0']],
    package: 'svcclient',
    files: {
      // Custom endpoints take any form, which ogen leaves out; it generates their other bodies.
      'ogen.yml': [
        'generator:',
        '  ignore_not_implemented: ["complex form schema"]',
        '  features: {disable_all: true, enable: ["paths/client"]}\n',
      ].join('\n'),
      'go.mod': 'module $PACKAGE\n\ngo 1.24\n',
    },
    generate: ['$BIN/ogen', '--target', '.', '--package', '$PACKAGE', 'openapi.json'],
    compile: [
      ['go', 'mod', 'tidy'],
      ['go', 'build', './...'],
    ],
    options: 'ignore_not_implemented: ["complex form schema"]; the client only',
    tested: steps,
    testedOn: day,
  },
  'openapi-generator-go': openapiGenerator(
    'go',
    'go',
    { packageName: '$PACKAGE', enumClassPrefix: 'true' },
    {
      package: 'svcclient',
      needs: ['python3', 'java'],
      compile: [
        // The generator names the module after a repository that it does not know.
        ['go', 'mod', 'edit', '-module', '$PACKAGE'],
        ['go', 'mod', 'tidy'],
        ['go', 'vet', '.'],
      ],
    },
  ),
  'openapi-generator-java-native': openapiGenerator(
    'java',
    'java',
    // Members without a type would be sent as null.
    { ...java, openApiNullable: 'false' },
    { package: 'svc.client', form: 'untyped-unions', library: 'native', compile: [maven] },
  ),
  'openapi-generator-java-okhttp-gson': openapiGenerator('java', 'java', java, {
    package: 'svc.client',
    form: 'untyped-unions',
    library: 'okhttp-gson',
    compile: [maven],
  }),
  'openapi-generator-kotlin': openapiGenerator(
    'kotlin',
    'kotlin',
    { packageName: '$PACKAGE', enumPropertyNaming: 'UPPERCASE' },
    {
      package: 'svc.client',
      form: 'untyped-unions',
      // The generator writes a build for Gradle; this one is for Maven.
      files: { 'pom.xml': kotlinBuild() },
      compile: [['mvn', '-q', '-B', 'compile']],
    },
  ),
  'openapi-generator-rust': openapiGenerator(
    'rust',
    'rust',
    { packageName: '$PACKAGE' },
    { package: 'svc_client', form: 'rust', compile: [['cargo', 'check', '--quiet']] },
  ),
  progenitor: {
    language: 'rust',
    version: '0.15.1',
    needs: ['cargo'],
    form: 'progenitor',
    install: [['cargo', 'install', '--quiet', '--locked', 'cargo-progenitor@0.15.1', '--root', '$BIN']],
    package: 'svc-client',
    generate: [
      ...['$BIN/bin/cargo-progenitor', 'progenitor', '-i', 'openapi.json', '-o', '.', '-n', '$PACKAGE', '-v', '0.1.0'],
    ],
    compile: [['cargo', 'check', '--quiet']],
    options: 'none',
    tested: 'compiles',
    testedOn: day,
  },
  'openapi-generator-ruby': openapiGenerator(
    'ruby',
    'ruby',
    { gemName: '$PACKAGE', moduleName: 'SvcClient' },
    { package: 'svc_client', form: 'ruby', compile: [['ruby', '-Ilib', '-e', 'require "$PACKAGE"']] },
  ),
  'openapi-generator-php': openapiGenerator(
    'php',
    'php',
    { invokerPackage: '$PACKAGE' },
    {
      package: 'SvcClient',
      form: 'untyped-unions',
      compile: [['sh', '-c', 'for file in lib/*.php lib/Api/*.php lib/Model/*.php; do php -l "$file" || exit 1; done']],
    },
  ),
  '@hey-api/openapi-ts': {
    language: 'typescript',
    version: '0.99.0',
    needs: ['npx'],
    install: [],
    package: 'svc-client',
    // The generator takes the newest TypeScript, with which it does not run.
    generate: [
      ...['npx', '--yes', '--package', '@hey-api/openapi-ts@0.99.0', '--package', typescript, 'openapi-ts'],
      ...['-i', 'openapi.json', '-o', '$PACKAGE'],
    ],
    compile: [tsc('$PACKAGE/index.ts')],
    options: 'none',
    tested: steps,
    testedOn: day,
  },
  'openapi-generator-csharp': openapiGenerator(
    'csharp',
    'csharp',
    { packageName: '$PACKAGE' },
    { package: 'SvcClient', form: 'untyped-unions', compile: [], tested: 'not compiled by us' },
  ),
  'openapi-generator-typescript-fetch': openapiGenerator(
    'typescript',
    'typescript-fetch',
    { npmName: '$PACKAGE' },
    {
      package: 'svc-client',
      form: 'untyped-unions',
      compile: [tsc('src/index.ts')],
      tested: 'compiles',
    },
  ),
  'openapi-generator-swift6': openapiGenerator(
    'swift',
    'swift6',
    { projectName: '$PACKAGE' },
    { package: 'SvcClient', form: 'untyped-unions', compile: [], tested: 'not compiled by us' },
  ),
  'openapi-generator-dart': openapiGenerator(
    'dart',
    'dart',
    { pubName: '$PACKAGE' },
    { package: 'svc_client', form: 'untyped-unions', compile: [], tested: 'not compiled by us' },
  ),
};

function kotlinBuild(): string {
  const dependency = (group: string, artifact: string, version: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>client</groupId><artifactId>client</artifactId><version>1</version>
  <properties><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies>
    ${dependency('org.jetbrains.kotlin', 'kotlin-stdlib-jdk8', '2.4.0')}
    ${dependency('org.jetbrains.kotlin', 'kotlin-reflect', '2.4.0')}
    ${dependency('com.squareup.moshi', 'moshi-kotlin', '1.15.2')}
    ${dependency('com.squareup.moshi', 'moshi-adapters', '1.15.2')}
    ${dependency('com.squareup.okhttp3', 'okhttp-jvm', '5.4.0')}
  </dependencies>
  <build><sourceDirectory>src/main/kotlin</sourceDirectory><plugins><plugin>
    <groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>2.4.0</version>
    <executions><execution><id>compile</id><goals><goal>compile</goal></goals></execution></executions>
  </plugin></plugins></build>
</project>
`;
}
