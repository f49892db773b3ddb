import { describe, expect, it } from 'vitest';
import { copySequence, takesClipboard } from '../../../src/ui/terminal/clipboard.ts';
import { hyperlink, showsLinks } from '../../../src/ui/terminal/hyperlinks.ts';

describe('showsLinks', () => {
  it.each([
    [{ TERM_PROGRAM: 'iTerm.app' }, true],
    [{ VTE_VERSION: '7600' }, true],
    [{ VTE_VERSION: '4000' }, false],
    [{ WT_SESSION: 'a' }, true],
    [{ TERM: 'xterm-kitty' }, true],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, false],
    [{}, false],
  ])('of %j is %s', (environment, shows) => {
    expect(showsLinks(environment)).toBe(shows);
  });
});

it('hyperlink leads to an address', () => {
  expect(hyperlink('web', 'https://a.example/')).toBe(
    '\u001b]8;;https://a.example/\u0007web\u001b]8;;\u0007',
  );
});

describe('the clipboard', () => {
  it.each([
    [{ TERM_PROGRAM: 'tmux' }, true],
    [{ TERM: 'screen-256color' }, true],
    [{ TERM: 'linux' }, false],
  ])('of %j takes texts: %s', (environment, takes) => {
    expect(takesClipboard(environment)).toBe(takes);
  });

  it('gets a text in base64', () => {
    expect(copySequence('migrator ü')).toBe('\u001b]52;c;bWlncmF0b3Igw7w=\u0007');
  });
});
