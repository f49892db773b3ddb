import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Screen, textOf } from './screen.ts';

const run = promisify(execFile);
const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** A headless browser of this machine; `null`: it has none. */
export async function findChromium(): Promise<string | null> {
  for (const name of names) {
    const found = await run(name, ['--version']).catch(() => null);
    if (found !== null) return name;
  }
  return null;
}

/** Reads every text of the picture at the place where the browser draws it, and whether its glyphs fill their columns. */
const readTexts = `
  const [, ...texts] = document.querySelectorAll('svg text');
  const rows = new Map();
  for (const text of texts) {
    const box = text.getBBox();
    const column = (box.x - 14) / 8.4;
    const columns = Number(text.getAttribute('textLength')) / 8.4;
    const row = Math.round((Number(text.getAttribute('y')) - 61.5) / 18);
    if (text.textContent !== text.textContent.trim() || Math.abs(box.width / 8.4 - columns) > 0.5 || Math.abs(column - Math.round(column)) > 0.2)
      rows.set(row, [...(rows.get(row) ?? []), [0, 'not in its columns: ' + text.textContent]]);
    else rows.set(row, [...(rows.get(row) ?? []), [Math.round(column), text.textContent]]);
  }
  for (const { dataset } of document.querySelectorAll('svg path[data-text]')) {
    const [row, column] = dataset.at.split(' ').map(Number);
    rows.set(row, [...(rows.get(row) ?? []), [column, dataset.text]]);
  }
  document.body.textContent = JSON.stringify([...rows]);
`;

/**
 * Draws a picture in a headless browser, and compares what stands where with the terminal.
 * @throws Error with the first row that differs
 */
export async function checkInChromium(options: {
  browser: string;
  svg: string;
  screen: Screen;
  /** For the page that the browser opens. */
  folder: string;
}): Promise<void> {
  const { browser, svg, screen, folder } = options;
  const page = join(folder, 'picture.html');
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><body>${svg}<script>${readTexts}</script></body>`,
  );
  const { stdout } = await run(
    browser,
    [
      ...[
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        `--user-data-dir=${join(folder, 'browser')}`,
      ],
      ...['--dump-dom', pathToFileURL(page).href],
    ],
    { maxBuffer: 16e6 },
  );
  const body = /<body>(.*)<\/body>/s.exec(stdout)?.[1] ?? '[]';
  const drawn = new Map(JSON.parse(decode(body)) as [number, [number, string][]][]);
  for (const [index, row] of screen.entries()) {
    const found = rowText(drawn.get(index) ?? []);
    const wanted = textOf(row);
    if (found !== wanted) throw new Error(`row ${index} is drawn as\n${found}\nand was\n${wanted}`);
  }
}

/** One character a column: what is wider stands in a run of its own. */
function rowText(texts: readonly (readonly [column: number, text: string])[]): string {
  let row = '';
  for (const [column, text] of [...texts].sort(([one], [other]) => one - other)) {
    row = `${row.padEnd(column)}${text}`;
  }
  return row.trimEnd();
}

function decode(html: string): string {
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&amp;': '&' };
  return html.replace(/&(lt|gt|quot|nbsp|amp);/g, (sign) => signs[sign as keyof typeof signs]);
}
