// Finds the path that the caller of an unknown path probably meant. An alignment of segments, as in an edit distance:
// segments may be missing, superfluous or misspelt.

import { meantName } from '../../services/platform/index.ts';

/** Two wrong segments, and one in another form, such as `Vector-Store` for `vector_stores`. */
const maxCost = 2.5;
const maxSegments = 12;
/** In characters. */
const maxLength = 200;

const formCost = 0.5;
const wrongCost = 1;

/** A way to read the rest of a path as the rest of a template. */
interface Reading {
  cost: number;
  segments: string[];
  /** The number of segments that are like a name of the template. The version does not count: most paths have it. */
  names: number;
}

/** Returns the path that is most like this one, with the caller's ids. Undefined if none is, or several are. */
export function similarPath(path: string, templates: Iterable<string>): string | undefined {
  const given = path.slice(1).split('/');
  if (path.length > maxLength || given.length > maxSegments) return undefined;
  let best: Reading[] = [];
  for (const template of new Set(templates)) {
    const names = template.slice(1).split('/');
    const [leader] = best;
    const reading = read(given, names, {
      left: leader?.cost ?? maxCost,
      isAfterSuperfluous: false,
      isAfterMissing: false,
    });
    // More wrong than right: `/v1/moderations` is not `/v1/organization/usage/moderations`.
    if (reading === undefined || reading.names < Math.max(reading.cost, formCost)) continue;
    const better = leader === undefined ? 1 : leader.cost - reading.cost || reading.names - leader.names;
    if (better > 0) best = [reading];
    else if (better === 0) best.push(reading);
  }
  const [only, ...more] = best;
  return only === undefined || more.length > 0 ? undefined : `/${only.segments.join('/')}`;
}

interface Position {
  /** The cost that the rest may have. */
  left: number;
  /** True if the segment before was superfluous: then a name must follow, because an id would be any segment. */
  isAfterSuperfluous: boolean;
  /** True if the name before is missing: then an id must not be the end, because it would be any segment, too. */
  isAfterMissing: boolean;
}

function read(given: string[], template: string[], position: Position): Reading | undefined {
  const { left, isAfterSuperfluous, isAfterMissing } = position;
  if (left < 0 || template.length - given.length > left) return undefined;
  const [segment, ...others] = given;
  const [name, ...rest] = template;
  if (segment === undefined && name === undefined) return { cost: 0, segments: [], names: 0 };
  const go = (cost: number, [ahead, wanted]: [string[], string[]], shown?: string): Reading | undefined => {
    const isName = ahead === others && wanted === rest && name !== 'v1' && !isParameter(name);
    const after = read(ahead, wanted, {
      left: left - cost,
      isAfterSuperfluous: wanted === template,
      isAfterMissing: ahead === given,
    });
    if (after === undefined) return undefined;
    const segments = shown === undefined ? after.segments : [shown, ...after.segments];
    return { cost: after.cost + cost, segments, names: after.names + (isName ? 1 : 0) };
  };
  if (segment !== undefined && segment === name) return go(0, [others, rest], name);
  const ways: (Reading | undefined)[] = [];
  if (segment !== undefined && name !== undefined) {
    if (!isParameter(name)) {
      const cost = costOf(segment, name);
      if (cost !== undefined) ways.push(go(cost, [others, rest], name));
    } else if (segment !== '' && !isAfterSuperfluous && !(isAfterMissing && rest.length === 0))
      ways.push(go(0, [others, rest], segment));
  }
  if (name !== undefined && !isParameter(name)) ways.push(go(wrongCost, [given, rest], name));
  // The last segment says the most, so only a slash at the end may be superfluous.
  const isLast = others.length === 0;
  if (segment !== undefined && (!isLast || segment === ''))
    ways.push(go(isLast ? formCost : wrongCost, [others, template]));
  return ways
    .filter((way) => way !== undefined)
    .sort((one, other) => one.cost - other.cost || other.names - one.names)[0];
}

function isParameter(name: string | undefined): boolean {
  return name?.startsWith('{') === true;
}

/** Returns undefined if the segment is not like the name. */
function costOf(segment: string, name: string): number | undefined {
  if (plainForm(segment) === plainForm(name)) return formCost;
  return meantName(segment, [name]) === undefined ? undefined : wrongCost;
}

/** Returns the segment without case, underscores, hyphens and the s of a plural. */
function plainForm(segment: string): string {
  return segment.toLowerCase().replace(/[-_]/g, '').replace(/s$/, '');
}
