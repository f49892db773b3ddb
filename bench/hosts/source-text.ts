/** Most lines stay from one revision to the next, as in a source file: every ninth is of the revision alone. */
export function sourceText(revision: number, lines: number): string {
  const text = [`// revision ${revision}`];
  for (let line = 0; line < lines; line += 1) {
    const value = line % 9 === revision % 9 ? revision : 0;
    text.push(`export const setting${line} = { order: ${line}, weight: ${value * 17} };`);
  }
  return `${text.join('\n')}\n`;
}
