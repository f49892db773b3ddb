import type { Patch } from '../patch-package.ts';

/**
 * micromark puts its own syntax and that of the extensions together for each text that it reads, which takes longer than to
 * read a short one. What comes of it is only read: one for each list of extensions is enough.
 */
export const combineOnce: Patch = {
  name: 'combine-once',
  file: /[\\/]micromark[\\/]lib[\\/]parse\.js$/,
  replacements: [
    {
      from: 'combineExtensions([defaultConstructs, ...(settings.extensions || [])]);',
      to: 'combined(settings.extensions || none);',
    },
    {
      from: 'export function parse(options) {',
      to: `const none = [];
const known = new WeakMap();
function combined(extensions) {
  if (!known.has(extensions)) {
    known.set(extensions, combineExtensions([defaultConstructs, ...extensions]));
  }
  return known.get(extensions);
}

export function parse(options) {`,
    },
  ],
};
