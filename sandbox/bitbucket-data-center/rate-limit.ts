import { type Answer, textAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { ownJson } from './answers.ts';
import type { DataCenterInstance } from './instance.ts';

export interface DataCenterLimiter {
  /** The refusal, where the caller's bucket is empty. */
  take(exchange: Exchange, owner: string): Answer | null;
}

/** A bucket for each user, filled all the time; a token of a project or a repository is a user of its own. */
export function createLimiter({ rules }: DataCenterInstance, now: () => number): DataCenterLimiter {
  const buckets = new Map<string, { left: number; filledAt: number }>();
  return {
    take(exchange, owner) {
      const limit = rules.rateLimit;
      if (limit === null) return null;
      const { capacity, fillPerSecond } = limit;
      const bucket = buckets.get(owner) ?? { left: capacity, filledAt: now() };
      buckets.set(owner, bucket);
      const passed = Math.floor((now() - bucket.filledAt) / 1000);
      bucket.left = Math.min(capacity, bucket.left + passed * fillPerSecond);
      bucket.filledAt += passed * 1000;
      if (bucket.left >= 1) {
        bucket.left -= 1;
        return null;
      }
      const headers = {
        'retry-after': '1',
        'x-ratelimit-limit': String(capacity),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-fillrate': String(fillPerSecond),
        'x-ratelimit-interval-seconds': '1',
      };
      const message = 'You are making too many requests. Please try again later.';
      const wantsJson = /application\/json/.test(exchange.headers.accept ?? '');
      return wantsJson
        ? ownJson(429, { message }, headers)
        : textAnswer(429, `<html><body>${message}</body></html>`, {
            'content-type': 'text/html',
            ...headers,
          });
    },
  };
}
