import { expect, it } from 'vitest';
import { openWorkplace } from '../helpers/program/workplace.ts';
import { hold } from '../helpers/repositories/hold.ts';
import {
  addRepositories,
  hasMoved,
  newestMigration,
} from '../helpers/repositories/migration-fixture.ts';
import { startInTerminal, terminalProblem } from '../helpers/terminal/terminal.ts';

const problem = terminalProblem();

it.skipIf(problem !== null)(
  `a token that is revoked half-way ends the run in a terminal with 4, and it says how to go on${problem ?? ''}`,
  async () => {
    await using place = await openWorkplace();
    const { sandbox } = place;
    await addRepositories(place, 'one', 'two');
    const release = hold(place, 'two');
    const program = startInTerminal(
      ['migrate', '--plan', 'plan.json', '--workers', '1', '-vv', '--no-color'],
      { cwd: place.folder, environment: { ...sandbox.environment, CI: 'true' }, columns: 200 },
    );
    await program.until('two: fetch ...');
    sandbox.github.tokens.remove(sandbox.environment.DST_TOKEN ?? '');
    release();
    expect(await program.ended).toBe(4);
    const shown = program.lines().join('\n');
    const id = await newestMigration(place);
    expect(shown).toContain('401 Unauthorized');
    expect(shown).toContain('Set DST_TOKEN to a token that has not expired');
    expect(shown).toContain(`Resume:  migrator migrate --resume ${id}`);
    const renewed = { DST_TOKEN: sandbox.github.tokens.add() };
    expect((await place.run(['migrate', '--resume', id], renewed)).code).toBe(0);
    for (const slug of ['one', 'two']) expect(hasMoved(place, slug)).toBe(true);
  },
);
