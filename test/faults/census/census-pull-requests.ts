import type { BitbucketRepository } from '../../../sandbox/bitbucket/records.ts';
import type { GithubRepository } from '../../../sandbox/github/records.ts';
import { bodiesOf } from './bodies.ts';
import type { Finding } from './finding.ts';

/** Every pull request under its number, none too many, and each thing that was written once. */
export function censusOfPullRequests(
  source: BitbucketRepository,
  target: GithubRepository,
): Finding[] {
  return [
    ...censusOfNumbers(source, target),
    ...censusOfMarkers(target),
    ...censusOfOrigins(source, target),
  ];
}

function censusOfNumbers(source: BitbucketRepository, target: GithubRepository): Finding[] {
  const { name } = target;
  const findings: Finding[] = target.issues.map(({ number }) => ({
    kind: 'wrong',
    what: `${name}: an issue ${number}`,
  }));
  const expected = new Set(source.pullRequests.map(({ number }) => number));
  const highest = Math.max(0, ...expected);
  for (let number = 1; number <= highest; number += 1) {
    const count = target.pulls.filter((pull) => pull.number === number).length;
    if (count === 0) findings.push({ kind: 'lost', what: `${name}: pull request ${number}` });
  }
  for (const pull of target.pulls) {
    if (pull.head.ref === 'migrator/settings') continue;
    if (pull.number > highest)
      findings.push({
        kind: 'doubled',
        what: `${name}: pull request ${pull.number}, ${pull.title}`,
      });
    else if (!expected.has(pull.number) && (pull.state === 'open' || pull.merged)) {
      findings.push({
        kind: 'wrong',
        what: `${name}: the placeholder ${pull.number} is not closed`,
      });
    }
  }
  return findings;
}

/** End of every text that the program writes; nothing else is known of it here. */
const marker = /<!-- migrator:1 op=([0-9a-f]{24}) sig=[0-9a-f]{12} -->\s*$/;

function censusOfMarkers(target: GithubRepository): Finding[] {
  const places = new Map<string, string[]>();
  const findings: Finding[] = [];
  for (const pull of target.pulls) {
    for (const [where, body] of bodiesOf(pull)) {
      const op = marker.exec(body)?.[1];
      const place = `${target.name}#${pull.number} ${where}`;
      if (op === undefined) findings.push({ kind: 'wrong', what: `${place} has no marker` });
      else places.set(op, [...(places.get(op) ?? []), place]);
    }
  }
  for (const found of places.values()) {
    if (found.length > 1) findings.push({ kind: 'doubled', what: found.join(' and ') });
  }
  return findings;
}

function censusOfOrigins(source: BitbucketRepository, target: GithubRepository): Finding[] {
  return source.pullRequests.flatMap(({ number }): Finding[] => {
    const pull = target.pulls.find((one) => one.number === number);
    if (pull === undefined || pull.body?.includes(`/pull-requests/${number})`) === true) return [];
    const what = `${target.name}#${number} is not the one of this number on the source`;
    return [{ kind: 'wrong', what }];
  });
}
