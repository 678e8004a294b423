// `svc backup`, `svc restore` and `svc verify`.

import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { Command } from 'commander';
import type { BackupEnd, Proof, ReadOptions } from '../../services/maintenance/index.ts';
import { plain } from '../text/index.ts';
import { Failure } from './failure.ts';
import { printJson, printLine, printNote } from './output.ts';
import { readSecret } from './password.ts';
import { onThisMachine } from './server-commands.ts';
import type { Globals } from './session.ts';
import { countText, sizeText } from './values.ts';

const maxShown = 50;
const requireKeyed = [
  '--require-keyed',
  'refuses a backup whose checksum has no key, as those of svc 0.1.0 and 0.2.0',
] as const;
/** The sentence on the limits of a backup's checksums. */
const proofNotes: Record<Proof, string | undefined> = {
  keyed: undefined,
  unkeyed:
    'svc: svc 0.1.0 or 0.2.0 made this backup: its checksums have no key, so they prove nothing against a change by hand',
  'no key':
    'svc: only the plain checksums were checked, which prove nothing against a change by hand: the secrets key is neither here nor in the backup. Set SVC_SECRETS_KEY to check the keyed one, encrypted values and the audit log',
};
const passphraseFrom =
  'The passphrase comes from SVC_BACKUP_PASSPHRASE or the file that SVC_BACKUP_PASSPHRASE_FILE names, else a prompt, else standard input.';

/** The command `svc backup`. */
export function backupCommand(): Command {
  return new Command('backup')
    .summary('Back up the database and all files into one file')
    .description(
      `Backs up the database and all files of the configured installation into one file, while servers run. The passphrase, of at least 12 characters, encrypts only the secrets key in the backup, not the rest: keep the backup private. A checksum that is keyed with the secrets key proves that nobody has changed the backup. ${passphraseFrom}`,
    )
    .argument('<file>', 'the new file, such as svc-backup.tar.gz')
    .option('--without-key', 'leaves the secrets key out; a restore then needs SVC_SECRETS_KEY')
    .action((file: string, _, command: Command) =>
      backup(file, command.optsWithGlobals<Globals & { withoutKey?: true }>()),
    );
}

/** The command `svc restore`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .summary('Restore a backup into an empty database')
    .description(
      `Restores a backup into the configured database and data directory, which must be empty. The database may be of another kind, so this also moves an installation from the embedded database to MySQL. ${passphraseFrom}`,
    )
    .argument('<file>', 'the backup')
    .option(...requireKeyed)
    .option('--engine <name>', 'the search engine that gets all vector stores; by default that of new vector stores')
    .action((file: string, _, command: Command) => restore(file, command.optsWithGlobals<Flags>()));
}

/** The command `svc verify`. */
export function verifyCommand(): Command {
  return new Command('verify')
    .summary('Check a backup, or the installation itself')
    .description(
      `Checks references between rows, the content of files, encrypted values and the audit log of a backup. Without a file, checks the configured installation. Exit code 1 if something is wrong. ${passphraseFrom}`,
    )
    .argument('[file]', 'the backup')
    .option(...requireKeyed)
    .action((file: string | undefined, _, command: Command) => verify(file, command.optsWithGlobals<Flags>()));
}

type Flags = Globals & { requireKeyed?: boolean };

async function backup(file: string, flags: Globals & { withoutKey?: true }): Promise<void> {
  onThisMachine(flags);
  const passphrase = flags.withoutKey ? undefined : await askPassphrase(true);
  const { backUpTo, unfinishedBackup } = await import('./installation.ts');
  // Deletes the unfinished backup, because the file has data of the installation already.
  const stop = (signal: NodeJS.Signals): void => {
    rmSync(unfinishedBackup(file), { force: true });
    process.exit(128 + constants.signals[signal]);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const end = await backUpTo(file, passphrase).finally(() => process.off('SIGINT', stop).off('SIGTERM', stop));
  if (end.missing_files > 0)
    printNote(`svc: ${end.missing_files} files have no content in the storage, and "svc verify" lists them`);
  if (end.damaged_files > 0)
    printNote(`svc: ${end.damaged_files} files differ from what was uploaded, and "svc verify" lists them`);
  if ((end.stores_without_chunks ?? 0) > 0)
    printNote(
      `svc: the backup lacks the chunks of ${end.stores_without_chunks} vector stores, because the settings do not name their search engine. "svc doctor" says more`,
    );
  print(end, flags, `wrote ${plain(file)}`);
}

async function restore(file: string, flags: Flags & { engine?: string }): Promise<void> {
  onThisMachine(flags);
  const { restoreFrom } = await import('./installation.ts');
  const { end, proof } = await restoreFrom(file, {
    ...optionsOf(flags),
    ...(flags.engine === undefined ? {} : { engine: flags.engine }),
  });
  const note = proofNotes[proof];
  if (note !== undefined) printNote(note);
  print(end, flags, `restored and verified ${plain(file)}`);
}

async function verify(file: string | undefined, flags: Flags): Promise<void> {
  onThisMachine(flags);
  const { problemsOfBackup, problemsOfInstallation } = await import('./installation.ts');
  if (file === undefined) {
    if (flags.requireKeyed) throw new Failure('--require-keyed needs the file of a backup.', { exitCode: 2 });
    const problems = await problemsOfInstallation();
    if (flags.json) printJson({ valid: problems.length === 0, problems });
    report(problems, flags);
    return;
  }
  const { problems, proof } = await problemsOfBackup(file, optionsOf(flags));
  const note = proofNotes[proof];
  if (note !== undefined) printNote(note);
  if (flags.json) printJson({ valid: problems.length === 0, keyed: proof === 'keyed', problems });
  report(problems, flags);
}

/** Prints the problems as lines, and fails if there are any. */
function report(problems: string[], { json }: Globals): void {
  if (!json) for (const problem of problems.slice(0, maxShown)) printLine(plain(problem));
  if (problems.length > 0)
    throw new Failure(problems.length === 1 ? '1 problem was found.' : `${problems.length} problems were found.`);
  if (!json) printLine('no problems found');
}

function optionsOf({ requireKeyed = false }: Flags): ReadOptions {
  return { ask: () => askPassphrase(false), requireKeyed };
}

const variable = 'SVC_BACKUP_PASSPHRASE';

async function askPassphrase(isNew: boolean): Promise<string> {
  const prompt = { twice: isNew, variable };
  const passphrase = (await givenPassphrase()) ?? (await readSecret('Passphrase', prompt));
  if (passphrase === '') throw new Failure('The passphrase is empty. Enter at least one character.', { exitCode: 2 });
  return passphrase;
}

/** Returns the passphrase of the environment; undefined if there is none. */
async function givenPassphrase(): Promise<string | undefined> {
  const { withSecretFiles } = await import('../../services/settings/index.ts');
  const problems: string[] = [];
  const { [variable]: given } = withSecretFiles(process.env, [variable], problems);
  const [problem] = problems;
  if (problem !== undefined) throw new Failure(problem, { exitCode: 2 });
  return given;
}

function print(end: BackupEnd, { json }: Globals, done: string): void {
  const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
  const { files, file_bytes: bytes, missing_files, damaged_files } = end;
  if (json) printJson({ rows, files, file_bytes: bytes, missing_files, damaged_files });
  else printLine(`${done}: ${countText(rows)} rows, ${countText(files)} files with ${sizeText(bytes)}`);
}
