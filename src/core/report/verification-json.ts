import { countOf, type Verification } from '../verification/difference.ts';
import { jsonLine } from './json.ts';

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
  return jsonLine({ type: 'verification', ...result, repositories });
}
