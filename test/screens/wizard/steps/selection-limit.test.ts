import { describe, expect, it } from 'vitest';
import { optionsView } from '../../../../src/screens/wizard/steps/options/view.ts';
import { selectionKeys } from '../../../../src/screens/wizard/steps/selection/keys.ts';
import {
  limitText,
  overLimit,
  workersText,
} from '../../../../src/screens/wizard/steps/selection/limit.ts';
import { initialSelection } from '../../../../src/screens/wizard/steps/selection/model.ts';
import { reduceSelection } from '../../../../src/screens/wizard/steps/selection/state.ts';
import { selectionView } from '../../../../src/screens/wizard/steps/selection/view.ts';
import { initialOptions } from '../../../../src/screens/wizard/steps/state/options.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { driveTo } from '../drive.ts';
import { discovered, fakeSession, manyRepositories, texts } from '../support.ts';

const free = { name: 'Free', repositories: 50, workers: 1, problem: null };
const ultimate = { name: 'Ultimate', repositories: null, workers: 32, problem: null };

describe('the limit of the plan, while repositories are chosen', () => {
  it('is shown as it fills', () => {
    expect(limitText(free, 12)).toBe('Free tier: up to 50');
    expect(limitText(free, 50)).toBe('Free tier: up to 50');
    expect(limitText(free, 53)).toBe("3 over the Free tier's limit of 50");
    expect(limitText({ ...free, problem: 'No license found.' }, 1)).toBe(
      'Free tier: up to 50, no license yet',
    );
    expect(limitText(ultimate, 9999)).toBe('');
    expect(limitText(null, 3)).toBe('');
  });

  it('lets nobody go on above it', () => {
    expect(overLimit(free, 50)).toBeNull();
    expect(overLimit(free, 51)).toBe('the Free tier allows 50 per migration: select fewer');
  });

  it('stands behind what is chosen, also in a narrow terminal', () => {
    const { inventory } = discovered(manyRepositories(60));
    const chosen = reduceSelection(initialSelection, { type: 'inventory', inventory });
    const state = reduceSelection(chosen, { type: 'limit', limit: free });
    for (const width of [60, 100]) {
      const [first] = texts(selectionView(state, { width, height: 20, glyphs: glyphsOf({}) }));
      expect(first).toMatch(/^60 of 60 selected, 10 over the Free tier's limit of 50/);
    }
  });

  it('is asked for when the list comes up, and keeps Enter from going on', async () => {
    const session = fakeSession(manyRepositories(60));
    session.answers = { planLimit: async () => free };
    const driven = await driveTo('selection', { session });
    await driven.until((state) => state.selection.limit !== null);
    const [enter] = selectionKeys(driven.context, { width: 80, height: 20 });
    expect(enter?.disabled).toBe('the Free tier allows 50 per migration: select fewer');
  });
});

describe('the limit of the plan, where the number of repositories at a time is chosen', () => {
  it('is what the run will keep to, or what it will refuse', () => {
    expect(workersText(free, 1)).toBe('1');
    expect(workersText(free, 4)).toBe('1, the limit of the Free tier');
    expect(workersText(free, 8)).toBe("8, over the Free tier's limit of 1");
    expect(workersText(ultimate, 32)).toBe('32');
    expect(workersText(null, 4)).toBe('4');
  });

  it('stands on the screen of the options', () => {
    const room = { width: 79, glyphs: glyphsOf({}), forecast: null, limit: free, large: [] };
    const shown = texts(optionsView(initialOptions({}), room).lines).join('\n');
    expect(shown).toContain('1, the limit of the Free tier');
    expect(shown).not.toMatch(/In parallel +4/);
  });
});
