import { type Html, html } from './html.ts';

/** One line of a diff. */
interface DiffRow {
  /** With its ` `, `+` or `-`. */
  readonly text: string;
  /** Its number in the old and in the new file; 0 where it is in one alone. */
  readonly left: number;
  readonly right: number;
}

export interface DiffHunk {
  readonly header: string;
  readonly rows: readonly DiffRow[];
}

const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed' };

/** Hunks as a table: numbers of both files, and the line. */
export function diffTable(hunks: readonly DiffHunk[]): Html {
  return html`<div class="diff"><table>
<colgroup><col class="number"><col class="number"><col></colgroup><tbody>${hunks.map(hunkRows)}</tbody>
</table></div>`;
}

function hunkRows({ header, rows }: DiffHunk): Html {
  const head = html`<tr class="hunk"><td class="number"></td><td class="number"></td><td>${header}</td></tr>`;
  return html`${header === '' ? null : head}${rows.map(rowOf)}`;
}

function rowOf({ text, left, right }: DiffRow): Html {
  const kind = kinds[text.slice(0, 1)] ?? 'same';
  return html`<tr class="${kind}"><td class="number">${left || ''}</td><td class="number">${right || ''}</td><td>${text}</td></tr>\n`;
}

const headOf = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Reads a hunk from its `@@` line on, of which lines may be missing after that: only its end is numbered then. */
export function parseHunk(
  text: string,
  last?: { readonly line: number; readonly side: 'LEFT' | 'RIGHT' },
): DiffHunk {
  const [header = '', ...lines] = text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !line.startsWith('\\'));
  const [, left = '0', right = '0'] = headOf.exec(header) ?? [];
  let next = { left: Number(left), right: Number(right) };
  const rows = lines.map((line) => {
    const isOld = !line.startsWith('+');
    const isNew = !line.startsWith('-');
    const row = { text: line, left: isOld ? next.left : 0, right: isNew ? next.right : 0 };
    next = { left: next.left + Number(isOld), right: next.right + Number(isNew) };
    return row;
  });
  const end = rows.at(-1);
  const found = last?.side === 'LEFT' ? end?.left : end?.right;
  const isWhole = last === undefined || found === last.line;
  return {
    header,
    rows: isWhole ? rows : rows.map(({ text: line }) => ({ text: line, left: 0, right: 0 })),
  };
}
