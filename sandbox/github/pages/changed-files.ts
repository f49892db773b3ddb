import type { FileDiff } from '../../git/diff/parse-diff.ts';
import { counted } from '../../pages/counted.ts';
import { diffTable } from '../../pages/diff.ts';
import { type Html, html } from '../../pages/html.ts';

const mostFiles = 100;
const mostRows = 1000;

/** Every file with its changes; of very many only the first. */
export function changedFiles(files: readonly FileDiff[]): Html {
  const sum = (of: (size: Size) => number) => files.reduce((so, file) => so + of(sizeOf(file)), 0);
  const left = files.length - mostFiles;
  return html`<p class="state-line"><b>${counted(files.length, 'file')}</b> changed
<span class="added-count">+${sum(({ added }) => added)}</span> <span class="removed-count">−${sum(({ removed }) => removed)}</span></p>
${files.slice(0, mostFiles).map(fileBlock)}
${left > 0 && html`<p class="warning">${left} more files are not shown.</p>`}`;
}

interface Size {
  readonly added: number;
  readonly removed: number;
}

function sizeOf({ hunks }: FileDiff): Size {
  const rows = hunks.flatMap((hunk) => hunk.rows);
  const added = rows.filter(({ left }) => left === 0).length;
  const removed = rows.filter(({ right }) => right === 0).length;
  return { added, removed };
}

function fileBlock(file: FileDiff): Html {
  const { path, oldPath, status, hunks } = file;
  const { added, removed } = sizeOf(file);
  const name = path === oldPath ? html`${path}` : html`${oldPath} → ${path}`;
  return html`<details class="file" open><summary><span class="mono">${name}</span>
<span class="label">${words[status] ?? 'changed'}</span>
<span class="added-count">+${added}</span> <span class="removed-count">−${removed}</span></summary>
${changesOf(hunks)}</details>`;
}

function changesOf(hunks: FileDiff['hunks']): Html {
  const rows = hunks.reduce((sum, hunk) => sum + hunk.rows.length, 0);
  if (rows > mostRows) return html`<p class="empty">${rows} lines, too many to show.</p>`;
  if (rows === 0) return html`<p class="empty">No lines to show: renamed, empty or binary.</p>`;
  return diffTable(hunks);
}

const words: Readonly<Record<string, string>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type changed',
};
