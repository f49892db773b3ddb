import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../../../src/screens/wizard/engine/body.ts';
import { helpOf } from '../../../../src/screens/wizard/engine/help.ts';
import { stepKeys } from '../../../../src/screens/wizard/engine/keys.ts';
import { migrationWizard } from '../../../../src/screens/wizard/steps.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { drive, driveTo } from '../drive.ts';
import { texts } from '../support.ts';

const glyphs = glyphsOf({ LANG: 'C.UTF-8' });
const small = { width: 59, height: 14 };
const steps = [
  'credentials',
  'discovery',
  'selection',
  'options',
  'review',
  'confirmation',
] as const;

describe('the help', () => {
  it.each(steps)('opens with ? on the step %s, and lists every key with a label', async (step) => {
    const driven = await driveTo(step, { size: small });
    driven.key('?');
    expect(driven.state().hasHelp).toBe(true);
    const bindings = stepKeys(driven.wizard, small);
    const shown = texts(helpOf(driven.wizard, { ...small, glyphs, bindings })).join(' ');
    for (const { help } of bindings) expect(shown.replace(/\s+/g, ' ')).toContain(help);
    driven.key('esc');
    expect(driven.state().hasHelp).toBe(false);
    expect(driven.state().step).toBe(step);
  });

  it('opens on the first screen, over the question whether to leave, and nowhere else than where it was', () => {
    const driven = drive();
    driven.key('?');
    expect(driven.state().hasHelp).toBe(true);
    driven.context.enter('credentials');
    driven.context.back();
    driven.key('esc', '?');
    expect(driven.state()).toMatchObject({ isLeaving: true, hasHelp: true });
    driven.key('esc');
    expect(driven.state()).toMatchObject({ isLeaving: true, hasHelp: false });
  });

  it('lets Ctrl+K open the commands that it lists', async () => {
    const driven = await driveTo('selection', { size: small });
    driven.key('?', 'ctrl+k');
    expect(driven.state()).toMatchObject({ hasHelp: false, palette: {} });
  });

  it('scrolls to its last line', async () => {
    const size = { width: 39, height: 5 };
    const driven = await driveTo('selection', { size });
    driven.key('?');
    driven.key(...Array(100).fill('down'));
    const bindings = stepKeys(driven.wizard, size);
    const { length } = helpOf(driven.wizard, { ...size, glyphs, bindings });
    expect(driven.state().scrolled).toBe(length - size.height);
    driven.key('pageup');
    expect(driven.state().scrolled).toBe(length - size.height - 4);
  });

  it('is a character of a pattern', async () => {
    const driven = await driveTo('selection', { size: small });
    driven.key('ctrl+p');
    driven.type('ap?');
    expect(driven.state().hasHelp).toBe(false);
    expect(driven.state().selection.pattern?.text).toBe('ap?');
  });
});

describe('a body that is higher than the screen', () => {
  it('scrolls by pages, and back to the field by any other key', async () => {
    const size = { width: 39, height: 6 };
    const driven = await driveTo('credentials', { size, environment: {} });
    const shown = () => texts(bodyOf(migrationWizard, driven.state(), { ...size, glyphs }).lines);
    expect(shown().join()).toContain('Bitbucket Cloud');
    const seen = new Set(shown());
    for (let times = 0; times < 10; times += 1) {
      driven.key('pagedown');
      for (const text of shown()) seen.add(text);
    }
    expect([...seen].join()).toContain('github.com');
    expect(shown().join()).not.toContain('Bitbucket Cloud');
    driven.key('down');
    expect(driven.state().scrolled).toBe(0);
  });
});
