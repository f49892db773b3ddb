import type { VerificationResult } from './verification-result.ts';

/** Describes what this process sends to compare. */
export interface Usage {
  countRefList(): void;
  /** Since the last call. */
  take(): VerificationResult['used'];
}

/** @param requests of this process so far, by host */
export function createUsage(requests: () => ReadonlyMap<string, number>): Usage {
  let before = new Map(requests());
  let refLists = 0;
  return {
    countRefList() {
      refLists += 1;
    },
    take() {
      const now = new Map(requests());
      const sent = [...now].map(([host, all]) => [host, all - (before.get(host) ?? 0)] as const);
      const used = { hosts: Object.fromEntries(sent.filter(([, many]) => many > 0)), refLists };
      before = now;
      refLists = 0;
      return used;
    },
  };
}

/** Of several processes. Pure. */
export function sumOfUsage(all: readonly VerificationResult['used'][]) {
  const hosts = new Map<string, number>();
  for (const used of all) {
    for (const [host, many] of Object.entries(used.hosts)) {
      hosts.set(host, (hosts.get(host) ?? 0) + many);
    }
  }
  return {
    hosts: [...hosts].map(([host, requests]) => ({ host, requests })),
    refLists: all.reduce((sum, { refLists }) => sum + refLists, 0),
  };
}
