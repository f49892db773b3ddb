import { MigratorError } from '../../kernel/errors.ts';
import { readTextFile } from '../../kernel/files/read-text-file.ts';
import { firstOf } from '../../kernel/format/format.ts';
import { csvColumns } from '../../users/csv-columns.ts';

/** 100,000 members with long names. */
const maxBytes = 16_000_000;

/** Members of groups, as they are written in the file, by the group in lower case. */
export type GroupsFile = ReadonlyMap<string, readonly string[]>;

/**
 * Members of groups that the host does not list: CSV with the columns `group` and `source_username`, a row a member.
 * @throws `input-file`, naming every problem with its line
 */
export async function readGroupsFile(path: string): Promise<GroupsFile> {
  const text = await readTextFile({ path, what: 'group list', code: 'input-file', maxBytes });
  return parseGroups(text, path);
}

/**
 * The same from a text.
 * @param path for messages
 */
export function parseGroups(text: string, path: string): GroupsFile {
  const { groups, problems } = read(text);
  if (problems.length === 0) return groups;
  throw new MigratorError(
    'input-file',
    `Invalid group list ${path}: ${firstOf(problems, 20).join('; ')}`,
    {
      hint: 'The first line is group,source_username; each following line has a group and one of its members.',
    },
  );
}

function read(text: string): { groups: GroupsFile; problems: readonly string[] } {
  const groups = new Map<string, string[]>();
  const { rows, problems: wrong } = csvColumns(text, ['group', 'source_username']);
  const problems = [...wrong];
  for (const {
    line,
    cells: [group = '', member = ''],
  } of rows) {
    if (group === '' || member === '') {
      problems.push(`line ${line}: the ${group === '' ? 'group' : 'member'} is missing`);
      continue;
    }
    const key = group.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), member]);
  }
  return { groups, problems };
}
