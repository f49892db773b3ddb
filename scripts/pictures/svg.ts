import { framePath, isFrame } from './box-path.ts';
import type { Scheme } from './palette.ts';
import { type Run, runsOf } from './runs.ts';
import type { Screen } from './screen.ts';

/** Pixels. A character of most monospace fonts is 0.6 times as wide as the font is high. */
const fontSize = 14;
const cell = { width: 8.4, height: 18 } as const;
const bar = 34;
const margin = 14;
const baseline = 13.5;
const fonts =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/**
 * A screen in a window, as an image that stands alone: nothing in it is run or fetched.
 * @param options.label what the picture shows, for those who cannot see it
 */
export function screenSvg(options: {
  screen: Screen;
  title: string;
  label: string;
  scheme: Scheme;
}): string {
  const { screen, title, label, scheme } = options;
  const columns = Math.max(0, ...screen.map(columnsOf));
  const width = number(columns * cell.width + 2 * margin);
  const height = number(bar + screen.length * cell.height + 2 * margin);
  const { background, border, text, buttons } = scheme;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${xmlText(label)}</title>`,
    `<rect x="0.5" y="0.5" width="${number(width - 1)}" height="${number(height - 1)}" rx="9" fill="${background}" stroke="${border}"/>`,
    `<path d="M1 ${bar}V9.5A8.5 8.5 0 0 1 9.5 1H${number(width - 9.5)}A8.5 8.5 0 0 1 ${number(width - 1)} 9.5V${bar}Z" fill="${scheme.bar}"/>`,
    ...buttons.map(
      (color, index) => `<circle cx="${20 + 20 * index}" cy="17.5" r="6" fill="${color}"/>`,
    ),
    `<g font-family="${fonts}" font-size="${fontSize}" fill="${text}" xml:space="preserve">`,
    `<text x="${number(width / 2)}" y="22" text-anchor="middle" fill="${scheme.title}">${xmlText(title)}</text>`,
    ...screen.flatMap((row, index) => rowSvg(row, bar + margin + index * cell.height, scheme)),
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

function rowSvg(row: Screen[number], top: number, scheme: Scheme): readonly string[] {
  const runs = runsOf(row, scheme);
  return [
    ...runs.flatMap((run) => backgroundSvg(run, top)),
    ...runs.flatMap((run) => textSvg(run, top, scheme)),
  ];
}

function backgroundSvg({ background, column, columns }: Run, top: number): readonly string[] {
  if (background === null) return [];
  const place = `x="${left(column)}" y="${number(top)}" width="${number(columns * cell.width)}"`;
  return [`<rect ${place} height="${cell.height}" fill="${background}"/>`];
}

function textSvg(run: Run, top: number, scheme: Scheme): readonly string[] {
  if (run.text.trim() === '') return [];
  if (isFrame(run.text)) return frameSvg(run, top);
  const { foreground, isBold } = run;
  // Browsers draw no space at the ends of a text.
  const text = run.text.trim();
  const before = run.text.length - run.text.trimStart().length;
  const columns = run.columns - (run.text.length - text.length);
  const attributes = [
    `x="${left(run.column + before)}"`,
    `y="${number(top + baseline)}"`,
    `textLength="${number(columns * cell.width)}"`,
    'lengthAdjust="spacingAndGlyphs"',
    ...(foreground === scheme.text ? [] : [`fill="${foreground}"`]),
    ...(isBold ? ['font-weight="bold"'] : []),
  ];
  return [`<text ${attributes.join(' ')}>${xmlText(text)}</text>`];
}

/** The text and its place are kept for those who read the picture with a program. */
function frameSvg({ text, column, foreground }: Run, top: number): readonly string[] {
  const path = framePath(text, { left: left(column), top, cell });
  const row = Math.round((top - bar - margin) / cell.height);
  return [
    `<path d="${path}" fill="none" stroke="${foreground}" data-text="${text}" data-at="${row} ${column}"/>`,
  ];
}

function columnsOf(row: Screen[number]): number {
  return row.reduce((sum, { columns }) => sum + columns, 0);
}

function left(column: number): number {
  return number(margin + column * cell.width);
}

/** Without the digits that only a computer's fractions have. */
function number(value: number): number {
  return Math.round(value * 100) / 100;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
