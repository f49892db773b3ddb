import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfirmByTyping } from '../../../src/ui/components/confirm-by-typing.tsx';
import { Menu } from '../../../src/ui/components/menu.tsx';
import { SelectList } from '../../../src/ui/components/select-list.tsx';
import { TextInput } from '../../../src/ui/components/text-input.tsx';
import { line } from '../../../src/ui/text/line.ts';
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
    const shown = show((end) => <TextInput width={40} initial="helo" onSubmit={end} />);
    shown.press(keys.left);
    shown.press('l');
    await shown.until('hello');
    shown.press(keys.home + keys.enter);
    expect(await shown.ended).toBe('hello');
  });

  it('shows nothing of a masked text, and joins what was pasted in several lines', async () => {
    const shown = show((end) => <TextInput width={40} isMasked onSubmit={end} />);
    shown.paste('  ghp_0123\r\n456789\n');
    await shown.until('*************');
    expect(shown.raw()).not.toContain('0123');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('ghp_0123456789');
  });

  it('keeps wide and combining characters whole', async () => {
    const shown = show((end) => <TextInput width={40} onSubmit={end} />);
    shown.press('日本e\u0301👩‍👩‍👧x');
    shown.press(keys.backspace);
    shown.press(keys.backspace);
    shown.press(keys.enter);
    expect(await shown.ended).toBe('日本e\u0301');
  });

  it('takes nothing that would reorder what is shown, typed or pasted', async () => {
    const shown = show((end) => <TextInput width={40} initial={'a\u202e'} onSubmit={end} />);
    shown.press('b\u2066');
    shown.paste('c\u202ed\ufeff');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('abcd');
  });

  it('takes the terminal back after a stop, and draws itself once more', async () => {
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

  it('takes ten thousand pasted characters and shows the end of them', async () => {
    const shown = show((end) => <TextInput width={20} onSubmit={end} />);
    shown.paste(`${'a'.repeat(9990)}the end`);
    await shown.until('the end');
    shown.press(keys.enter);
    expect((await shown.ended).length).toBe(9997);
  });

  it('says that more is too long, and takes none of it', async () => {
    const shown = show((end) => <TextInput width={50} initial="kept" onSubmit={end} />);
    shown.paste('a'.repeat(10_000));
    await shown.until('too long: at most 10,000 characters');
    shown.press(keys.end);
    await shown.until('kept');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('kept');
  });
});

describe('a select list', () => {
  const items = Array.from({ length: 5000 }, (_, index) => `repository-${index}`);
  const identity = (item: string) => item;

  function list(
    end: (value: string) => void,
    more: Partial<Parameters<typeof SelectList<string>>[0]> = {},
  ) {
    return (
      <SelectList
        items={items}
        keyOf={identity}
        textOf={identity}
        row={(item) => line(item)}
        width={60}
        height={10}
        onSubmit={(item) => end(item ?? 'nothing')}
        {...more}
      />
    );
  }

  it('draws its window alone, and follows the cursor', async () => {
    const shown = show((end) => list(end));
    await shown.until('repository-8');
    expect(shown.rows().some((row) => row.includes('repository-9'))).toBe(false);
    shown.press(keys.end);
    await shown.until('repository-4999');
    expect(shown.rows()).toHaveLength(10);
    shown.press(keys.pageUp + keys.up);
    shown.press(keys.enter);
    expect(await shown.ended).toBe('repository-4990');
  });

  it('filters as it is typed, and keys that arrive together see the filter', async () => {
    const shown = show((end) => list(end));
    shown.press('4321\r');
    expect(await shown.ended).toBe('repository-4321');
  });

  it('says so where nothing matches', async () => {
    const shown = show((end) => list(end));
    shown.press('nothing like it');
    await shown.until('nothing matches');
    shown.press(keys.enter);
    expect(await shown.ended).toBe('nothing');
  });

  it('marks with Space where there are marks', async () => {
    const toggled: string[] = [];
    const shown = show((end) =>
      list(end, { chosen: new Set(['repository-1']), onToggle: (item) => toggled.push(item) }),
    );
    await shown.until('☒ repository-1');
    shown.press(' ');
    shown.press(`${keys.down} `);
    shown.press(keys.enter);
    await shown.ended;
    expect(toggled).toEqual(['repository-0', 'repository-1']);
  });
});

describe('a confirmation by typing', () => {
  it('is given for the very word alone', async () => {
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

  it('is left with Esc', async () => {
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

it('a menu is chosen from by arrows and Enter', async () => {
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
