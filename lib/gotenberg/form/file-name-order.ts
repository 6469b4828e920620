/** The number of a file name, where it is, and the name without it. */
interface Numbered {
  number: number;
  rest: string;
  leads: boolean;
}

/** Looks for a number at the start of a name, else before its extension, else at its end. */
function numbered(name: string): Numbered | undefined {
  const lead = /^\d+/.exec(name)?.[0];
  if (lead !== undefined) return { number: Number(lead), rest: name.slice(lead.length), leads: true };
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 && dot < name.length - 1 ? name.slice(0, dot) : name;
  let start = stem.length;
  while (/\d/.test(stem[start - 1] ?? '')) start -= 1;
  if (start === stem.length) return undefined;
  return {
    number: Number(stem.slice(start)),
    rest: stem.slice(0, start) + name.slice(stem.length),
    leads: false,
  };
}

/** Compares by code units, as Go compares strings. */
const compare = (one: string | number, other: string | number): number =>
  one < other ? -1 : one > other ? 1 : 0;

/**
 * Compares file names in the order in which Gotenberg takes files: those with a number first, in the order of their
 * numbers if their names are otherwise alike.
 */
export function compareFileNames(one: string, other: string): number {
  const [first, second] = [numbered(one), numbered(other)];
  if (!first || !second) return first ? -1 : second ? 1 : compare(one, other);
  if (first.leads && second.leads) {
    return compare(first.number, second.number) || compare(first.rest, second.rest);
  }
  if (first.leads === second.leads) {
    return compare(first.rest, second.rest) || compare(first.number, second.number) || compare(one, other);
  }
  return compare(first.rest, second.rest) || (first.leads ? -1 : 1);
}
