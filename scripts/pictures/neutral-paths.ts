import type { Screen } from './screen.ts';

const sandboxFolder = /(?<=\/tmp\/migrator-sandbox-)[\w-]+/g;

/**
 * The sandbox's folder without what tells the machine and the run apart: the name of the machine is in it as a hash, and
 * the number of the process. No option can give that folder another name. As long as it was, so that all stays in its place.
 */
export function withNeutralPaths(screen: Screen): Screen {
  return screen.map((row) => {
    // A character a cell, whatever it holds: places in this text are places in the row.
    const text = row.map((cell) => (cell.text.length === 1 ? cell.text : '?')).join('');
    const neutral = text.replace(sandboxFolder, (name) => name.replace(/\w/g, '0'));
    return row.map((cell, index) => {
      const sign = neutral[index];
      return sign === undefined || sign === text[index] ? cell : { ...cell, text: sign };
    });
  });
}
