// The generators of other languages, each with its pinned version, its options, and the form of the document it takes.

/** A command and its arguments. `$BIN` is the folder of installed programs, `$WORK` the folder of one client. */
type Command = string[];

export interface Generator {
  language: string;
  version: string;
  /** The program that the machine must have. */
  needs: string;
  /** The form of the document: see services/openapi. */
  form?: string;
  install: Command[];
  generate: Command;
  /** Files to write into the folder of the client first. */
  files?: Record<string, string>;
  /** The place of the journey in the folder of the client. Without one, the client is compiled only. */
  journey?: string;
  /** Type checks or compiles the client. */
  compile: Command[];
  run?: Command;
}

const venv: Command[] = [
  ['python3', '-m', 'venv', '$BIN'],
  [
    ...['$BIN/bin/pip', 'install', '--quiet', 'openapi-python-client==0.29.1', 'datamodel-code-generator==0.89.0'],
    ...['mypy==2.4.1', 'pydantic[email]==2.14.4', 'httpx', 'attrs', 'python-dateutil', 'ruff'],
  ],
];
const goTool = (path: string): Command[] => [['go', 'install', path]];

export const generators: Record<string, Generator> = {
  'openapi-python-client': {
    language: 'Python',
    version: '0.29.1',
    needs: 'python3',
    install: venv,
    generate: [
      ...['$BIN/bin/openapi-python-client', 'generate', '--path', 'openapi.json', '--output-path', 'client'],
      ...['--meta', 'none', '--fail-on-warning'],
    ],
    // The generator's own client.py has errors of its own.
    compile: [['$BIN/bin/mypy', '--ignore-missing-imports', '--follow-imports=silent', 'client/api', 'client/models']],
    journey: 'journey.py',
    run: ['$BIN/bin/python', 'journey.py'],
  },
  'datamodel-code-generator': {
    language: 'Python',
    version: '0.89.0',
    needs: 'python3',
    install: venv,
    generate: [
      ...['$BIN/bin/datamodel-codegen', '--input', 'openapi.json', '--input-file-type', 'openapi'],
      ...['--output', 'models.py'],
    ],
    compile: [['$BIN/bin/python', '-c', 'import models']],
    journey: 'journey.py',
    run: ['$BIN/bin/python', 'journey.py'],
  },
  'oapi-codegen': {
    language: 'Go',
    version: '2.8.2',
    needs: 'go',
    install: goTool('github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'),
    files: {
      // The schemas of webhooks are used by no operation, and would be left out.
      'config.yaml':
        'package: client\ngenerate: {models: true, client: true}\noutput-options: {skip-prune: true}\noutput: client/client.go\n',
      'client/doc.go': 'package client\n',
      'go.mod': 'module journey\n\ngo 1.24\n',
    },
    generate: ['$BIN/oapi-codegen', '-config', 'config.yaml', 'openapi.json'],
    compile: [
      ['go', 'mod', 'tidy'],
      ['go', 'vet', './...'],
      ['go', 'build', '-o', 'journey', '.'],
    ],
    journey: 'main.go',
    run: ['./journey'],
  },
  ogen: {
    language: 'Go',
    version: '1.24.0',
    needs: 'go',
    form: 'ogen',
    install: goTool('github.com/ogen-go/ogen/cmd/ogen@v1.24.0'),
    files: {
      // Custom endpoints take any form, which ogen leaves out; it generates their other bodies.
      'ogen.yml': 'generator:\n  ignore_not_implemented: ["complex form schema"]\n',
      'go.mod': 'module journey\n\ngo 1.24\n',
    },
    generate: ['$BIN/ogen', '--target', 'api', '--package', 'api', '--clean', 'openapi.json'],
    compile: [
      ['go', 'mod', 'tidy'],
      ['go', 'build', './...'],
    ],
  },
};
