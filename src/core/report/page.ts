import { foldLines, tableLines } from '../kernel/fold-lines.ts';
import { type Palette, terminalStyles } from '../kernel/format/palette.ts';
import { asciiSigns, hasUnicode, type Signs, unicodeSigns } from '../kernel/format/signs.ts';
import type { Program } from '../kernel/program.ts';

/** Describes where lines for people are read, so that all commands write them alike. */
export interface Page {
  readonly colors: Palette;
  readonly signs: Signs;
  /** A person looks at it: signs stand in place of words. */
  readonly isTerminal: boolean;
  /** Of the terminal; `null` where nobody wraps. */
  readonly columns: number | null;
}

/** How something came out. */
export type Verdict = 'good' | 'warning' | 'bad';

/** The page of one of the program's outputs. Pure. */
export function pageOf(
  output: Program['stdout'],
  flags: { readonly plain?: boolean; readonly color?: boolean },
  { environment }: Pick<Program, 'environment'>,
): Page {
  const isTerminal = output.isTerminal && flags.plain !== true;
  const isDumb = environment.TERM === 'dumb';
  return {
    colors: terminalStyles(output, { environment, ...flags }),
    signs: isTerminal && !isDumb && hasUnicode(environment) ? unicodeSigns : asciiSigns,
    isTerminal: isTerminal && !isDumb,
    columns: output.columns ?? null,
  };
}

/** A page without colours, signs and an end of the line. */
export const plainPage: Page = {
  colors: terminalStyles({ isTerminal: false }, { environment: {} }),
  signs: asciiSigns,
  isTerminal: false,
  columns: null,
};

/** `✓` in its colour; the word for it in files and pipes, and for screen readers. Pure. */
export function mark({ colors, signs, isTerminal }: Page, verdict: Verdict, word: string): string {
  return colors[verdict](isTerminal ? signs[verdict] : word);
}

/** Lines under a heading, with a blank line before it; none where there are none. Pure. */
export function section(
  { colors }: Page,
  title: string,
  lines: readonly string[],
): readonly string[] {
  return lines.length === 0 ? [] : ['', colors.heading(title), ...lines];
}

/** Names and values, the values below each other. Pure. */
export function fields(
  { colors, columns }: Page,
  rows: readonly (readonly [string, string])[],
): readonly string[] {
  return tableLines(
    rows.map(([name, value]) => [colors.quiet(name), value]),
    columns,
  );
}

/** The text of lines that are wrapped by words. Pure. */
export function pageText({ columns }: Page, lines: readonly string[]): string {
  return `${foldLines(lines, columns).join('\n')}\n`;
}
