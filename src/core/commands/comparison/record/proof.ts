import type { Proof, ProofCount, ProofProblem } from '../../../report/proof.ts';
import { type ItemKind, unverifiedOf } from '../../../verbs/verify/findings/difference.ts';
import type { VerificationRecord } from './record.ts';
import { kindWords, remedyOf } from './wording.ts';

const kindsOf: Readonly<Record<ProofCount['what'], readonly ItemKind[]>> = {
  'branches and tags': ['branch', 'tag'],
  'LFS objects': ['lfs-object'],
  'pull requests': ['pull-request'],
  comments: ['comment', 'review-comment'],
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
  const all = Object.keys(kindsOf) as ProofCount['what'][];
  return {
    at: Date.parse(at),
    sha256,
    counts: all.map(countsOf).filter(({ compared }) => compared > 0),
    compared: counts.compared,
    equal: counts.equal,
    problems: [...unverifiedProblems(record), ...defects(repositories)],
  };
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
        repository: source,
        text: `${kindWords[one.kind]} ${one.name}  ${one.message}`,
        remedy: remedyOf(one),
      })),
  );
}
