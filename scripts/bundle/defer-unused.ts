import { patchPackage } from '../patch-package.ts';

/**
 * meow loads what corrects a package.json and shows its faults, for every caller: half of the time in which a short command
 * is started, for what is never used here, because the name is given. It is loaded when it is used first.
 */
export const deferUnused = patchPackage({
  name: 'defer-unused',
  file: /[\\/]meow[\\/]build[\\/]dependencies\.js$/,
  replacements: [
    {
      from: 'var libExports = requireLib$1();',
      to: 'var libExports = { get codeFrameColumns() { return requireLib$1().codeFrameColumns; } };',
    },
    {
      from: `var normalizeExports = requireNormalize();
const normalizePackageData = getDefaultExportFromCjs(normalizeExports);`,
      to: 'const normalizePackageData = (...given) => getDefaultExportFromCjs(requireNormalize())(...given);',
    },
  ],
});
