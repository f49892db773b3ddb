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
 * The values with the id of the newest migration in place of `last`, and a program that says which one it is when the
 * command opens its state: what is wrong with a command line is reported alone.
 * @throws `state` where there is none
 */
export async function withoutLast(
  flags: Flags,
  values: Readonly<Record<string, unknown>>,
  program: CommandProgram,
): Promise<{
  readonly values: Readonly<Record<string, unknown>>;
  readonly program: CommandProgram;
}> {
  const named = Object.entries(flags).filter(
    ([key, flag]) =>
      flag.kind === 'string' && flag.completes === 'migration' && values[key] === last,
  );
  if (named.length === 0) return { values, program };
  const config = typeof values.config === 'string' ? values.config : undefined;
  const store = await program.openStore({ program, config });
  try {
    const id = await newestMigration(store);
    const given = { ...values, ...Object.fromEntries(named.map(([key]) => [key, id])) };
    return { values: given, program: values.json === true ? program : announcing(program, id) };
  } finally {
    await store.close();
  }
}

function announcing(program: CommandProgram, id: string): CommandProgram {
  let isSaid = false;
  const say = () => {
    if (!isSaid) program.stderr.write(`Newest migration: ${safe(id)}\n`);
    isSaid = true;
  };
  return {
    ...program,
    openApp(options) {
      say();
      return program.openApp(options);
    },
    openStore(options) {
      say();
      return program.openStore(options);
    },
  };
}
