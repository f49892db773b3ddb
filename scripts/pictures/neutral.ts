import type { Cell, Screen } from './screen.ts';

/**
 * Differences between two recordings of the same screen, each with a replacement of the same length, so that everything
 * stays in its place.
 */
const ofOneRun: readonly (readonly [found: RegExp, instead: (found: string) => string])[] = [
  // The name of the machine is in it as a hash, and the number of the process.
  [/(?<=\/tmp\/migrator-sandbox-)[\w-]+/g, (name) => name.replace(/\w/g, '0')],
  // The last of its row.
  [
    /(?<=saved )\/\S+/g,
    (path) => '/tmp/demo/acme-workspace-plan.json'.padEnd(path.length).slice(0, path.length),
  ],
  [/(?<=127\.0\.0\.1:)\d+/g, (port) => '43210'.slice(0, port.length).padEnd(port.length, '0')],
  [/\bmig_[0-9a-z]{12}\b/g, () => 'mig_m4xk2p9qa7c1'],
];

/** A screen without what names the machine or the run that it was recorded on. Pure. */
export function neutralScreen(screen: Screen): Screen {
  return screen.map((row) => {
    // A character a cell, whatever it holds: places in this text are places in the row.
    const text = row.map((cell) => (cell.text.length === 1 ? cell.text : '?')).join('');
    const neutral = ofOneRun.reduce((so, [found, instead]) => so.replace(found, instead), text);
    return row.map((cell, index): Cell => {
      const sign = neutral[index];
      return sign === undefined || sign === text[index] ? cell : { ...cell, text: sign };
    });
  });
}
