/** Every symbol on the screen. The Unicode ones are one column wide in every locale that gets them. */
export interface Glyphs {
  readonly succeeded: string;
  readonly failed: string;
  readonly skipped: string;
  readonly pending: string;
  readonly waiting: string;
  readonly warning: string;
  readonly pointer: string;
  readonly checked: string;
  readonly unchecked: string;
  /** A section that can be opened. */
  readonly closed: string;
  readonly opened: string;
  /** One of several, of which exactly one is on. */
  readonly on: string;
  readonly off: string;
  readonly ellipsis: string;
  /** For an unknown value. */
  readonly unknown: string;
  readonly separator: string;
  readonly arrow: string;
  readonly up: string;
  readonly down: string;
  readonly left: string;
  readonly right: string;
  readonly enter: string;
  readonly mask: string;
  /** From empty to full, for one column of a bar. */
  readonly bar: readonly [string, ...string[]];
  readonly spinner: readonly [string, ...string[]];
  /** From low to high, for one column of a graph. */
  readonly graph: readonly [string, ...string[]];
  /** Corners from the top left to the bottom right, then the horizontal and the vertical line. */
  readonly box: readonly [string, string, string, string, string, string];
}

const unicode: Glyphs = {
  succeeded: '✓',
  failed: '✗',
  skipped: '↷',
  pending: '∙',
  waiting: '◷',
  warning: '!',
  pointer: '❯',
  checked: '☒',
  unchecked: '☐',
  closed: '▸',
  opened: '▾',
  on: '●',
  off: '○',
  ellipsis: '…',
  unknown: '–',
  separator: '·',
  arrow: '→',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  enter: '⏎',
  mask: '*',
  bar: ['░', '▌', '█'],
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  graph: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  box: ['╭', '╮', '╰', '╯', '─', '│'],
};

const ascii: Glyphs = {
  succeeded: '+',
  failed: 'x',
  skipped: '-',
  pending: '.',
  waiting: '~',
  warning: '!',
  pointer: '>',
  checked: '[x]',
  unchecked: '[ ]',
  closed: '+',
  opened: '-',
  on: '(*)',
  off: '( )',
  ellipsis: '...',
  unknown: '-',
  separator: '|',
  arrow: '->',
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  enter: 'enter',
  mask: '*',
  bar: ['.', '#'],
  spinner: ['|', '/', '-', '\\'],
  graph: ['_', '.', '-', '=', '#'],
  box: ['+', '+', '+', '+', '-', '|'],
};

/**
 * Unicode where the locale says UTF-8. The Linux console lacks most of these signs, and in East Asian locales terminals
 * draw some of them two columns wide: both get ASCII.
 */
export function glyphsOf(environment: Readonly<Record<string, string | undefined>>): Glyphs {
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  const isUnicode = /utf-?8/i.test(locale) && !/^(zh|ja|ko)/i.test(locale);
  return isUnicode && environment.TERM !== 'linux' ? unicode : ascii;
}

/** Milliseconds. */
const spinnerInterval = 200;

/** The frame of a spinner; all spinners turn together. */
export function spinnerAt({ spinner }: Glyphs, now: number): string {
  return spinner[Math.floor(now / spinnerInterval) % spinner.length] ?? '';
}
