import type { Calibration } from '../../../../src/core/calibration/probes/findings.ts';
import {
  recordVerification,
  type VerificationRecord,
} from '../../../../src/core/commands/comparison/record/record.ts';
import { cloudPages } from '../../../../src/core/hosts/bitbucket-cloud/names/names.ts';
import type {
  Difference,
  RepositoryFindings,
  Verification,
} from '../../../../src/core/verbs/verify/findings/difference.ts';
import { sumOf } from '../../../../src/core/verbs/verify/findings/outcome.ts';

/** Texts of hosts that would act in a page or a terminal. */
export const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '</td></table><iframe src="https://evil.example">',
  '<!-- -->',
  '&lt;script&gt;',
  'javascript:alert(1)',
  '\u001b]0;title\u0007\u202egpj.exe',
  ']]><svg/onload=alert(1)>',
];

export function difference(text: string, more: Partial<Difference> = {}): Difference {
  return {
    verdict: 'defect',
    kind: 'pull-request',
    name: text,
    message: text,
    url: text,
    repair: null,
    advice: text,
    ...more,
  };
}

/** The record of a verification of these repositories. */
export function verification(
  repositories: readonly RepositoryFindings[],
  more: Partial<Verification> & { calibration?: Calibration } = {},
): VerificationRecord {
  const { calibration: found = null, ...changed } = more;
  const result: Verification = {
    migration: 'mig_m4xk2p9qa7c1',
    status: 'completed',
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { host: 'https://github.com', organization: 'acme-org' },
    at: '2026-11-20T10:48:05.991Z',
    hasRereadSource: true,
    counts: sumOf(repositories),
    repositories,
    requests: { hosts: [{ host: 'api.github.com', requests: 12 }], refLists: 1 },
    ...changed,
  };
  return recordVerification(result, {
    version: '1.2.3',
    calibration: found,
    pages: cloudPages('https://bitbucket.org', 'acme'),
  });
}

/** Findings whose every text is this one. */
export function repository(text: string): RepositoryFindings {
  return {
    source: text,
    target: text,
    webUrl: text,
    status: 'succeeded',
    unverified: null,
    compared: 4,
    equal: 3,
    kinds: [
      { kind: 'branch', compared: 3, equal: 3 },
      { kind: 'pull-request', compared: 1, equal: 0 },
    ],
    notes: [text],
    settings: [{ source: text, target: text, grade: 'none', why: text }],
    differences: [
      difference(text),
      difference(text, { verdict: 'expected' }),
      difference(text, { verdict: 'added-since' }),
      difference(text, { verdict: 'changed-on-source' }),
    ],
  };
}

/** A calibration whose texts are this one. */
export function calibration(text: string): Calibration {
  return {
    ...{ version: 1, host: text, hostVersion: text, account: '7', at: Date.UTC(2026, 10, 19) },
    results: [
      { probe: text, expected: text, seen: text, verdict: 'other', consequence: text },
      {
        probe: 'drafts',
        expected: 'Drafts',
        seen: 'opened',
        verdict: 'as-expected',
        consequence: '',
      },
    ],
    facts: { hasDrafts: true },
  };
}
