import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { terminalProblem } from '../../helpers/terminal/terminal.ts';
import { startHere } from '../../helpers/terminal/terminal-here.ts';
import { press, talk } from '../../helpers/terminal/wizard.ts';

const problem = terminalProblem();

describe.skipIf(problem !== null)(
  `the demo from the wizard${problem ? ` (${problem})` : ''}`,
  () => {
    it('starts the sample workspace in place of a migration, and leaves nothing behind', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const environment = { TMPDIR: folder, LANG: 'en_US.UTF-8' };
      const program = startHere([], { cwd: folder, columns: 80, rows: 24, environment });
      await program.until('❯ New migration');
      program.type(press.down);
      await program.until('❯ Demo: migrate a sample workspace');
      program.type(press.enter);
      await program.until('Both hosts run on this machine');
      program.type(press.esc);
      expect(await program.ended).toBe(0);
      expect(readdirSync(folder).filter((name) => name.startsWith('migrator-'))).toEqual([]);
    });

    it('asks by numbers where the menu did', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const environment = { TMPDIR: folder, LANG: 'en_US.UTF-8' };
      const program = startHere(['--plain'], { cwd: folder, environment });
      await talk(program, ['2  Demo: migrate a sample workspace', '2'], ['4  Leave', '4']);
      expect(await program.ended).toBe(0);
      expect(program.lines().join('\n')).not.toContain('1  Discover');
      expect(program.raw()).not.toContain('\u001b[?25l');
    });
  },
);
