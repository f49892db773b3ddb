import type { RateLimits } from '../../../../src/core/network/rate-limit/limits.ts';

/** A host whose windows are short enough to be waited for. */
export const shortLimits: RateLimits = {
  windows: [
    { name: 'content-creating requests a moment', unit: 'content', milliseconds: 300, limit: 12 },
    { name: 'content-creating requests a while', unit: 'content', milliseconds: 1500, limit: 40 },
  ],
  maxConcurrent: 9,
  writeInterval: 0,
  enforced: 'always',
  headers: 'budget',
};
