/** What spreadsheets take for the beginning of a formula. */
const formula = /^'*[=+\-@\t\r\n]/;
const protectedFormula = /^'+[=+\-@\t\r\n]/;

/** A value that no spreadsheet runs as a formula. `readCell` gives it back as it was. */
function protect(value: string): string {
  return formula.test(value) ? `'${value}` : value;
}

/** A cell as it is written: protected, and in quotation marks where it holds what separates cells or lines. */
export function writeCell(value: string): string {
  const cell = protect(value);
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** What a cell stood for before it was protected. */
export function readCell(cell: string): string {
  return protectedFormula.test(cell) ? cell.slice(1) : cell;
}
