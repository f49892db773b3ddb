import { describe, expect, it } from 'vitest';
import { commandsHere, screenKeys } from '../../../../src/screens/wizard/engine/keys.ts';
import { paletteLines } from '../../../../src/ui/palette/palette-view.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { type Driven, driveTo } from '../drive.ts';
import { fakeSession, texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
const size = { width: 79, height: 18 };

function commands({ wizard }: Driven): readonly string[] {
  return commandsHere(wizard, { ...size, glyphs }).map(({ label }) => label);
}

describe('the palette', () => {
  it('opens by : where nothing is typed, and by Ctrl+K where letters go into a text', async () => {
    const driven = await driveTo('selection');
    driven.type(':');
    expect(driven.state().palette).toBeNull();
    expect(driven.state().selection.filter.text).toBe(':');
    driven.key('ctrl+k');
    expect(driven.state().palette).not.toBeNull();
    driven.key('esc');
    expect(driven.state()).toMatchObject({ palette: null, step: 'selection' });
    const review = await driveTo('review');
    review.type(':');
    expect(review.state().palette).not.toBeNull();
  });

  it('lists commands with their keys, then places', async () => {
    const driven = await driveTo('selection');
    expect(commands(driven)).toEqual([
      'Continue with the selected repositories',
      'Help',
      'Select or clear',
      'Sort by the next column',
      'Rename this repository on GitHub',
      'Count pull requests and look for LFS; shows the cost first',
      'Select by a pattern such as payments-*',
      'Select all listed',
      'Clear all listed',
      'Leave; you can save the plan',
      'Go to Start',
      'Go to Doctor',
      'Go to Secrets',
      'Go to License',
      'Go to Credentials',
      'Go to Workspace',
    ]);
  });

  it('lists the entries of a menu, and not its keys', async () => {
    const driven = await driveTo('credentials');
    driven.context.leave();
    expect(commands(driven)).toEqual(['Stay', 'Leave', 'Help']);
  });

  it('runs what is found by typing', async () => {
    const driven = await driveTo('selection');
    driven.key('ctrl+k');
    driven.type('all list');
    const { palette } = driven.state();
    if (palette === null) throw new Error('the palette is closed');
    const all = commandsHere(driven.wizard, { ...size, glyphs });
    expect(texts(paletteLines(palette, all, { ...size, glyphs }))).toEqual([
      ': all list ',
      '❯ Ctrl+A  Select all listed',
      '  Ctrl+N  Clear all listed',
    ]);
    driven.key('down', 'enter');
    expect(driven.state().palette).toBeNull();
    expect(driven.state().selection.selected.size).toBe(0);
  });

  it('says why a command is off, and does not run it', async () => {
    const driven = await driveTo('selection');
    driven.key('ctrl+n', 'ctrl+k');
    driven.type('continue');
    const [enter] = screenKeys(driven.wizard, size);
    expect(enter?.disabled).toBe('no repository selected');
    driven.key('enter');
    expect(driven.state().step).toBe('selection');
  });

  it('goes to an earlier step with its answers', async () => {
    const driven = await driveTo('options');
    driven.key('ctrl+k');
    driven.type('workspace\r');
    expect(driven.state().step).toBe('discovery');
    expect(driven.state().discovery.task.status).toBe('done');
  });

  it('checks again after a detour that stopped the checks', async () => {
    const session = fakeSession();
    const { dryRun } = session;
    const driven = await driveTo('options', { session });
    session.answers = { dryRun: () => new Promise(() => {}) };
    driven.key('enter', 'u');
    expect(driven.state().step).toBe('people');
    session.answers = { dryRun };
    driven.key('esc');
    await driven.until(({ review }) => review.task.status === 'done');
    expect(driven.state().step).toBe('review');
  });

  it('leads to the secrets of the organization that was typed, and back to the migration', async () => {
    const asked: unknown[] = [];
    const secrets = {
      run: async ({
        organization,
        workspace,
      }: {
        organization: string | null;
        workspace: string;
      }) => {
        asked.push(organization, workspace);
        return 0 as const;
      },
    };
    const driven = await driveTo('options', { errands: { secrets } });
    driven.type('acme-gh-new');
    driven.key('ctrl+k');
    driven.type('secrets\r');
    await driven.until((state) => state.secrets.task.status === 'done');
    expect(asked).toEqual(['acme-gh-new', 'acme']);
    driven.key('enter');
    expect(driven.state()).toMatchObject({ step: 'options', outcome: null });
  });

  it('goes to the doctor and back to where one was', async () => {
    const driven = await driveTo('options');
    driven.key('ctrl+k');
    driven.type('doctor\r');
    expect(driven.state()).toMatchObject({ step: 'doctor', origin: 'options' });
    await driven.until(({ doctor }) => doctor.task.status === 'done');
    driven.key('esc');
    expect(driven.state()).toMatchObject({ step: 'options', origin: null });
  });
});
