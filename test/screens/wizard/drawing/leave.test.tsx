import { describe, expect, it } from 'vitest';
import { keys } from '../../../helpers/drawing/render.tsx';
import { fakeSession } from '../support.ts';
import { leaveReview, showWizard, toOptions, toReview, toSelection } from './drawn-wizard.tsx';

describe('leaving the drawn wizard', () => {
  it('asks before it is left, and stays where it was', async () => {
    const rendered = showWizard();
    await toSelection(rendered);
    rendered.press('\u0011');
    await rendered.until('Leave? Nothing was written to either host.');
    rendered.press(keys.enter);
    await rendered.until('3 of 3 selected');
    rendered.press('\u0011');
    await rendered.until('Leave? Nothing');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'left', saved: null });
  });

  it('saves the plan on the way out', async () => {
    const session = fakeSession();
    const rendered = showWizard({ session });
    await toOptions(rendered);
    rendered.press('\u0011');
    await rendered.until('Save the plan');
    rendered.press(keys.down + keys.enter);
    expect(await rendered.ended).toMatchObject({ kind: 'left', saved: { workspace: 'acme' } });
    expect(session.written.has('acme-plan.json')).toBe(true);
  });

  it('says on the way out that a plan which was saved stays', async () => {
    const rendered = showWizard();
    await toReview(rendered);
    rendered.press('\u0011');
    await rendered.until('Leave; keep acme-plan.json as saved');
    rendered.press(keys.up + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'left', saved: null });
  });

  it('offers nothing to save in a demo, whose files are removed', async () => {
    const rendered = showWizard({ isDemo: true });
    await toReview(rendered);
    rendered.press('\u0011');
    await rendered.until('Leave? Nothing was written');
    expect(rendered.rows().join('\n')).not.toMatch(/[Ss]ave/);
    rendered.press(keys.up + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'left', saved: null });
  });

  it('begins nothing by keys that arrive together with the one that leaves the last question', async () => {
    const rendered = showWizard();
    await leaveReview(rendered, 'Start the migration');
    rendered.press(`\u0011${keys.down}${keys.enter}`);
    await rendered.until('Leave? Nothing was written to either host.');
    rendered.press(keys.up + keys.enter);
    expect(await rendered.ended).toEqual({ kind: 'left', saved: null });
  });
});
