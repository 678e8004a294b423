import type { Command } from 'commander';
import { databaseCommands } from './server-commands.ts';

export function sendsNoRequest(command: Command): boolean {
  return [
    ...databaseCommands,
    'secret',
    'serve',
    'sandbox',
    'migrate',
    'doctor',
    'backup',
    'restore',
    'schema',
    'check',
  ].includes(command.name());
}
