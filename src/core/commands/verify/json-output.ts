import { jsonLine } from '../../kernel/format/json.ts';
import {
  countOf,
  missingOf,
  outcomeOf,
  unverifiedOf,
  type Verification,
} from '../../verification/difference.ts';

/** A verification as one line of JSON. */
export function verificationJson(result: Verification): string {
  const repositories = result.repositories.map((repository) => ({
    ...repository,
    ...countOf(repository),
    differences: repository.differences.map(({ mend, ...difference }) => ({
      ...difference,
      canBeMended: mend !== null,
    })),
  }));
  const outcome = outcomeOf(result);
  const missing = missingOf(result.repositories);
  const unverified = unverifiedOf(result.repositories).length;
  return jsonLine({ type: 'verification', outcome, missing, unverified, ...result, repositories });
}
