import { mergeAndNote } from '../../bitbucket/changes/merge-and-note.ts';
import type { Answer } from '../../network/answer.ts';
import { dataCenterError, noPullRequest, notOffered, ownJson, unauthorized } from '../answers.ts';
import { keyOf } from '../instance.ts';
import { pullRequestJson } from '../json/pull-request-json.ts';
import type { SettingsCall } from '../settings/place.ts';
import { judgeByRestrictions } from './judge.ts';
import { mergeFacts, questionOf } from './question.ts';

/** `POST …/pull-requests/{id}/merge`, by a merge commit. */
export async function mergeByRequest(call: SettingsCall): Promise<Answer> {
  const { instance, repository, exchange, caller, words } = call;
  const [number = ''] = words;
  if (repository?.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const pull = repository.pullRequests.find((one) => String(one.number) === number);
  if (pull === undefined)
    return noPullRequest(number, keyOf(instance, repository), repository.slug);
  if (caller.kind !== 'known' || caller.token.right === 'read') return unauthorized('forbidden');
  if (pull.state !== 'OPEN') {
    return dataCenterError(
      409,
      'This pull request has already been merged or declined.',
      'com.atlassian.bitbucket.pull.IllegalPullRequestStateException',
    );
  }
  const { person: by } = caller;
  const action = { kind: 'merge', ref: `refs/heads/${pull.destination.branch ?? ''}` } as const;
  const facts = mergeFacts(instance, repository, pull);
  const refusals = judgeByRestrictions(questionOf(instance, repository, by), action, facts);
  if (refusals.length > 0) return vetoed(refusals.map(({ sentence }) => sentence));
  const { bitbucket, tools } = instance;
  const place = { bitbucket, tools, product: 'data-center' } as const;
  const message = `Pull request #${pull.number}: ${pull.title}`;
  const strategy = 'merge_commit';
  const isMerged = await mergeAndNote(place, pull, { by, on: new Date(), message, strategy });
  if (!isMerged) return vetoed(['The pull request has conflicts.']);
  return ownJson(200, pullRequestJson({ ...call, repository }, pull));
}

function vetoed(sentences: readonly string[]): Answer {
  return ownJson(409, {
    errors: [
      {
        context: null,
        message: 'The pull request cannot be merged.',
        exceptionName: 'com.atlassian.bitbucket.pull.PullRequestMergeVetoedException',
        conflicted: false,
        vetoes: sentences.map((sentence) => ({
          summaryMessage: sentence,
          detailedMessage: sentence,
        })),
      },
    ],
  });
}
