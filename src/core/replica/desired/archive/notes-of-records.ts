import { count } from '../../../kernel/format/format.ts';
import type { DesiredThread } from '../../model/desired-pull-request.ts';
import type { FoundRendering } from './archive-rendering.ts';

/** Something of a pull request that the archive's format has no field for, and what it became. */
export interface ArchiveNote {
  /** Stable, for scripts. */
  readonly kind:
    | 'tasks'
    | 'conversation'
    | 'whole-file'
    | 'lost-commits'
    | 'fork'
    | 'withdrawn'
    | 'deleted'
    | 'unpublished'
    | 'images'
    | 'ranges'
    | 'reopened'
    | 'same-second';
  readonly count: number;
}

/** Says of each kind what it became. */
export const archiveNoteTexts: Readonly<Record<ArchiveNote['kind'], (many: number) => string>> = {
  tasks: (many) => `${count(many, 'task')}: written as lines in the text they belong to`,
  conversation: (many) =>
    `${count(many, 'thread')} without a line in the diff: comments that quote their context`,
  'whole-file': (many) => `${count(many, 'thread')} on a whole file: on its first changed line`,
  'lost-commits': (many) =>
    `${count(many, 'pull request')} whose commits Bitbucket has lost: with substitute commits`,
  fork: (many) => `${count(many, 'pull request')} from a fork: without the name of the fork`,
  withdrawn: (many) => `${count(many, 'withdrawn verdict')}: comments`,
  deleted: (many) => `${count(many, 'deleted comment')}: only if someone replied`,
  unpublished: (many) => `${count(many, 'unpublished comment')}: not in the archive`,
  images: (many) => `${count(many, 'image or file', 'images and files')}: left on Bitbucket`,
  ranges: (many) => `${count(many, 'thread')} on several lines: on the last line`,
  reopened: (many) =>
    `${count(many, 'earlier closing and reopening', 'earlier closings and reopenings')}: not in the archive`,
  'same-second': (many) =>
    `${count(many, 'comment')} with the same author, position and time (to the second) as another: one second later`,
};

/** Says it of one pull request. Pure. */
export function noteOfOne({ kind, count: many }: ArchiveNote): string {
  return ofOne[kind] ?? archiveNoteTexts[kind](many);
}

const ofOne: Partial<Record<ArchiveNote['kind'], string>> = {
  'lost-commits': 'Bitbucket has lost its commits, so it shows substitutes',
  fork: 'it came from a fork, whose name is missing',
};

/** Adds up what pull requests say, with the numbers of the first that do. */
export interface CollectedNotes {
  add(one: { readonly number: number; readonly notes: readonly ArchiveNote[] }): void;
  all(): readonly (ArchiveNote & { readonly pull_requests: readonly number[] })[];
}

/** Of each kind. */
const manyNumbers = 1000;

export function collectNotes(): CollectedNotes {
  const found = new Map<ArchiveNote['kind'], { count: number; pull_requests: number[] }>();
  return {
    add({ number, notes }) {
      for (const { kind, count: many } of notes) {
        const row = found.get(kind) ?? { count: 0, pull_requests: [] };
        found.set(kind, row);
        row.count += many;
        if (row.pull_requests.length < manyNumbers) row.pull_requests.push(number);
      }
    },
    all: () => [...found].map(([kind, row]) => ({ kind, ...row })),
  };
}

/** Lists what becomes text, or stays behind. Pure. */
export function notesOfRecords(
  { pullRequest, hunks }: Pick<FoundRendering, 'pullRequest' | 'hunks'>,
  leftImages: ReadonlySet<string>,
): readonly ArchiveNote[] {
  const { threads, tasks, history, carried, omitted, source, destination } = pullRequest;
  const comments = threads.flatMap(({ root, replies }) => [
    root,
    ...replies.map(({ comment }) => comment),
  ]);
  const isPlaced = ({ root }: DesiredThread) => hunks.has(root.key);
  const onDiff = threads.filter(({ root }) => root.inline !== null);
  const isFork = source.repository?.toLowerCase() !== destination.repository?.toLowerCase();
  return notesOf({
    tasks: tasks.length + comments.reduce((sum, one) => sum + one.tasks.length, 0),
    conversation: onDiff.filter((one) => !isPlaced(one)).length,
    'whole-file': onDiff.filter((one) => isPlaced(one) && one.placement?.kind === 'file').length,
    'lost-commits': carried.kind === 'substitute' ? 1 : 0,
    fork: isFork ? 1 : 0,
    withdrawn: history.filter(({ kind }) => kind === 'verdict-withdrawn').length,
    deleted: omitted.deleted,
    unpublished: omitted.unpublished,
    images: leftImages.size,
  });
}

/** Leaves out what does not occur. Pure. */
export function notesOf(
  counts: Readonly<Partial<Record<ArchiveNote['kind'], number>>>,
): readonly ArchiveNote[] {
  return Object.entries(counts).flatMap(([kind, many]) =>
    many === 0 ? [] : [{ kind: kind as ArchiveNote['kind'], count: many }],
  );
}
