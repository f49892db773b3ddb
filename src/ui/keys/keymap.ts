import { type Line, line, lineWidth } from '../text/line.ts';
import { toWidth, widthOf } from '../text/text-width.ts';
import { wrap } from '../text/wrap.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import type { Keystroke } from './keystrokes.ts';

/** A key and its action. One table of them handles the keys, and footer and help show it. */
export interface Binding {
  /** Alternatives; the footer shows the first. */
  readonly keys: readonly string[];
  /** A word or two for the footer; without it, only the help has the key. */
  readonly label?: string;
  /** A sentence for the help, without a full stop. */
  readonly help: string;
  /** Why it does nothing now: shown in the help and when it is pressed. */
  readonly disabled?: string | null;
  readonly run: () => void;
}

/**
 * Runs the action of a key.
 * @returns `refused` with the reason where it is disabled; `unbound` where no binding has it
 */
export function press(
  bindings: readonly Binding[],
  { key }: Keystroke,
): { readonly result: 'done' | 'unbound' } | { readonly result: 'refused'; readonly why: string } {
  const binding = bindings.find(({ keys }) => keys.includes(key));
  if (binding === undefined) return { result: 'unbound' };
  const why = binding.disabled ?? null;
  if (why !== null) return { result: 'refused', why };
  binding.run();
  return { result: 'done' };
}

/** Keys that people try without being told: the first to go where not all fit. */
const movement: ReadonlySet<string | undefined> = new Set([
  ...['up', 'down', 'left', 'right'],
  ...['pageup', 'pagedown', 'home', 'end'],
]);

function rankOf(key: string | undefined): number {
  if (key === '?') return 0;
  if (key === 'esc') return 1;
  return movement.has(key) ? 3 : 2;
}

/**
 * The bindings that fit into a line, each whole and in their order. Where some do not fit, the ones for help and for the way back
 * stay, and movement goes first. Help leads to the others; without it, an ellipsis stands for them.
 */
export function footerLine(
  bindings: readonly Binding[],
  options: { width: number; glyphs: Glyphs },
): Line {
  const { width, glyphs } = options;
  const entries = bindings
    .filter(({ label }) => label !== undefined)
    .map((binding, at) => ({ at, key: binding.keys[0], spans: footerEntry(binding, glyphs) }));
  const inOrder = (some: typeof entries) =>
    some.toSorted((one, other) => one.at - other.at).map(({ spans }) => spans);
  const whole = joined(inOrder(entries));
  if (lineWidth(whole) <= width) return whole;
  const ranked = entries.toSorted((one, other) => rankOf(one.key) - rankOf(other.key));
  const mark = ranked[0]?.key === '?' ? [] : [line(['quiet', glyphs.ellipsis])];
  let kept: typeof entries = [];
  for (const entry of ranked) {
    const more = [...kept, entry];
    if (lineWidth(joined([...inOrder(more), ...mark])) <= width) kept = more;
  }
  return joined([...inOrder(kept), ...mark]);
}

function footerEntry({ keys, label = '', disabled = null }: Binding, glyphs: Glyphs): Line {
  const key = keyName(keys[0] ?? '', glyphs);
  return disabled === null ? line(['key', key], ` ${label}`) : line(['quiet', `${key} ${label}`]);
}

function joined(entries: readonly Line[]): Line {
  const separator = line('  ');
  return entries.flatMap((entry, index) => (index === 0 ? entry : [...separator, ...entry]));
}

/** Every binding with its sentence and the reason why it is disabled, wrapped. */
export function helpLines(
  bindings: readonly Binding[],
  options: { width: number; glyphs: Glyphs },
): readonly Line[] {
  const { width, glyphs } = options;
  const names = bindings.map(({ keys }) => keys.map((key) => keyName(key, glyphs)).join(', '));
  const widest = Math.min(18, Math.max(0, ...names.map(widthOf)));
  return bindings.flatMap(({ help, disabled = null }, index) => {
    const name = toWidth(names[index] ?? '', widest, glyphs.ellipsis);
    const reason = disabled === null ? '' : `  (${disabled})`;
    const whole = line(['key', name], `  ${help}`, ['quiet', reason]);
    if (lineWidth(whole) <= width) return [whole];
    const space = width - widest - 2;
    const rest = [
      ...wrap(help, space).map((text) => line(`  ${text}`)),
      ...(disabled === null
        ? []
        : wrap(`(${disabled})`, space).map((text) => line(['quiet', `  ${text}`]))),
    ];
    return rest.map((text, row) => line(row === 0 ? ['key', name] : ' '.repeat(widest), ...text));
  });
}

/** A key as it is printed on keyboards: `Ctrl+A`, `Shift+Tab`, `Space`. Pure. */
export function keyName(key: string, glyphs: Glyphs): string {
  const signs: Readonly<Record<string, string>> = {
    up: glyphs.up,
    down: glyphs.down,
    left: glyphs.left,
    right: glyphs.right,
    enter: glyphs.enter,
    pageup: 'PgUp',
    pagedown: 'PgDn',
    home: 'Home',
    end: 'End',
    esc: 'Esc',
    tab: 'Tab',
    'shift+tab': 'Shift+Tab',
    space: 'Space',
  };
  const control = /^ctrl\+(.)$/.exec(key)?.[1];
  return signs[key] ?? (control === undefined ? key : `Ctrl+${control.toUpperCase()}`);
}
