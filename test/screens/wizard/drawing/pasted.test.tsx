import { describe, expect, it } from 'vitest';
import { keys } from '../../../helpers/drawing/render.tsx';
import { showWizard, toSelection } from './drawn-wizard.tsx';

describe('what is pasted into the drawn wizard', () => {
  it('takes a token that is pasted with line breaks, and shows none of it', async () => {
    const rendered = showWizard({ environment: {} });
    await rendered.until('New migration');
    rendered.press(keys.enter);
    await rendered.until('missing: type or paste it');
    rendered.press(keys.down);
    rendered.press(keys.down);
    rendered.press(`jane@example.com${keys.enter}`);
    rendered.paste('ATATT3x\r\nCANARY\n');
    await rendered.until('*************');
    rendered.press(keys.enter);
    await rendered.until('Jane Doe (jane) at api.bitbucket.org');
    expect(rendered.raw()).not.toContain('CANARY');
    rendered.end({ kind: 'interrupted' });
    await rendered.ended;
  });

  it('is not upset by a file that is pasted by mistake', async () => {
    const rendered = showWizard();
    await toSelection(rendered);
    rendered.paste(`${'a line of a log file\u001b[2J\n'.repeat(100)}`);
    rendered.press('web');
    await rendered.until('no matches');
    rendered.press(keys.esc);
    await rendered.until('3 of 3 selected');
    rendered.press(keys.ctrlC);
    expect(await rendered.ended).toEqual({ kind: 'interrupted' });
  });
});
