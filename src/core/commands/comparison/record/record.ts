import { hash } from 'node:crypto';
import { calibrationJson } from '../../../calibration/calibration-json.ts';
import type { Calibration } from '../../../calibration/probes/findings.ts';
import { canonicalJson, snakeCaseKeys } from '../../../kernel/format/json.ts';
import type { AcceptedCheck } from '../../../plan/plan-schema.ts';
import type { SourcePages } from '../../../ports/source-host.ts';
import {
  countOf,
  type Difference,
  type KindCount,
  type RepositoryFindings,
  type Verification,
} from '../../../verbs/verify/findings/difference.ts';
import {
  missingOf,
  outcomeOf,
  sumByKind,
  unverifiedOf,
} from '../../../verbs/verify/findings/outcome.ts';
import { isOfOrganization } from './wording.ts';

export interface RecordedDifference extends Difference {
  /** Page of its pull request on the source. */
  readonly sourceUrl: string | null;
  /** Teams are the organization's, whichever repository they were found with. */
  readonly owner: 'repository' | 'organization';
}

export interface RecordedRepository extends Omit<RepositoryFindings, 'differences'> {
  readonly sourceUrl: string | null;
  readonly differences: readonly RecordedDifference[];
}

/** A verification as it is filed: the same data in the page, in JSON and in the seal. */
export interface VerificationRecord extends Omit<Verification, 'repositories'> {
  /** Of migrator. */
  readonly version: string;
  readonly kinds: readonly KindCount[];
  readonly repositories: readonly RecordedRepository[];
  readonly calibration: Calibration | null;
  /** Problems that the plan accepts; missing where there are none. */
  readonly accepted?: readonly AcceptedCheck[];
  /** JSON of all of that, with its digest. */
  readonly json: Readonly<Record<string, unknown>>;
  /** SHA-256 of the canonical form of that without `sha256`, in hexadecimal digits. */
  readonly sha256: string;
}

export interface RecordOptions {
  readonly version: string;
  readonly calibration: Calibration | null;
  readonly accepted?: readonly AcceptedCheck[];
  /** `null`: nobody knows where the source is. */
  readonly pages: SourcePages | null;
}

/** Completes a verification with its version, links to the source and its seal. Pure. */
export function recordVerification(
  result: Verification,
  { version, calibration, accepted = [], pages }: RecordOptions,
): VerificationRecord {
  const isAny = accepted.length > 0;
  const told = wellFormed({ ...result, version, calibration, ...(isAny && { accepted }) });
  const teamsUrl = `${told.target.host}/orgs/${encodeURIComponent(told.target.organization)}/teams`;
  const repositories = told.repositories.map((one) => withPages(one, { pages, teamsUrl }));
  const found = { ...told, kinds: sumByKind(repositories), repositories };
  const json = jsonOf(found);
  const sha256 = hash('sha256', canonicalJson(json));
  return { ...found, json: { ...json, sha256 }, sha256 };
}

function withPages(
  findings: RepositoryFindings,
  { pages, teamsUrl }: { readonly pages: SourcePages | null; readonly teamsUrl: string },
): RecordedRepository {
  const { source } = findings;
  const differences = findings.differences.map((one): RecordedDifference => {
    if (isOfOrganization(one))
      return { ...one, url: teamsUrl, sourceUrl: null, owner: 'organization' };
    const { sourceNumber = null } = one;
    const url = sourceNumber === null ? null : pages?.pullRequest(source, sourceNumber);
    return { ...one, sourceUrl: url ?? null, owner: 'repository' };
  });
  return { ...findings, differences, sourceUrl: pages?.repository(source) ?? null };
}

function jsonOf({
  calibration,
  ...found
}: Omit<VerificationRecord, 'json' | 'sha256'>): Record<string, unknown> {
  const repositories = found.repositories.map((one) => ({
    ...one,
    ...countOf(one),
    differences: one.differences.map(({ repair, sourceNumber: _, ...difference }) => ({
      ...difference,
      canBeMended: repair !== null,
    })),
  }));
  const data = {
    type: 'verification',
    outcome: outcomeOf(found),
    missing: missingOf(found.repositories),
    unverified: unverifiedOf(found.repositories).length,
    ...found,
    repositories,
    calibration: calibration === null ? null : calibrationJson(calibration),
  };
  return snakeCaseKeys(data) as Record<string, unknown>;
}

/** Replaces halves of characters, which hosts can send: programs that check a seal read them in different ways. */
function wellFormed<T>(value: T): T {
  const copy = (one: unknown): unknown => {
    if (typeof one === 'string') return one.toWellFormed();
    if (Array.isArray(one)) return one.map(copy);
    if (one === null || typeof one !== 'object') return one;
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, copy(item)]));
  };
  return copy(value) as T;
}
