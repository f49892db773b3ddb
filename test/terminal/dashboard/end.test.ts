import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { Workplace } from '../../helpers/program/workplace.ts';
import { hold } from '../../helpers/repositories/hold.ts';
import { hasMoved, newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { expectManners, expectRestored } from '../../helpers/terminal/manners.ts';
import { ctrlC, describeInTerminal, place, start, startAlone } from './dashboard-terminal.ts';

describeInTerminal('ending the dashboard', () => {
  it('ends after the running step at the first Ctrl+C, and says how to go on', async () => {
    const release = hold(place, 'one');
    const program = await startAlone(['one', 'two'], ['--no-color']);
    await program.until('❯ ');
    await program.until('fetch');
    program.type(ctrlC);
    await program.until('Stopping after the current steps');
    await program.until('stopping');
    release();
    expect(await program.ended).toBe(130);
    const shown = program.lines().join('\n');
    const id = await newestMigration(place);
    expect(shown).toContain(`Resume:  migrator migrate --resume ${id}`);
    expect(shown).toContain(`Details: migrator status --migration ${id}`);
    expect(shown).not.toContain('Verified at');
    expectRestored(program);
    expect((await place.run(['migrate', '--resume', id])).code).toBe(0);
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
  });

  it('ends at once at the second Ctrl+C', async () => {
    hold(place, 'one');
    const program = await start(['one']);
    await program.until('fetch');
    program.type(ctrlC);
    await program.until('Stopping after the current steps');
    program.type(ctrlC);
    expect(await program.ended).toBe(130);
    expectManners(program, 40);
    expectRestored(program);
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'leaves the terminal in order when it is ended by %s',
    async (signal) => {
      hold(place, 'one');
      const program = await startAlone(['one']);
      await program.until('fetch');
      process.kill(pidOf(place), signal);
      if (signal !== 'SIGQUIT') {
        await program.until('Stopping after the current steps');
        process.kill(pidOf(place), signal === 'SIGTERM' ? 'SIGINT' : 'SIGTERM');
      }
      expect(await program.ended).toBe(signal === 'SIGQUIT' ? 131 : 130);
      expectRestored(program);
    },
  );
});

/** Of the process that runs the migration, as the state has it. */
function pidOf(place: Workplace): number {
  const database = new DatabaseSync(join(place.folder, 'state', 'migrator.sqlite'), {
    readOnly: true,
  });
  const { pid } = database.prepare('SELECT pid FROM lease').get() ?? {};
  database.close();
  return Number(pid);
}
