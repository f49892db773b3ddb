/**
 * Fails where a doc comment begins with a word that makes the reader guess: it begins with a verb or with the name of the
 * thing. `node scripts/check-comments.ts [ROOT]`
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const guessed = /\/\*\*(?:\s|\*)*(?:What|Whether|Those|Whose)\b/g;

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const files = globSync('{src,sandbox,license-service,test,bench,scripts}/**/*.{ts,tsx}', {
  cwd: root,
}).sort();
const found = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(guessed)].map(
    ({ 0: begin, index }) => `${file}:${lineAt(text, index + begin.length)}`,
  );
});
for (const place of found)
  console.error(`${place}: begin with a verb or with the name of the thing`);
if (found.length > 0) process.exitCode = 1;
else console.log(`Checked the doc comments of ${files.length} files.`);

function lineAt(text: string, end: number): number {
  return text.slice(0, end).split('\n').length;
}
