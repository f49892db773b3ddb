import { describe, expect, it } from 'vitest';
import { keys } from '../../../helpers/drawing/render.tsx';
import { fakeSession, manyRepositories } from '../support.ts';
import { showWizard, toSelection } from './drawn-wizard.tsx';

describe('the size of the drawn wizard', () => {
  it.each([
    [40, 15],
    [40, 8],
    [80, 24],
    [200, 50],
    [300, 100],
  ])('draws nothing higher or wider than %i x %i', async (columns, rows) => {
    const rendered = showWizard({ columns, rows, session: fakeSession(manyRepositories(300)) });
    await toSelection(rendered);
    expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
    rendered.press(keys.enter);
    await rendered.until('Organization');
    expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
    rendered.press(keys.enter);
    await rendered.until('repositories');
    expect(rendered.rows().length).toBeLessThanOrEqual(rows - 2);
    expect(rendered.raw()).not.toContain('\u001b[3J');
    rendered.press(keys.ctrlC);
    await rendered.ended;
  });

  it('says that the terminal is too small, and goes on once it is not', async () => {
    const rendered = showWizard({ columns: 80, rows: 24 });
    await toSelection(rendered);
    rendered.resize(30, 6);
    await rendered.until('too small');
    rendered.resize(80, 24);
    await rendered.until('3 of 3 selected');
    rendered.press(' ');
    await rendered.until('2 of 3 selected');
    rendered.press(keys.ctrlC);
    await rendered.ended;
  });

  it('answers each key with 5,000 repositories', async () => {
    const rendered = showWizard({
      session: fakeSession(manyRepositories(5000)),
      columns: 120,
      rows: 40,
    });
    await toSelection(rendered);
    for (const [key, wanted] of [
      ['7', '❯ ◉ team-0-service-'],
      [' ', '4,999 of 5,000'],
      [keys.down, 'row 2 of'],
      [' ', '4,998 of 5,000'],
      [keys.pageDown, 'row 3'],
      ['\u0001', '5,000 of 5,000'],
    ] as const) {
      rendered.press(key);
      await rendered.until(wanted);
    }
    rendered.press(keys.ctrlC);
    await rendered.ended;
  });
});
