import type { Migration } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';

/** `interrupted`: its process was killed. */
export type ShownStatus = Migration['status'] | 'interrupted';

export type Shown<T> = Omit<T, 'status'> & { readonly status: ShownStatus };

export async function shownStatus(
  store: Pick<Store, 'findHolder'>,
  { id, status }: Migration,
): Promise<ShownStatus> {
  return status === 'running' && (await store.findHolder(id)) === null ? 'interrupted' : status;
}

/** A migration for programs, without the plan's text, which is long. Pure. */
export function migrationFacts({ id, status, source, target, ...times }: Shown<Migration>) {
  const [createdAt, updatedAt] = [isoTime(times.createdAt), isoTime(times.updatedAt)];
  return { migration: id, status, source, target, createdAt, updatedAt };
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
