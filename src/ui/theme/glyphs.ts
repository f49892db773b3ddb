import { asciiSigns, hasUnicode, unicodeSigns } from '../../core/kernel/format/signs.ts';

/** Every symbol on the screen. The Unicode ones are one column wide in every locale that gets them. */
export interface Glyphs {
  readonly succeeded: string;
  readonly failed: string;
  readonly skipped: string;
  readonly pending: string;
  /** Marks of work in progress, and of a phase that has not begun. */
  readonly current: string;
  readonly later: string;
  readonly waiting: string;
  readonly warning: string;
  /** Not the same, and not lost. */
  readonly different: string;
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
  /** Beside the title of the column that a list is sorted by: A to Z, and the greatest first. */
  readonly ascending: string;
  readonly descending: string;
  readonly down: string;
  readonly left: string;
  readonly right: string;
  /** Beside a value that the keys to the left and right change. */
  readonly previous: string;
  readonly next: string;
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
  succeeded: unicodeSigns.good,
  failed: unicodeSigns.bad,
  skipped: '↷',
  pending: '∙',
  current: '◉',
  later: '○',
  waiting: '◷',
  warning: unicodeSigns.warning,
  different: '~',
  pointer: '❯',
  checked: '◉',
  unchecked: '○',
  closed: '▸',
  opened: '▾',
  on: '●',
  off: '○',
  ellipsis: '…',
  unknown: '–',
  separator: unicodeSigns.separator,
  arrow: unicodeSigns.arrow,
  up: '↑',
  ascending: '▴',
  descending: '▾',
  down: '↓',
  left: '←',
  right: '→',
  previous: '←',
  next: '→',
  enter: '⏎',
  mask: '*',
  bar: ['░', '▌', '█'],
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  graph: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  box: ['╭', '╮', '╰', '╯', '─', '│'],
};

const ascii: Glyphs = {
  succeeded: asciiSigns.good,
  failed: asciiSigns.bad,
  skipped: '-',
  pending: '.',
  current: '*',
  later: 'o',
  waiting: '~',
  warning: asciiSigns.warning,
  different: '~',
  pointer: '>',
  checked: '[x]',
  unchecked: '[ ]',
  closed: '[+]',
  opened: '[-]',
  on: '(*)',
  off: '( )',
  ellipsis: '...',
  unknown: '-',
  separator: asciiSigns.separator,
  arrow: asciiSigns.arrow,
  up: 'up',
  ascending: '^',
  descending: 'v',
  down: 'down',
  left: 'left',
  right: 'right',
  previous: '<',
  next: '>',
  enter: 'enter',
  mask: '*',
  bar: ['.', '#'],
  spinner: ['|', '/', '-', '\\'],
  graph: ['_', '.', '-', '=', '#'],
  box: ['+', '+', '+', '+', '-', '|'],
};

/** Unicode where the terminal can be trusted to draw it. */
export function glyphsOf(environment: Readonly<Record<string, string | undefined>>): Glyphs {
  return hasUnicode(environment) ? unicode : ascii;
}

/** Milliseconds. */
const spinnerInterval = 200;

/** The frame of a spinner; all spinners turn together. */
export function spinnerAt({ spinner }: Glyphs, now: number): string {
  return spinner[Math.floor(now / spinnerInterval) % spinner.length] ?? '';
}
