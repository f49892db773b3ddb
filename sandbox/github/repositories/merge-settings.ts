import type { Answer } from '../../network/answer.ts';
import type { GithubRepository } from '../records.ts';
import { githubError, invalidRequest } from '../rest/answers.ts';
import type { ParameterForm, Parameters } from '../rest/parameters.ts';

export const mergeForm: ParameterForm = {
  allow_auto_merge: { kind: 'boolean' },
  allow_update_branch: { kind: 'boolean' },
  merge_commit_title: { kind: 'string' },
  merge_commit_message: { kind: 'string' },
  squash_merge_commit_title: { kind: 'string' },
  squash_merge_commit_message: { kind: 'string' },
};

const texts = {
  merge_commit_title: ['mergeCommitTitle', ['MERGE_MESSAGE', 'PR_TITLE']],
  merge_commit_message: ['mergeCommitMessage', ['PR_TITLE', 'PR_BODY', 'BLANK']],
  squash_merge_commit_title: ['squashMergeCommitTitle', ['COMMIT_OR_PR_TITLE', 'PR_TITLE']],
  squash_merge_commit_message: [
    'squashMergeCommitMessage',
    ['COMMIT_MESSAGES', 'PR_BODY', 'BLANK'],
  ],
} as const;

const ways = [
  ['allow_merge_commit', 'allowMergeCommit'],
  ['allow_squash_merge', 'allowSquashMerge'],
  ['allow_rebase_merge', 'allowRebaseMerge'],
] as const;

/** One way of merging must be left, and titles and messages are of few kinds. */
export function refuseMerging(repository: GithubRepository, values: Parameters): Answer | null {
  const isLeft = ways.some(([name, property]) => values[name] ?? repository[property]);
  if (!isLeft) {
    return githubError(422, 'Sorry, you need to allow at least one merge strategy.');
  }
  for (const [name, [, known]] of Object.entries(texts)) {
    const value = values[name];
    if (value !== undefined && !(known as readonly unknown[]).includes(value)) {
      return invalidRequest(
        `For 'properties/${name}', "${String(value)}" is not one of: ${known.join(', ')}.`,
      );
    }
  }
  return null;
}

/** Server 3.19's description does not have merging by itself, and hosts pass over what they do not know. */
export function applyMerging(
  { settings }: GithubRepository,
  values: Parameters,
  { isServer }: { isServer: boolean },
): void {
  const { allow_auto_merge: auto, allow_update_branch: update } = values;
  if (typeof auto === 'boolean' && !isServer) settings.allowAutoMerge = auto;
  if (typeof update === 'boolean') settings.allowUpdateBranch = update;
  for (const [name, [property]] of Object.entries(texts)) {
    if (values[name] !== undefined) Object.assign(settings, { [property]: values[name] });
  }
}
