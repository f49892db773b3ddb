import { type Answer, textAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { ownJson } from './answers.ts';
import type { DataCenterInstance } from './instance.ts';

export interface DataCenterLimiter {
  /** The refusal, where the bucket is empty. */
  take(exchange: Exchange): Answer | null;
}

/** One bucket, because there is one user; it is filled all the time. */
export function createLimiter({ rules }: DataCenterInstance, now: () => number): DataCenterLimiter {
  let left: number | null = null;
  let filledAt = now();
  return {
    take(exchange) {
      const limit = rules.rateLimit;
      if (limit === null) return null;
      const { capacity, fillPerSecond } = limit;
      const passed = Math.floor((now() - filledAt) / 1000);
      left = Math.min(capacity, (left ?? capacity) + passed * fillPerSecond);
      filledAt += passed * 1000;
      if (left >= 1) {
        left -= 1;
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
