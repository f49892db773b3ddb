import { MigratorError } from '../kernel/errors.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import type { Flags } from '../options/flag.ts';
import type { Store } from '../ports/store.ts';
import type { CommandProgram } from './command-program.ts';

/** Names the newest migration wherever an id is taken. */
export const last = 'last';

/** @throws `state` where there is none */
export async function newestMigration(store: Pick<Store, 'listMigrations'>): Promise<string> {
  const newest = (await store.listMigrations()).at(-1);
  if (newest !== undefined) return newest.id;
  throw new MigratorError('state', 'No migrations yet', {
    hint: 'Start one with: migrator migrate --plan plan.json',
  });
}

/**
 * The values with the id of the newest migration in place of `last`, which people are told.
 * @throws `state` where there is none
 */
export async function withoutLast(
  flags: Flags,
  values: Readonly<Record<string, unknown>>,
  program: CommandProgram,
): Promise<Readonly<Record<string, unknown>>> {
  const named = Object.entries(flags).filter(
    ([key, flag]) =>
      flag.kind === 'string' && flag.completes === 'migration' && values[key] === last,
  );
  if (named.length === 0) return values;
  const config = typeof values.config === 'string' ? values.config : undefined;
  const store = await program.openStore({ program, config });
  try {
    const id = await newestMigration(store);
    if (values.json !== true) program.stderr.write(`Newest migration: ${safe(id)}\n`);
    return { ...values, ...Object.fromEntries(named.map(([key]) => [key, id])) };
  } finally {
    await store.close();
  }
}
