import type { Audit } from './audit.ts';
import { itemOf } from './compare/compare-pull-requests.ts';

/** In which ways the repository differs from its source because it cannot be otherwise, or was wanted so. */
export function tellExpected({ known, tally, name }: Audit): void {
  const repository = {
    kind: 'repository',
    name: `${name.owner}/${name.name}`,
    url: known.webUrl,
  } as const;
  if (known.brought.refs?.isCut === true) {
    tally.tell(
      'expected',
      repository,
      'its history was cut, so that commits have other hashes than on the source',
    );
  }
  for (const step of known.steps) {
    const wasLeft = step.status === 'skipped' && step.summary !== null;
    if (!wasLeft) continue;
    if (step.name === 'lfs' && step.summary.includes('left behind')) {
      tally.tell('expected', repository, step.summary);
    }
    if (step.name === 'pull-requests' && step.summary === 'not wanted') {
      tally.tell('expected', repository, 'its pull requests were not wanted');
    }
  }
  for (const pullRequest of known.pullRequests.values()) {
    const { state, changes, leftImages } = pullRequest.record;
    const item = itemOf(pullRequest);
    if (state === null) {
      tally.tell(
        'expected',
        item,
        'a closed placeholder: the source has no pull request of this number',
      );
    }
    for (const change of changes) tally.tell('expected', item, change);
    for (const address of leftImages) {
      tally.tell('expected', item, `image left on the source: ${address}`);
    }
  }
}
