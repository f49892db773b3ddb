import type { HostPolicy } from '../../network/host-policies.ts';
import type { HttpResponse } from '../../network/http/response.ts';
import { field } from '../../network/http/response.ts';
import { rateLimitReset, retryAfter } from '../../network/rate-limit/rate-limit-headers.ts';
import type { LimitSignal } from '../../network/rate-limit/rate-limit-signals.ts';

/** A vault limits nobody unless its operator has set quotas; then it says 429. */
export const vaultPolicy: HostPolicy = {
  pace: {
    windows: [],
    maxConcurrent: 16,
    writeInterval: 0,
    enforced: 'when-metered',
    headers: 'budget',
  },
  limitBackoff: { startSeconds: 1, capSeconds: 60 },
  limitSignal: vaultLimitSignal,
  // Its headers tell of spans as short as a second.
  budget: () => null,
  limitMessage: () => '429 Too Many Requests: the rate limit quota is exceeded',
};

/** A standby that tells its health says 429 too, in a body of another kind. */
function vaultLimitSignal(
  { status, headers, json }: HttpResponse,
  now: number,
): LimitSignal | null {
  if (status !== 429 || field(json, 'initialized') !== undefined) return null;
  return {
    kind: 'primary',
    reason: 'the rate limit quota is exceeded',
    until: retryAfter(headers, now) ?? rateLimitReset(headers, now),
  };
}
