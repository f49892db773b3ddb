import { describe, expect, it } from 'vitest';
import { QuestionPanel } from '../../../src/ui/components/question-panel.tsx';
import { openScreen } from '../../helpers/drawing/open-screen.tsx';
import { keys } from '../../helpers/drawing/render.tsx';

describe('QuestionPanel', () => {
  const open = () =>
    openScreen((end) => (
      <QuestionPanel
        question={'acme/web is replaced.\nType replace: '}
        width={60}
        isShown={() => true}
        onAnswer={end}
        onInterrupt={() => end('interrupted')}
      />
    ));

  it('gives the line that was typed', async () => {
    const shown = open();
    await shown.until('Type replace:');
    shown.press('replace');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('replace');
  });

  it('takes Esc for no answer', async () => {
    const shown = open();
    await shown.until('acme/web is replaced.');
    shown.press(keys.esc);
    expect(await shown.ended).toBe('');
  });
});
