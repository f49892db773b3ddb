/** GitHub starts a workflow at most this often, in minutes. */
export const shortestInterval = 5;

interface Field {
  readonly first: number;
  readonly last: number;
  /** Subtracted from numbers: Bitbucket's week is 1 to 7, GitHub's 0 to 6. */
  readonly shift: number;
  readonly names: readonly string[];
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const fields: readonly Field[] = [
  { first: 0, last: 59, shift: 0, names: [] },
  { first: 0, last: 23, shift: 0, names: [] },
  { first: 1, last: 31, shift: 0, names: [] },
  { first: 1, last: 12, shift: 0, names: months },
  { first: 0, last: 6, shift: 1, names: days },
];

/**
 * The five fields that GitHub takes, of Bitbucket's seven: second, minute, hour, day, month, weekday, year. Both count in UTC. Pure.
 * @returns `null` for what five fields cannot say: single years, the last or nearest day, the nth weekday
 */
export function githubCron(
  pattern: string,
): { readonly cron: string; readonly isTooOften: boolean } | null {
  const [second = '', ...rest] = pattern.trim().toUpperCase().split(/\s+/);
  const year = rest.length === 6 ? rest.pop() : '*';
  if (rest.length !== 5 || year !== '*' || !/^\d{1,2}$/.test(second)) return null;
  const written = fields.map((field, index) => fieldOf(rest[index] ?? '', field));
  if (written.some((one) => one === null)) return null;
  const [minutes = null] = written;
  return {
    cron: written.map((one) => one?.text).join(' '),
    isTooOften: isTooOften(minutes?.values ?? []),
  };
}

interface Written {
  readonly text: string;
  readonly values: readonly number[];
}

function fieldOf(text: string, field: Field): Written | null {
  if (text === '*' || text === '?') return { text: '*', values: range(field.first, field.last) };
  const parts = text.split(',').map((part) => partOf(part, field));
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  return {
    text: known.map((part) => part.text).join(','),
    values: known.flatMap(({ values }) => values),
  };
}

/** `5`, `MON`, `1-5`, `*` or `0`, each with a step or without. */
function partOf(part: string, field: Field): Written | null {
  const [, from = '', to, step] = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d{1,2}))?$/.exec(part) ?? [];
  const first = from === '*' ? field.first : numberOf(from, field);
  const open = from === '*' || step !== undefined ? field.last : first;
  const last = to === undefined ? open : numberOf(to, field);
  const every = Number(step ?? 1);
  if (first === null || last === null || first > last || every === 0) return null;
  const values = range(first, last).filter((value) => (value - first) % every === 0);
  const isWhole = first === field.first && last === field.last;
  const span = isWhole ? '*' : first === last ? `${first}` : `${first}-${last}`;
  return { text: every === 1 ? span : `${span}/${every}`, values };
}

function numberOf(text: string, { first, last, shift, names }: Field): number | null {
  const name = names.indexOf(text);
  if (name >= 0) return first + name;
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text) - shift;
  return value >= first && value <= last ? value : null;
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Over the hour's end too. */
function isTooOften(minutes: readonly number[]): boolean {
  const sorted = [...new Set(minutes)].sort((a, b) => a - b);
  const [first = 0] = sorted;
  const gaps = sorted.map((minute, index) => (sorted[index + 1] ?? first + 60) - minute);
  return gaps.some((gap) => gap < shortestInterval);
}
