import { setTimeout as wait } from 'node:timers/promises';
import type { Bookkeeping } from '../bitbucket/changes/bookkeeping.ts';
import type { ChangePlace } from '../bitbucket/changes/place.ts';
import type { Action, Scene } from './action.ts';
import { branchActions, tagActions } from './branches.ts';
import { createChance } from './chance.ts';
import { conversationActions } from './conversations.ts';
import { pullRequestActions } from './pull-requests.ts';
import { repositoryActions } from './repositories.ts';
import { reviewActions } from './reviews.ts';

/** One thing that somebody did, or tried to. */
export interface PeopleAction {
  /** From 1. */
  readonly number: number;
  readonly on: Date;
  readonly by: string;
  readonly repository: string;
  readonly what: string;
  /** The host's refusal: a locked source refuses. */
  readonly refused: string | null;
}

/** People at work on the source while the program runs. */
export interface People {
  /** In order. The same seed does the same to the same source, whatever the program does. */
  readonly journal: readonly PeopleAction[];
  /** Does the next thing. @returns `null` where nobody finds anything to do */
  act(work?: Work): Promise<PeopleAction | null>;
  /**
   * Goes on, with so many milliseconds between two actions, until `stop` has been called and has returned.
   * @param work `branches`: only what a locked source refuses
   */
  start(pauseMs: number, work?: Work): void;
  stop(): Promise<void>;
}

type Work = 'anything' | 'branches';

const actions: readonly Action[] = [
  ...branchActions,
  ...tagActions,
  ...pullRequestActions,
  ...conversationActions,
  ...reviewActions,
  ...repositoryActions,
];

/** Tries before a quiet source counts as empty. */
const mostTries = 200;

export interface PeopleOptions {
  readonly seed: string;
  /** Of the source from now on; `unkind` if left out. */
  readonly bookkeeping?: Bookkeeping;
  /** Slugs of the repositories that people work in; all that have Git data if left out. */
  readonly repositories?: readonly string[];
  readonly onAction?: (action: PeopleAction) => void;
}

export function createPeople(place: ChangePlace, options: PeopleOptions): People {
  const { bookkeeping = 'unkind', seed, repositories, onAction } = options;
  place.bitbucket.bookkeeping = bookkeeping;
  const journal: PeopleAction[] = [];
  let running: { readonly stopping: AbortController; readonly ended: Promise<void> } | null = null;
  async function goOn(pauseMs: number, signal: AbortSignal, work?: Work): Promise<void> {
    while (!signal.aborted) {
      await act(work);
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  async function act(work: Work = 'anything'): Promise<PeopleAction | null> {
    const number = journal.length + 1;
    const offered = work === 'branches' ? branchActions : actions;
    const done = await doSomething({ place, seed, repositories, number, offered });
    if (done === null) return null;
    journal.push(done);
    onAction?.(done);
    return done;
  }
  return {
    journal,
    act,
    start(pauseMs, work) {
      if (running !== null) return;
      const stopping = new AbortController();
      running = { stopping, ended: goOn(pauseMs, stopping.signal, work) };
    },
    async stop() {
      const own = running;
      running = null;
      own?.stopping.abort();
      await own?.ended;
    },
  };
}

async function doSomething(options: {
  readonly place: ChangePlace;
  readonly seed: string;
  readonly repositories: readonly string[] | undefined;
  readonly number: number;
  readonly offered: readonly Action[];
}): Promise<PeopleAction | null> {
  const { place, seed, repositories, number } = options;
  const chance = createChance(`${seed}/${number}`);
  const offered = options.offered.filter(
    ({ product = place.product }) => product === place.product,
  );
  const open = place.bitbucket.repositories.filter(
    ({ git, slug }) => git.kind === 'stored' && (repositories?.includes(slug) ?? true),
  );
  for (let tries = 0; tries < mostTries; tries += 1) {
    const repository = chance.pick(open);
    if (repository?.git.kind !== 'stored') return null;
    const writers = place.bitbucket.people.filter((one) => place.mayWrite(repository, one));
    const by = chance.pick(writers) ?? place.bitbucket.user;
    const deed = { by, on: new Date() };
    const { directory } = repository.git;
    const scene: Scene = { ...place, repository, directory, number, chance, deed };
    const action = chance.weigh(offered);
    const outcome = place.isArchived(repository)
      ? { what: action.name, refused: 'The repository is archived.' }
      : await action.run(scene);
    if (outcome === null) continue;
    return { number, on: deed.on, by: by.displayName, repository: repository.slug, ...outcome };
  }
  return null;
}
