import { MigratorError } from '../kernel/errors.ts';
import { readTextFile } from '../kernel/files/read-text-file.ts';
import { firstOf } from '../kernel/format/format.ts';
import { oneLine } from '../network/response/response.ts';
import { sameLogin } from './contradictions.ts';
import { csvColumns } from './csv-columns.ts';
import { isTargetLogin, parseUserMap, userMapFile } from './parse-user-map.ts';
import type { UserMap } from './user-map.ts';
import { isMannequinFile, mannequinColumns } from './user-row.ts';

/** One row of GitHub's own file: an account that stands for an author, and who may claim it. */
export interface MannequinRow {
  /** Where it ends in the file, counted from 1. */
  readonly line: number;
  readonly login: string;
  /** `null`: the login has to do. */
  readonly id: string | null;
  /** `null`: nobody. */
  readonly target: string | null;
}

export interface MannequinMap {
  readonly rows: readonly MannequinRow[];
  /** The row of an account; an id outranks a login. `null`: none. */
  find(mannequin: { readonly id: string; readonly login: string }): MannequinRow | null;
}

/** Who may claim what: by people of the source, or by accounts that stand for them. */
export type ClaimMap =
  | { readonly kind: 'people'; readonly map: Pick<UserMap, 'find'> }
  | { readonly kind: 'mannequins'; readonly map: MannequinMap };

/**
 * Reads our user map, or GitHub's own file, which `users status --output` and `gh gei generate-mannequin-csv` write.
 * @throws `input-file`, naming every problem with its line
 */
export async function readClaimMap(path: string): Promise<ClaimMap> {
  const text = await readTextFile(userMapFile(path));
  if (!isMannequinFile(text)) return { kind: 'people', map: parseUserMap(text, path) };
  return { kind: 'mannequins', map: parseMannequinMap(text, path) };
}

/** @throws `input-file`, naming every problem with its line */
export function parseMannequinMap(text: string, path: string): MannequinMap {
  const { rows: cells, problems } = csvColumns(text, mannequinColumns);
  const rows = cells.map(({ line, cells: [login = '', id = '', target = ''] }) => ({
    line,
    login,
    id: id === '' ? null : id,
    target: target === '' ? null : target.replace(/^@/, ''),
  }));
  const all = [...problems, ...rows.flatMap(problemOf), ...contradictions(rows)];
  if (all.length > 0) {
    const shown = firstOf(all, 20).join('; ');
    throw new MigratorError('input-file', `Invalid list of mannequins ${path}: ${shown}`, {
      hint: `Correct these lines and run the command again. The first line is ${mannequinColumns.join(',')}.`,
    });
  }
  const byId = new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, row] as const])));
  const byLogin = new Map(
    rows.flatMap((row) => (row.id === null ? [[row.login.toLowerCase(), row] as const] : [])),
  );
  return {
    rows,
    find: ({ id, login }) => byId.get(id) ?? byLogin.get(login.toLowerCase()) ?? null,
  };
}

function problemOf({ line, login, target }: MannequinRow): readonly string[] {
  if (login === '') return [`line ${line}: mannequin-user is empty`];
  if (target === null || isTargetLogin(target)) return [];
  return [`line ${line}: ${oneLine(JSON.stringify(target), 60)} is not a valid GitHub username`];
}

/** A sentence for every account that two rows give to different people. */
function contradictions(rows: readonly MannequinRow[]): readonly string[] {
  const named = Map.groupBy(rows, ({ id, login }) => id ?? login.toLowerCase());
  return [...named.values()].flatMap(([first, ...others]) => {
    const other = others.find(({ target }) => !sameLogin(target, first?.target ?? null));
    if (first === undefined || other === undefined) return [];
    return [
      `lines ${first.line} and ${other.line}: ${oneLine(first.login, 60)} goes to two people`,
    ];
  });
}
