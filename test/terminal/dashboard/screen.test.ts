import { expect, it } from 'vitest';
import { hold } from '../../helpers/repositories/hold.ts';
import { newestMigration } from '../../helpers/repositories/migration-fixture.ts';
import { expectManners, expectRestored } from '../../helpers/terminal/manners.ts';
import {
  count,
  describeInTerminal,
  place,
  slugs,
  start,
  startAlone,
} from './dashboard-terminal.ts';

describeInTerminal('the screen of the dashboard', () => {
  it.each([
    { alone: true, columns: 80, rows: 24, colours: 'some', flags: [], environment: {} },
    {
      alone: false,
      columns: 40,
      rows: 15,
      colours: 'none: --no-color',
      flags: ['--no-color'],
      environment: {},
    },
    {
      alone: true,
      columns: 200,
      rows: 50,
      colours: 'none: NO_COLOR',
      flags: [],
      environment: { NO_COLOR: '1' },
    },
  ])(
    'fits $columns x $rows, and leaves one line for each repository and the summary (colours: $colours)',
    async ({ alone, columns, rows, colours, flags, environment }) => {
      const release = hold(place, 'two');
      const run = alone ? startAlone : start;
      const program = await run(slugs, flags, { columns, rows, environment });
      await program.until('running');
      release();
      expect(await program.ended).toBe(0);
      const lines = program.lines();
      for (const slug of slugs) expect(count(lines, `done     ${slug}`)).toBe(1);
      const shown = lines.join('\n');
      expect(shown).toContain('3 done, 0 skipped, 0 failed');
      const id = await newestMigration(place);
      // A narrow terminal has the command in lines of its own, broken as a shell reads it.
      expect(shown.replace(/ \\\n\s*/g, ' ')).toMatch(
        new RegExp(`Report:\\s+migrator verify --migration ${id} --output verification.html`),
      );
      // What was migrated is compared before the dashboard goes.
      expect(shown).toMatch(/Completed: 3 repositories are on\s+GitHub/);
      expect(shown).toMatch(/Verified at \d\d:\d\d:\d\d: (\d+) of \1 items/);
      // Nothing of what was live is left.
      expect(shown).not.toContain('p pause');
      expect(/\u001b\[(?:[349][0-7]|[34]8;)[0-9;]*m/.test(program.raw())).toBe(colours === 'some');
      // In this process somebody may have decided before what styles there are.
      if (alone) expect(program.raw()).toContain('\u001b[1m');
      expect(program.raw()).toContain('\u001b[?25l');
      expectManners(program, rows);
      expectRestored(program);
    },
  );

  it('says that the terminal is too small, and runs all the same', async () => {
    const release = hold(place, 'one');
    const program = await start(['one'], [], { columns: 30, rows: 10 });
    await program.until('Terminal too small:');
    await program.until('needs 40 x 8.');
    release();
    expect(await program.ended).toBe(0);
    expectManners(program, 10);
  });

  it('lives through being resized, and wipes nothing', async () => {
    const release = hold(place, 'one');
    const program = await startAlone(['one', 'two'], [], { columns: 100, rows: 30 });
    await program.until('p pause');
    program.resize(60, 20);
    await program.until('…');
    program.resize(39, 20);
    await program.until('Terminal too small:');
    program.resize(120, 40);
    release();
    expect(await program.ended).toBe(0);
    for (const slug of ['one', 'two']) expect(count(program.lines(), `done     ${slug}`)).toBe(1);
    expectManners(program, 40);
    expectRestored(program);
  });

  it('leaves no rest of a frame that a narrower terminal has wrapped', async () => {
    const release = hold(place, 'one');
    const program = await start(['one', 'two'], [], { columns: 120, rows: 40 });
    await program.until('p pause');
    program.resize(50, 40);
    await program.until('two  ');
    release();
    expect(await program.ended).toBe(0);
    const heads = program.lines().filter((line) => /mig_\w+ {2}running/.test(line));
    expect(heads).toEqual([]);
  });

  it('writes lines in the background, where it would be stopped otherwise', async () => {
    const program = await startAlone(['one'], [], {
      shell: `set -m; ${'$MIGRATOR "$@"'} & wait $!`,
    });
    expect(await program.ended).toBe(0);
    expect(program.raw()).not.toContain('\u001b[?25l');
  });

  it('makes place for an error that keeps the run from beginning', async () => {
    const program = await start(['one'], [], { environment: { DST_TOKEN: undefined } });
    expect(await program.ended).toBe(4);
    expect(program.lines().join('\n')).toContain('DST_TOKEN');
    expectRestored(program);
  });

  it('draws nothing but ASCII where the locale is not known to be more', async () => {
    const release = hold(place, 'one');
    const program = await start(['one'], [], { environment: { LANG: 'C' } });
    await program.until('running');
    release();
    expect(await program.ended).toBe(0);
    expect(program.raw()).toMatch(/^[\u0000-\u007f]*$/);
  });

  it('is not shown with --plain', async () => {
    const program = await start(['one'], ['--plain']);
    expect(await program.ended).toBe(0);
    expect(program.raw()).not.toContain('\u001b');
  });
});
