// Checks the types of a project as `tsc --noEmit` does, and names that promise a type: a transaction of Sequelize is called
// `tx`, and nothing else is. `transaction` is the function that runs one: a variable of that name hides it.

import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const host: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

/** Returns the problems of a project, as text. Unchanged files are checked only once, if there is a cache. */
export function typeProblems(project: string, cache?: string): string[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, project, 'tsconfig.json'),
    cache === undefined ? { noEmit: true } : { noEmit: true, incremental: true, tsBuildInfoFile: cache },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.formatDiagnostic(problem, host));
      },
    },
  );
  if (config === undefined) throw new Error(`${project} has no tsconfig.json`);
  const { options, fileNames: rootNames, errors } = config;
  const builder = ts.createIncrementalProgram({ options, rootNames, configFileParsingDiagnostics: errors });
  const program = builder.getProgram();
  const found = [
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ];
  // Writes the cache only.
  builder.emit();
  return [...(found.length === 0 ? [] : [ts.formatDiagnostics(found, host)]), ...misnamed(program)];
}

/** Returns a sentence for each variable that is a transaction and not called `tx`, and for each that only seems to be one. */
export function misnamed(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const problems: string[] = [];
  for (const file of program.getSourceFiles()) {
    if (program.isSourceFileFromExternalLibrary(file) || file.isDeclarationFile) continue;
    if (!/transaction|\btx\b/i.test(file.text)) continue;
    const visit = (node: ts.Node): void => {
      const problem = isVariable(node) && ts.isIdentifier(node.name) ? problemOf(node.name, checker) : undefined;
      if (problem !== undefined) {
        const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
        problems.push(`${relative(root, file.fileName)}:${line + 1}:${character + 1} ${problem}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return problems;
}

type Variable = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

function isVariable(node: ts.Node): node is Variable {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
}

function problemOf(name: ts.Identifier, checker: ts.TypeChecker): string | undefined {
  const type = checker.getTypeAtLocation(name);
  if (isTransaction(type)) return name.text === 'tx' ? undefined : `"${name.text}" is a transaction: call it tx`;
  if (name.text !== 'tx' && name.text !== 'transaction') return undefined;
  return `"${name.text}" is no transaction, but ${checker.typeToString(type)}: name the variable after its content`;
}

/** Returns true for Sequelize's Transaction, also beside null and undefined. */
function isTransaction(type: ts.Type): boolean {
  const types = type.isUnion() ? type.types : [type];
  const some = types.filter(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0);
  return some.length > 0 && some.every(isOfSequelize);
}

function isOfSequelize(type: ts.Type): boolean {
  const declared = type.getSymbol()?.declarations ?? [];
  return (
    type.getSymbol()?.name === 'Transaction' &&
    declared.some((declaration) => /\/node_modules\/sequelize\//.test(declaration.getSourceFile().fileName))
  );
}

if (import.meta.main) {
  const [project = '', cache] = process.argv.slice(2);
  const problems = typeProblems(project, cache);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
