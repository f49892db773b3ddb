import { describe, expect, it } from 'vitest';
import { ConfirmByTyping } from '../../../src/ui/components/confirm-by-typing.tsx';
import { openScreen } from '../../helpers/drawing/open-screen.tsx';
import { keys } from '../../helpers/drawing/render.tsx';

describe('ConfirmByTyping', () => {
  it('takes the exact word only', async () => {
    const shown = openScreen((end) => (
      <ConfirmByTyping
        question="acme/web will be renamed."
        expected="web"
        width={60}
        onConfirm={() => end('yes')}
        onCancel={() => end('no')}
      />
    ));
    shown.press('wob\r');
    await shown.until('That is not web');
    shown.press(`${keys.backspace}${keys.backspace}eb`);
    shown.press(keys.enter);
    expect(await shown.ended).toBe('yes');
  });

  it('cancels with Esc', async () => {
    const shown = openScreen((end) => (
      <ConfirmByTyping
        question="?"
        expected="web"
        width={60}
        onConfirm={() => end('yes')}
        onCancel={() => end('no')}
      />
    ));
    await shown.until('Type web');
    shown.press(keys.esc);
    expect(await shown.ended).toBe('no');
  });
});
