import type { Patch } from '../patch-package.ts';

/**
 * The layout engine has its WebAssembly as text, and asks `fetch` to decode it. Node loads all of its HTTP client at the first look at
 * `fetch`: most of the time until the engine is ready. Its own decoder is the one that it uses where there is no `fetch`.
 */
export const layoutWithoutFetch: Patch = {
  name: 'layout-without-fetch',
  file: /[\\/]yoga-layout[\\/]dist[\\/]binaries[\\/]yoga-wasm-base64-esm\.js$/,
  replacements: [
    {
      from: 'return w||"function"!=typeof fetch?Promise.resolve()',
      to: 'return true?Promise.resolve()',
    },
  ],
};
