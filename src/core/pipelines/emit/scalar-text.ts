/** Texts that YAML reads as text without quotes: no indicator first, no comment, no other type. */
const plain =
  /^(?![-?:] |[-?:]$)[A-Za-z0-9_./$~^+(-][^\n:#]*(?::(?! |$)[^\n:#]*|(?<! )#[^\n:#]*)*$/;
const otherType = /^(?:true|false|yes|no|on|off|null|~|y|n|[-+]?\.?\d[\w.:+-]*|[-+]?\.inf|\.nan)$/i;
/** Characters that a block or a single-quoted text cannot hold. */
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]/;

/** A text as a YAML value; several lines as a block indented for the depth. Pure. */
export function scalarText(text: string, depth: number): string {
  if (unprintable.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')))
    return JSON.stringify(text);
  if (text.includes('\n')) return blockText(text, depth);
  if (plain.test(text) && !otherType.test(text) && text.trim() === text && !text.includes('\t')) {
    return text;
  }
  return text.includes('\t') ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}

/** Blank lines at the end would run into the blank lines between the parts of a workflow. */
function blockText(text: string, depth: number): string {
  if (text.trim() === '' || /\n[ \t]*\n$|\n[ \t]+$/.test(text)) return JSON.stringify(text);
  const isEnded = text.endsWith('\n');
  const lines = (isEnded ? text.slice(0, -1) : text).split('\n');
  const start = /^\n*[ \t]/.test(text) || text.startsWith('\n') ? '2' : '';
  const indented = lines.map((line) => (line === '' ? '' : `${'  '.repeat(depth)}${line}`));
  return [`|${start}${isEnded ? '' : '-'}`, ...indented].join('\n');
}
