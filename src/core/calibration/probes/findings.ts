import * as z from 'zod';
import { count } from '../../kernel/format/format.ts';
import { safe } from '../../kernel/format/terminal-text.ts';

/**
 * Facts that a calibration has found out about a host where it may differ from its documentation; unknown ones are left
 * out. A run's use of them is in migration/control/begin-learned.ts.
 */
const hostFactsSchema = z.object({
  /** The longest time until something made was listed, in milliseconds. */
  settleMilliseconds: z.number().nonnegative().optional(),
  /** True if a push that makes a base contain the head marks a pull request as merged. */
  marksMerges: z.boolean().optional(),
  /** True if drafts can be opened in private repositories. */
  hasDrafts: z.boolean().optional(),
  /** Milliseconds until a push has marked a pull request as merged. */
  markMilliseconds: z.number().nonnegative().optional(),
  /** Refs that one push may update. */
  refsPerPush: z.int().positive().optional(),
  /** Characters that a body may have. */
  bodyCharacters: z.int().positive().optional(),
  /** Comments that one review may have. */
  commentsPerReview: z.int().positive().optional(),
  /** True if each comment of a review counts as a request. */
  countsReviewComments: z.boolean().optional(),
  /** Milliseconds that the host wants between two content-creating requests. */
  contentMilliseconds: z.number().nonnegative().optional(),
});

export type HostFacts = Readonly<z.infer<typeof hostFactsSchema>>;

export const probeNames = [
  'closed-target',
  'refs-listed',
  'ref-names',
  'refs-a-push',
  'pull-requests-listed',
  'content-pace',
  'numbers',
  'merge-temporary-base',
  'merge-default-branch',
  'closing-keywords',
  'squash-stays-open',
  'merge-by-request',
  'deleted-head-closes',
  'drafts',
  'review-places',
  'review-of-25',
  'bad-line-in-review',
  'file-comments',
  'outdated-comments',
  'replies-after-resolve',
  'comments-listed',
  'body-limit',
  'lfs-objects',
  'rulesets',
  'ruleset-bypass',
  'secrets',
  'rename-redirects',
  'retry-after',
  'push-protection',
  'notifications',
] as const;

export type ProbeName = (typeof probeNames)[number];

/**
 * `other`: the host does not do what is expected. `failed`: it could not be tried. `not-probed`: it cannot be seen here, or would
 * disturb people.
 */
export const verdicts = ['as-expected', 'other', 'failed', 'not-probed'] as const;

/** Capabilities that a migration needs from a host and cannot replace. */
const capabilities = ['branches', 'pull-requests', 'lfs'] as const;
export type Capability = (typeof capabilities)[number];

export const probeResultSchema = z.object({
  probe: z.enum(probeNames).or(z.string()),
  expected: z.string(),
  seen: z.string(),
  verdict: z.enum(verdicts),
  /** Consequence for a migration; empty where all is as expected. */
  consequence: z.string(),
  /** Capability that a migration to this host lacks then; missing where migrator adapts. */
  blocks: z.enum(capabilities).optional(),
});

/** Describes what one probe expected and has seen. `seen` may hold what a host sent. */
export type ProbeResult = Readonly<z.infer<typeof probeResultSchema>>;

export const calibrationSchema = z.object({
  version: z.literal(1),
  host: z.string(),
  /** Of Enterprise Server; `null` for github.com. */
  hostVersion: z.string().nullable(),
  /** Identity of the account on the host. */
  account: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  results: z.array(probeResultSchema),
  facts: hostFactsSchema,
});

/** Describes what was found on one host, of one version, with one account. */
export type Calibration = Readonly<z.infer<typeof calibrationSchema>>;

/** Returns what is not as expected and migrator adapts to, a sentence each. May hold what a host sent. Pure. */
export function differencesOf({ results }: Pick<Calibration, 'results'>): readonly string[] {
  return results
    .filter(({ verdict, blocks }) => verdict === 'other' && blocks === undefined)
    .map(
      ({ expected, seen, consequence }) =>
        `"${expected}" is not true here (${seen}), so ${consequence}`,
    );
}

/** Lists what could not be tried, so that nothing is known of it; a sentence each. May hold what a host sent. Pure. */
export function unknownOf({ results }: Pick<Calibration, 'results'>): readonly string[] {
  return results
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ expected, seen }) => `"${expected}" could not be tested (${seen})`);
}

const days = 86_400_000;
/** After so long a host may have changed. */
const validDays = 30;

/** Why findings do not count any more, where they have a version for that too; `null` while they do. Pure. */
export function whyStale(
  { at, hostVersion = null }: Pick<Calibration, 'at'> & Partial<Pick<Calibration, 'hostVersion'>>,
  now: { readonly at: number; readonly hostVersion?: string | null },
): string | null {
  const { hostVersion: present = null } = now;
  if (hostVersion !== present)
    return `the host reported ${hostVersion ?? 'no version'} then and ${present ?? 'no version'} now`;
  const age = Math.floor((now.at - at) / days);
  return age > validDays ? `its findings are ${age} days old` : null;
}

/** Returns what all of it comes to. Pure. */
export function calibrationVerdict({ host, results }: Calibration): string {
  const of = (verdict: ProbeResult['verdict']) =>
    results.filter((one) => one.verdict === verdict).length;
  const others = of('other');
  const untried = of('failed') === 0 ? '' : ` ${of('failed')} could not be tested.`;
  const skipped = of('not-probed') === 0 ? '' : ` ${of('not-probed')} not probed.`;
  const summary = `${safe(host)} behaves as expected in ${of('as-expected')} of ${count(results.length, 'probe')}.`;
  return others === 0
    ? `${summary}${untried}${skipped}`
    : `${summary} ${others} ${others === 1 ? 'differs: a migration adapts to it' : 'differ: a migration adapts to them'}.${untried}${skipped}`;
}
