// The part of an invalid value that an error message repeats.

import { secretMask } from '../../models/secret-mask.ts';

/** An input of more characters is cut, and its length is told. */
const maxCharacters = 1024;

/** Returns the value with its secrets masked, cut to `maxCharacters`. */
export function excerptOf(value: unknown, isSecret: (name: string) => boolean = () => false): unknown {
  return excerpt(value ?? null, { left: maxCharacters }, isSecret);
}

function excerpt(value: unknown, room: { left: number }, isSecret: (name: string) => boolean): unknown {
  if (typeof value === 'string') {
    const shown = beginningOf(value, room.left);
    room.left -= shown.length + 1;
    return shown;
  }
  room.left -= 1;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (room.left <= 0) return [...items, `… (${value.length} items)`];
      items.push(excerpt(item, room, isSecret));
    }
    return items;
  }
  const members: Record<string, unknown> = {};
  for (const name in value) {
    if (room.left <= 0) return { ...members, '…': `(${Object.keys(value).length} members)` };
    const shown = beginningOf(name, room.left);
    room.left -= shown.length + 1;
    members[shown] = isSecret(name) ? secretMask : excerpt((value as Record<string, unknown>)[name], room, isSecret);
  }
  return members;
}

function beginningOf(text: string, room: number): string {
  if (text.length <= room) return text;
  return `${text.slice(0, Math.max(0, room)).toWellFormed()}… (${text.length} characters)`;
}
