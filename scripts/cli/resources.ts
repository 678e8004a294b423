// The CLI's resources: nouns with their verbs. generated/commands.ts has those that follow from the spec. This file adds
// the commands that send more than one request. Flags, arguments and output format come from the published document.

import { nouns } from '../../generated/commands.ts';
import {
  checkCommand,
  getCommand,
  provenanceCommand,
  schemaCommand,
  setCommand,
  upstreamsCommand,
} from './config-commands.ts';
import { addCommand, contentCommand, uploadCommand } from './file-commands.ts';
import { listenCommand } from './listen-command.ts';
import { moveCommand } from './move-command.ts';
import { prepareProject, prepareRights, prepareVectorStore } from './prepare.ts';
import { rereadCommand } from './reread-command.ts';
import type { Resource } from './resource.ts';
import {
  assignCommand,
  assignedCommand,
  groupUserCommands,
  projectUserCommands,
  unassignCommand,
} from './role-commands.ts';
import { searchCommand } from './search-command.ts';
import {
  addUpstreamCommand,
  removeUpstreamCommand,
  testUpstreamCommand,
  updateUpstreamCommand,
} from './upstream-commands.ts';
import { secretCommand } from './webhook-commands.ts';

/** The parts of nouns of the spec that are code. */
const additions: Record<string, Pick<Resource, 'prepare' | 'lost' | 'commands'>> = {
  project: { prepare: prepareProject },
  member: { prepare: prepareRights },
  role: {
    lost: ({ name, people, permissions }) =>
      people === 0
        ? `Nobody has the role ${name}.`
        : `${peopleLose(people)} the role ${name}: ${(permissions as string[]).join(', ')}.`,
    commands: () => [assignCommand(), unassignCommand(), assignedCommand()],
  },
  group: {
    lost: ({ name, people, roles }) =>
      (roles as string[]).length === 0
        ? `The group ${name} gives no roles.`
        : `${peopleLose(people)} the roles of the group ${name}: ${(roles as string[]).join(', ')}.`,
    commands: groupUserCommands,
  },
  'project-user': { commands: projectUserCommands },
  'vector-store': { prepare: prepareVectorStore, commands: () => [addCommand(), searchCommand(), rereadCommand()] },
  file: { commands: () => [uploadCommand(), contentCommand()] },
  webhook: { commands: () => [listenCommand(), secretCommand()] },
  user: { prepare: prepareRights },
};

/** Nouns without a resource of the API of their own. */
const further: Resource[] = [
  {
    noun: 'collections',
    group: 'Run a server',
    summary: 'Show and change where the chunks of vector stores are',
    about: 'Shows the search engine and the chunks of the vector stores of a project, to admins, and moves them.',
    rows: 'vector stores',
    first: 'Create one with "svc vector-store create --name NAME".',
    columns: ['id', 'name', 'engine', 'chunks', 'usage_bytes'],
    verbs: { list: ['listVectorStores'] },
    examples: {},
    commands: () => [moveCommand()],
  },
  {
    noun: 'config',
    group: 'Run a server',
    summary: 'Show and change the configuration, as an admin',
    about:
      'Shows and changes the configuration of the server. Only admins may use it. Secrets are masked, and can be revealed one at a time.',
    rows: 'settings',
    columns: [],
    verbs: { reveal: ['revealAdminConfig'] },
    examples: {},
    commands: () => [
      getCommand(),
      setCommand(),
      provenanceCommand(),
      upstreamsCommand('upstreams'),
      schemaCommand(),
      checkCommand(),
    ],
  },
  {
    noun: 'upstream',
    group: 'Get started',
    summary: 'Connect the servers that run models, as an admin',
    about: 'Connects the servers that run models. Only admins may use it.',
    rows: 'upstreams',
    columns: [],
    verbs: {},
    examples: {},
    commands: () => [
      upstreamsCommand('list'),
      addUpstreamCommand(),
      testUpstreamCommand(),
      updateUpstreamCommand(),
      removeUpstreamCommand(),
    ],
  },
];

export const resources: Resource[] = [...further, ...nouns.map((noun) => ({ ...noun, ...additions[noun.noun] }))];

function peopleLose(people: unknown): string {
  return people === 1 ? '1 person loses' : `${people} people lose`;
}
