import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git } from '../../helpers/repositories/git-fixture.ts';
import { compareOthers, photographOthers } from '../others.ts';
import { type FaultPlace, openFaultPlace } from '../place.ts';
import { takeCensus } from './census.ts';

let place: FaultPlace;

beforeAll(async () => {
  place = await openFaultPlace({
    workspace: 'small',
    edition: 'Enterprise Server',
    comments: 'threaded',
    mergesByPush: 'any-branch',
    sizes: 'small',
  });
  const { code } = await place.run(['migrate', '--plan', 'plan.json'], place.environment);
  expect(code).toBe(0);
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

function target() {
  const found = place.sandbox.github.findRepository('acme/web');
  if (found === null) throw new Error('there is no acme/web');
  return found;
}

function firstPull() {
  const [pull] = target().pulls;
  if (pull === undefined) throw new Error('there is no pull request');
  return pull;
}

/** Returns what is found while something is so. */
function foundWhile(change: () => () => void): string[] {
  const undo = change();
  const found = takeCensus(place).map(({ kind, what }) => `${kind}: ${what}`);
  undo();
  expect(takeCensus(place)).toEqual([]);
  return found;
}

describe('the census', () => {
  it('finds nothing after a migration', () => {
    expect(takeCensus(place)).toEqual([]);
  });

  it('finds a comment that is lost', () => {
    const { comments } = firstPull();
    const found = foundWhile(() => {
      const [gone] = comments.splice(0, 1);
      return () => gone !== undefined && comments.unshift(gone);
    });
    expect(found).toEqual([expect.stringMatching(/^lost: web#1: comment \d+$/)]);
  });

  it('finds a comment that is doubled, by its marker and by what it stands for', () => {
    const { comments } = firstPull();
    const found = foundWhile(() => {
      const [twice] = comments;
      if (twice !== undefined) comments.push({ ...twice, id: twice.id + 1 });
      return () => comments.pop();
    });
    expect(found).toEqual([
      expect.stringMatching(/^doubled: web#1 comment \d+ and web#1 comment \d+$/),
      expect.stringMatching(/^doubled: web#1: comment \d+$/),
    ]);
  });

  it('finds a pull request in another state', () => {
    const pull = firstPull();
    const found = foundWhile(() => {
      pull.merged = false;
      return () => {
        pull.merged = true;
      };
    });
    expect(found).toEqual(['wrong: web#1 is closed, not merged']);
  });

  it('finds a branch that is lost, one that names another commit, and one too many', () => {
    const { directory } = target();
    const main = git(directory, 'rev-parse', 'main').trim();
    const declined = git(directory, 'rev-parse', 'declined').trim();
    const found = foundWhile(() => {
      git(directory, 'branch', '-f', 'topic', main);
      git(directory, 'branch', '-D', 'declined');
      git(directory, 'branch', 'stray', main);
      return () => {
        const topic = git(place.sandbox.bitbucket.gitDirectory('web'), 'rev-parse', 'topic');
        git(directory, 'branch', '-f', 'topic', topic.trim());
        git(directory, 'branch', 'declined', declined);
        git(directory, 'branch', '-D', 'stray');
      };
    });
    expect(found.sort()).toEqual([
      'left behind: web: refs/heads/stray',
      'lost: web: refs/heads/declined',
      expect.stringMatching(/^wrong: web: refs\/heads\/topic is /),
    ]);
  });

  it('takes a base of ours for what is needed where the source has lost the branch', () => {
    const source = place.sandbox.bitbucket.findRepository('web');
    const ours = source?.pullRequests.find(({ state, source: { branch } }) => {
      return state === 'OPEN' && branch === 'topic';
    });
    const theirs = target().pulls.find(({ number }) => number === ours?.number);
    if (ours === undefined || theirs === undefined) throw new Error('there is no open one');
    const { directory } = target();
    git(directory, 'branch', 'migrator/pr-9-base', 'main');
    const [destination, base] = [ours.destination, theirs.base];
    Object.assign(theirs, { base: { ...base, ref: 'migrator/pr-9-base' } });
    expect(takeCensus(place)).toMatchObject([{ kind: 'wrong' }]);
    ours.destination = { ...destination, branch: 'gone' };
    expect(takeCensus(place)).toEqual([]);
    Object.assign(theirs, { base });
    expect(takeCensus(place)).toMatchObject([{ kind: 'left behind' }]);
    git(directory, 'branch', '-D', 'migrator/pr-9-base');
    ours.destination = destination;
    expect(takeCensus(place)).toEqual([]);
  });

  it('finds what was changed that is nobody’s business', () => {
    const before = photographOthers(place);
    expect(compareOthers(place, before, 1)).toEqual([]);
    const issue = place.sandbox.github.addIssue('acme/not-ours', { title: 'Strange' });
    expect(compareOthers(place, before, 1)).toEqual([
      { kind: 'foreign', what: 'not-ours on GitHub has changed' },
    ]);
    expect(issue.title).toBe('Strange');
  });
});
