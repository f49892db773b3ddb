import { describe, expect, it } from 'vitest';
import { stepKeys } from '../../../../src/screens/wizard/engine/keys.ts';
import { type Driven, driveTo } from '../drive.ts';

const size = { width: 79, height: 18 };

function undoOf(driven: Driven) {
  return stepKeys(driven.wizard, size).find(({ label }) => label === 'undo');
}

describe('undo', () => {
  it('is offered only once there is something to take back', async () => {
    const driven = await driveTo('selection');
    expect(undoOf(driven)).toBeUndefined();
    driven.key('space');
    expect(undoOf(driven)?.help).toBe('Undo: cleared api');
  });

  it('takes back one act of the selection after the other, and says which', async () => {
    const driven = await driveTo('selection');
    driven.key('space', 'ctrl+n', 'ctrl+p');
    driven.type('web*\r');
    driven.key('ctrl+r');
    driven.type('-new\r');
    const said: string[] = [];
    while (undoOf(driven) !== undefined) {
      driven.key('ctrl+z');
      said.push(driven.state().notice?.text ?? '');
    }
    expect(said).toEqual([
      'Undone: renamed api',
      'Undone: selected 2 repositories',
      'Undone: cleared 2 repositories',
      'Undone: cleared api',
    ]);
    const { selected, renames } = driven.state().selection;
    expect([...selected]).toEqual(['api', 'web', 'web-shop']);
    expect(renames.size).toBe(0);
  });

  it('keeps the filter and the cursor', async () => {
    const driven = await driveTo('selection');
    driven.key('ctrl+n');
    driven.type('web');
    driven.key('down', 'ctrl+z');
    const { filter, list, selected } = driven.state().selection;
    expect(filter.text).toBe('web');
    expect(list.cursor).toBe(1);
    expect(selected.size).toBe(3);
  });

  it('takes back letters of one field together, and a choice by z alone', async () => {
    const driven = await driveTo('options');
    driven.type('zz');
    expect(driven.state().options.organization.text).toBe('zz');
    driven.key('ctrl+z');
    expect(driven.state().options.organization.text).toBe('acme-gh');
    driven.key('down', 'right');
    expect(driven.state().options.values.visibility).toBe('private');
    driven.key('z');
    expect(driven.state().options.values.visibility).toBe('source');
    expect(driven.state().notice?.text).toBe('Undone: Visibility set to "private"');
  });

  it('does not bring back a word that was typed for another visibility', async () => {
    const driven = await driveTo('options');
    driven.context.store.dispatch({
      type: 'options',
      action: { type: 'focus', name: 'visibility' },
    });
    driven.key('right', 'right', 'right');
    driven.context.store.dispatch({
      type: 'options',
      action: { type: 'published', repositories: ['api', 'web', 'web-shop'] },
    });
    driven.key('right', 'z');
    expect(driven.state().options.values.visibility).toBe('public');
    expect(driven.state().options.publication).toBe('unconfirmed');
  });

  it('takes back nothing of another screen', async () => {
    const driven = await driveTo('selection');
    driven.key('space', 'enter');
    expect(driven.state().step).toBe('options');
    expect(undoOf(driven)).toBeUndefined();
    driven.key('esc');
    expect(undoOf(driven)?.help).toBe('Undo: cleared api');
  });
});
