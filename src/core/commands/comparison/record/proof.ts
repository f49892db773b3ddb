import type { Proof, ProofCount, ProofProblem, SettingsProof } from '../../../report/proof.ts';
import type { ItemKind } from '../../../verbs/verify/findings/difference.ts';
import { unverifiedOf } from '../../../verbs/verify/findings/outcome.ts';
import { arePlannedApplied } from '../../../verbs/verify/findings/planned-notes.ts';
import type { VerificationRecord } from './record.ts';
import { isOfOrganization, kindWords, ownerOf, remedyOf } from './wording.ts';

const kindsOf: Readonly<Record<ProofCount['what'], readonly ItemKind[]>> = {
  'branches and tags': ['branch', 'tag'],
  'LFS objects': ['lfs-object'],
  'pull requests': ['pull-request'],
  comments: ['comment', 'review-comment'],
  'added by migrator': ['added-branch', 'added-pull-request', 'added-comment'],
  settings: ['setting'],
};

/** Returns what a person reads of a verification at the end of a run. Pure. */
export function proofOfRecord(record: VerificationRecord): Proof {
  const { at, sha256, kinds, counts, repositories } = record;
  const countsOf = (what: ProofCount['what']): ProofCount => {
    const known = kinds.filter(({ kind }) => kindsOf[what].includes(kind));
    const sum = (key: 'compared' | 'equal') => known.reduce((all, one) => all + one[key], 0);
    return { what, compared: sum('compared'), equal: sum('equal') };
  };
  const settings = settingsProof(record);
  const all = (Object.keys(kindsOf) as ProofCount['what'][]).filter(
    (what) => what !== 'settings' || settings === null,
  );
  return {
    at: Date.parse(at),
    sha256,
    counts: all.map(countsOf).filter(({ compared }) => compared > 0),
    settings,
    compared: counts.compared,
    equal: counts.equal,
    problems: [...unverifiedProblems(record), ...defects(repositories)],
  };
}

/** Counts what the plan sets, as the report of a verification does; `null` where it sets nothing. */
function settingsProof({ repositories }: VerificationRecord): SettingsProof | null {
  const planned = repositories.flatMap(({ settings, notes, unverified }) =>
    settings.map(({ grade }) => ({
      isByHand: grade === 'none',
      isApplied: unverified === null && arePlannedApplied(notes),
    })),
  );
  if (planned.length === 0) return null;
  const byHand = planned.filter((one) => one.isByHand).length;
  const waiting = planned.filter((one) => !one.isByHand && !one.isApplied).length;
  const defects = repositories.flatMap(({ differences }) =>
    differences.filter(({ verdict, kind }) => verdict === 'defect' && kind === 'setting'),
  );
  const notApplied = repositories.flatMap(({ differences }) =>
    differences.filter((one) => one.verdict === 'not-applied' && !isOfOrganization(one)),
  );
  const left = planned.length - byHand - waiting;
  const notFully = Math.min(left, notApplied.length);
  const differ = Math.min(left - notFully, defects.length);
  return { applied: left - notFully - differ, notFully, waiting, byHand, differ };
}

function unverifiedProblems({ repositories }: VerificationRecord): ProofProblem[] {
  return unverifiedOf(repositories).map(({ source, unverified }) => ({
    repository: source,
    text: `not verified: ${unverified.message}`,
    remedy: unverified.hint,
  }));
}

function defects(repositories: VerificationRecord['repositories']): ProofProblem[] {
  return repositories.flatMap(({ source, differences }) =>
    differences
      .filter(({ verdict }) => verdict === 'defect')
      .map((one) => ({
        repository: ownerOf(source, one),
        text: `${kindWords[one.kind]} ${one.name}  ${one.message}`,
        remedy: remedyOf(one),
      })),
  );
}
