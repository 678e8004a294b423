// A network of three machines on one: each node of a cluster has a network namespace with two interfaces, one to the
// other nodes and one to the clients. So a test can cut a node off from its group while clients still reach it.
//
// Without the right to make namespaces, all nodes are on loopback, and their network cannot be split.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import type { Test } from 'tap';
import { atEnd } from './teardown.ts';

export interface Place {
  /** The address for the other nodes. */
  groupAddress: string;
  clientAddress: string;
  /** The words before a command that run it in the place. */
  prefix: string[];
  /** Cuts the place off from the other nodes, or ends that. Undefined: not possible here. */
  cut?(isCut: boolean): void;
}

export interface Network {
  places: Place[];
  /** The addresses of the group, as a network. */
  groupNetwork: string;
}

/** Makes a network of `count` places, and removes it when the test ends. */
export function makeNetwork(t: Test, count: number): Network {
  return namespaces(t, count) ?? loopback(count);
}

function loopback(count: number): Network {
  const place: Place = { groupAddress: '127.0.0.1', clientAddress: '127.0.0.1', prefix: [] };
  return { places: Array.from({ length: count }, () => place), groupNetwork: '127.0.0.0/8' };
}

function namespaces(t: Test, count: number): Network | undefined {
  const id = randomInt(256);
  const name = (kind: string, index?: number): string => `svc${id}${kind}${index ?? ''}`;
  const subnet = (kind: string): string => `10.${kind === 'g' ? 201 : 202}.${id}`;
  const spaces = Array.from({ length: count }, (_, index) => name('n', index + 1));
  atEnd(t, () => {
    for (const space of spaces) ip('netns', 'del', space);
    for (const kind of ['g', 'c']) ip('link', 'del', name(kind));
  });
  const isMade =
    ['g', 'c'].every(
      (kind) => ip('link', 'add', name(kind), 'type', 'bridge') && ip('link', 'set', name(kind), 'up'),
    ) &&
    ip('addr', 'add', `${subnet('c')}.254/24`, 'dev', name('c')) &&
    spaces.every((space, index) => {
      const inside = (...words: string[]): boolean => ip('-n', space, ...words);
      return (
        ip('netns', 'add', space) &&
        inside('link', 'set', 'lo', 'up') &&
        ['g', 'c'].every((kind) => {
          const outer = name(kind, index + 1);
          return (
            ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', kind, 'netns', space) &&
            ip('link', 'set', outer, 'master', name(kind), 'up') &&
            inside('addr', 'add', `${subnet(kind)}.${index + 1}/24`, 'dev', kind) &&
            inside('link', 'set', kind, 'up')
          );
        })
      );
    });
  if (!isMade) return undefined;
  return {
    groupNetwork: `${subnet('g')}.0/24`,
    places: spaces.map((space, index) => ({
      groupAddress: `${subnet('g')}.${index + 1}`,
      clientAddress: `${subnet('c')}.${index + 1}`,
      prefix: ['nsenter', `--net=/run/netns/${space}`],
      cut: (isCut) => ip('link', 'set', name('g', index + 1), isCut ? 'down' : 'up'),
    })),
  };
}

function ip(...words: string[]): boolean {
  return spawnSync('ip', words, { stdio: 'ignore' }).status === 0;
}
