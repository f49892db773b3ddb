import type { Finding } from '../finding.ts';
import type { CommentForm, PullRequestForm, RepositoryForm } from './form.ts';

/**
 * Compares what is lost, doubled or differs on the target, item by item. Numbers that it does not have are reported
 * elsewhere. Pure.
 */
export function compareForms(source: RepositoryForm, target: RepositoryForm): Finding[] {
  const findings = compareRefs(source, target);
  const wrong = (what: string): void => {
    findings.push({ kind: 'wrong', what: `${source.name}: ${what}` });
  };
  if (source.defaultBranch !== null && source.defaultBranch !== target.defaultBranch) {
    wrong(`the default branch is ${target.defaultBranch}, not ${source.defaultBranch}`);
  }
  if (source.description.length > 0 && !isSame(source.description, target.description)) {
    wrong(`its description has ${told(target.description)}, not ${told(source.description)}`);
  }
  for (const [number, pull] of source.pullRequests) {
    const found = target.pullRequests.get(number);
    if (found !== undefined)
      findings.push(...comparePullRequests(`${source.name}#${number}`, pull, found));
  }
  return findings;
}

function compareRefs(source: RepositoryForm, target: RepositoryForm): Finding[] {
  const { name } = source;
  const findings: Finding[] = [];
  for (const [ref, hash] of source.refs) {
    const found = target.refs.get(ref);
    if (found === undefined) findings.push({ kind: 'lost', what: `${name}: ${ref}` });
    else if (found !== hash)
      findings.push({ kind: 'wrong', what: `${name}: ${ref} is ${found}, not ${hash}` });
  }
  return findings;
}

function comparePullRequests(
  place: string,
  source: PullRequestForm,
  target: PullRequestForm,
): Finding[] {
  const findings: Finding[] = [];
  const wrong = (what: string): void => {
    findings.push({ kind: 'wrong', what: `${place}${what}` });
  };
  if (target.state !== source.state) wrong(` is ${target.state}, not ${source.state}`);
  else if (source.state === 'open') {
    if (target.head !== source.head) wrong(`: its commit is ${target.head}, not ${source.head}`);
    if (source.base !== null && target.base !== source.base)
      wrong(` goes to ${target.base}, not to ${source.base}`);
  }
  if (source.title !== '' && target.title !== source.title)
    wrong(` is called ${target.title}, not ${source.title}`);
  const missing = source.description.filter((one) => !target.description.includes(one));
  if (missing.length > 0) wrong(`: its description lacks ${told(missing)}`);
  const stale = [...target.tokens].filter((one) => !source.tokens.has(one));
  if (stale.length > 0) wrong(`: it still has ${told(stale)}`);
  if (!isSame(target.reviews, source.reviews)) {
    wrong(`: its reviews are [${target.reviews.join(', ')}], not [${source.reviews.join(', ')}]`);
  }
  return [
    ...findings,
    ...compareTasks(place, source, target),
    ...compareComments(place, source, target),
  ];
}

function compareTasks(place: string, source: PullRequestForm, target: PullRequestForm): Finding[] {
  return [...source.tasks].flatMap(([token, isResolved]): Finding[] => {
    const found = target.tasks.get(token);
    if (found === undefined) return [{ kind: 'lost', what: `${place}: task ${token}` }];
    if (found === isResolved) return [];
    const is = found ? 'resolved' : 'not resolved';
    return [{ kind: 'wrong', what: `${place}: task ${token} is ${is}` }];
  });
}

function compareComments(
  place: string,
  source: PullRequestForm,
  target: PullRequestForm,
): Finding[] {
  const findings: Finding[] = [];
  for (const [id, comment] of source.comments) {
    findings.push(...compareComment(`${place}: comment ${id}`, comment, target.comments.get(id)));
  }
  for (const [id] of target.comments) {
    if (!source.comments.has(id))
      findings.push({ kind: 'wrong', what: `${place}: comment ${id} is not on the source` });
  }
  return findings;
}

function compareComment(
  place: string,
  source: CommentForm,
  target: CommentForm | undefined,
): Finding[] {
  if (target === undefined) return [{ kind: 'lost', what: place }];
  if (target.times > source.times) return [{ kind: 'doubled', what: place }];
  const missing = source.tokens.filter((one) => !target.tokens.includes(one));
  if (missing.length > 0) return [{ kind: 'wrong', what: `${place} lacks ${told(missing)}` }];
  const isTold = target.isResolved !== null && source.isResolved !== null;
  if (!isTold || target.isResolved === source.isResolved) return [];
  const is = target.isResolved ? 'resolved' : 'not resolved';
  return [{ kind: 'wrong', what: `${place}: its thread is ${is}` }];
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

function told(tokens: readonly string[]): string {
  return tokens.length === 0 ? 'nothing' : tokens.join(', ');
}
