import { hasCode, type MigratorError } from '../../../kernel/errors.ts';
import type { Person } from '../../../ports/records/person.ts';
import { readPages } from '../http/pages.ts';
import type { DataCenter } from '../http/reading.ts';
import { api } from '../names.ts';
import { person } from '../people.ts';

/** Everybody who has an account: a project has no members of its own that may be seen without being its administrator. */
export async function listMembers(
  dataCenter: DataCenter,
  { signal }: { readonly signal?: AbortSignal },
): Promise<readonly Person[]> {
  const members = new Map<string, Person>();
  try {
    for await (const { values } of readPages(dataCenter, { path: `${api}/users`, signal })) {
      for (const row of values) {
        const read = person.safeParse(row);
        if (read.success && read.data !== null) members.set(read.data.id, read.data);
      }
    }
  } catch (error) {
    if (!isHidden(error)) throw error;
    dataCenter.services.log('info', `The users cannot be seen: ${error.message}`);
    return [];
  }
  return [...members.values()];
}

const hidingCodes = ['credentials', 'permission', 'not-found', 'refused'] as const;

function isHidden(error: unknown): error is MigratorError {
  return hasCode(error, ...hidingCodes);
}
