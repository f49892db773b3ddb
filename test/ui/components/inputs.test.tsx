import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfirmByTyping } from '../../../src/ui/components/confirm-by-typing.tsx';
import { Menu } from '../../../src/ui/components/menu.tsx';
import { TextInput } from '../../../src/ui/components/text-input.tsx';
import { keys, type Rendered, renderScreen } from '../../helpers/render.tsx';

let open: Rendered<string> | null = null;
afterEach(async () => {
  open?.end('');
  await open?.ended;
  open = null;
});

function show(screen: (end: (value: string) => void) => ReactNode): Rendered<string> {
  open = renderScreen<string>({ screen });
  return open;
}

describe('a text input', () => {
  it('takes keys that arrive together, and Enter at their end', async () => {
    const shown = show((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('hello\r');
    expect(await shown.ended).toBe('hello');
  });

  it('edits where the cursor is', async () => {
    const shown = show((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('helo');
    shown.press(keys.left);
    shown.press('l');
    await shown.until('hello');
    shown.press(keys.home + keys.enter);
    expect(await shown.ended).toBe('hello');
  });

  it('joins what was pasted in several lines', async () => {
    const shown = show((end) => <TextInput width={40} onSubmit={end} />);
    shown.paste('  one\r\ntwo\n');
    await shown.until('one two');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('one two');
  });

  it('keeps wide and combining characters whole', async () => {
    const shown = show((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('日本e\u0301👩‍👩‍👧x');
    shown.press(keys.backspace);
    shown.press(keys.backspace);
    shown.press(keys.enter);
    expect(await shown.ended).toBe('日本e\u0301');
  });

  it('drops characters that reorder text, typed or pasted', async () => {
    const shown = show((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('a\u202eb\u2066');
    shown.paste('c\u202ed\ufeff');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('abcd');
  });

  it('restores the terminal after a stop, and draws itself again', async () => {
    const shown = show((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('hello');
    await shown.until('hello');
    const before = shown.raw().length;
    process.emit('SIGCONT', 'SIGCONT');
    const after = shown.raw().slice(before);
    expect(after).toContain('\u001b[?2004h');
    expect(after).toContain('hello');
    expect(shown.isRaw()).toBe(true);
  });

  it('takes ten thousand pasted characters and shows their end', async () => {
    const shown = show((end) => <TextInput width={20} onSubmit={end} />);
    shown.paste(`${'a'.repeat(9990)}the end`);
    await shown.until('the end');
    shown.press(keys.enter);
    expect((await shown.ended).length).toBe(9997);
  });

  it('reports and drops input that is too long', async () => {
    const shown = show((end) => <TextInput width={50} onSubmit={end} />);
    shown.press('kept');
    await shown.until('kept');
    shown.paste('a'.repeat(10_000));
    await shown.until('too long: at most 10,000 characters');
    shown.press(keys.end);
    await shown.until('kept');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('kept');
  });
});

describe('a confirmation by typing', () => {
  it('takes the exact word only', async () => {
    const shown = show((end) => (
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
    const shown = show((end) => (
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

it('a menu selects by arrows and Enter', async () => {
  const shown = show((end) => (
    <Menu
      items={[
        { value: 'new', label: 'A new migration' },
        { value: 'resume', label: 'Go on with one' },
      ]}
      onSelect={end}
    />
  ));
  await shown.until('❯ A new migration');
  shown.press(keys.down);
  await shown.until('❯ Go on with one');
  shown.press(keys.enter);
  expect(await shown.ended).toBe('resume');
});
