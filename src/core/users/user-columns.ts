import { suggest } from '../kernel/documents/suggest.ts';
import { oneLine } from '../network/http/response.ts';
import { type UserColumn, userColumns } from './user-row.ts';

/** Where each column stands in a row. */
export type ColumnPlaces = ReadonlyMap<UserColumn, number>;

const needed = ['source_username', 'target_username'] as const;

/** @returns the places of the columns that are known, and a sentence for everything that is wrong with the header */
export function readHeader(cells: readonly string[]): {
  readonly places: ColumnPlaces;
  readonly problems: readonly string[];
} {
  const places = new Map<UserColumn, number>();
  const problems: string[] = [];
  for (const [place, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase();
    const known = userColumns.find((column) => column === name);
    if (known === undefined) {
      if (name !== '') problems.push(unknown(name));
    } else if (places.has(known)) problems.push(`the column ${known} is there twice`);
    else places.set(known, place);
  }
  if (places.size === 0) {
    return {
      places,
      problems: ['the first line must be the header source_username,target_username'],
    };
  }
  for (const column of needed) {
    if (!places.has(column)) problems.push(`the column ${column} is missing`);
  }
  return { places, problems };
}

function unknown(name: string): string {
  const meant = suggest(name.slice(0, 60), userColumns);
  const question = meant === null ? '' : ` (did you mean ${meant}?)`;
  return `the column ${oneLine(name, 60)} is unknown${question}`;
}
