/**
 * Fails where an import breaks the rules of layers.ts. `node scripts/check-layers.ts [ROOT]`
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { closed, exceptions, inner, layers, strangers } from './layers.ts';

/** One import that breaks a rule. */
interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: string;
}

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g;

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const files = globSync('{src,sandbox,license-service}/**/*.{ts,tsx}', { cwd: root }).sort();
const violations = files.flatMap((from) =>
  importsOf(from).flatMap((to) => {
    const rule = brokenRule(from, to);
    return rule === null || isExcepted(from, to) ? [] : [{ from, to, rule }];
  }),
);
const unused = exceptions.filter(
  ({ from, to }) => !files.includes(from) || !importsOf(from).includes(to),
);
report(violations);

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const imported = [...text.matchAll(importPattern)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
  return imported.filter((path) => /\.tsx?$/.test(path));
}

function brokenRule(from: string, to: string): string | null {
  for (const group of strangers) {
    const [own, other] = [folderOf(group, from), folderOf(group, to)];
    if (own !== null && other !== null && own !== other) return `${own} never imports ${other}`;
  }
  for (const { folder, to: only, entry = null } of closed) {
    if (!isIn(folder, to) || isIn(folder, from)) continue;
    if (!isIn(only, from)) return `only ${only} imports ${folder}`;
    if (entry !== null && to !== entry) return `${folder} is entered by ${entry}`;
  }
  const [line, lineOfImport] = [lineOf(from), lineOf(to)];
  if (from.startsWith('src/') && line === -1) return 'its folder stands on no line of layers.ts';
  if (lineOfImport !== -1 && lineOfImport < line) return 'imports point down';
  return brokenInside(from, to);
}

/** The same between the folders of one folder. */
function brokenInside(from: string, to: string): string | null {
  for (const [base, order] of Object.entries(inner)) {
    if (!isIn(base, from) || !isIn(base, to)) continue;
    const [own, other] = [childOf(base, from), childOf(base, to)];
    const unknown = [own, other].find((child) => !order.includes(child));
    if (unknown !== undefined) return `${unknown} has no place in the order of ${base}`;
    if (order.indexOf(other) < order.indexOf(own)) return `in ${base} ${own} comes after ${other}`;
  }
  return null;
}

/** The folder directly below; `.` for a file that lies there itself. */
function childOf(base: string, file: string): string {
  const [child = '.', ...rest] = file.slice(base.length + 1).split('/');
  return rest.length === 0 ? '.' : child;
}

function lineOf(file: string): number {
  return layers.findIndex((folders) => folderOf(folders, file) !== null);
}

function folderOf(folders: readonly string[], file: string): string | null {
  return folders.find((folder) => isIn(folder, file)) ?? null;
}

function isIn(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

function isExcepted(from: string, to: string): boolean {
  return exceptions.some((exception) => exception.from === from && exception.to === to);
}

function report(found: readonly Violation[]): void {
  for (const { from, to, rule } of found) console.error(`${from} imports ${to}: ${rule}`);
  for (const { from, to } of unused) console.error(`Exception without use: ${from} to ${to}`);
  const isOverLimit = exceptions.length > 10;
  if (isOverLimit) console.error(`${exceptions.length} exceptions; ten are allowed`);
  if (found.length > 0 || unused.length > 0 || isOverLimit) process.exitCode = 1;
  else console.log(`Checked the imports of ${files.length} files against the layers.`);
}
