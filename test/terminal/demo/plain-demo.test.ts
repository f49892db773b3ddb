import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startInTerminal, terminalProblem } from '../../helpers/terminal/terminal.ts';
import { press } from '../../helpers/terminal/wizard.ts';

const problem = terminalProblem();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrator-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(problem !== null)(
  `demo --plain in a terminal${problem ? ` (${problem})` : ''}`,
  () => {
    it('shows a pull request next to its original until Ctrl+C, and then deletes everything', async () => {
      const program = startInTerminal(['demo', '--plain'], {
        ...{ cwd: folder, columns: 200 },
        environment: { TMPDIR: folder },
      });
      await program.until('Press Enter to delete everything.');
      const shown = program.lines().join('\n');
      const [, address = ''] = /^A pull request next to its original: (\S+)$/m.exec(shown) ?? [];
      const page = await (await fetch(address)).text();
      expect(page).toContain('Original on Bitbucket');
      expect(page).toContain('Migrated to GitHub');
      expect(shown).toMatch(/^Pipelines +4 files to \d+ workflows: \d+ exact, /m);
      program.type(press.ctrlC);
      expect(await program.ended).toBe(0);
      await expect(fetch(address)).rejects.toThrow();
      expect(readdirSync(folder).filter((name) => name.startsWith('migrator-'))).toEqual([]);
    });

    it('ends at once under CI, and names no page', async () => {
      const program = startInTerminal(['demo', '--plain'], {
        ...{ cwd: folder, columns: 200 },
        environment: { TMPDIR: folder, CI: 'true' },
      });
      expect(await program.ended).toBe(0);
      expect(program.lines().join('\n')).not.toContain('next to its original');
    });
  },
);
