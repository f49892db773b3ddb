import { addComment } from '../bitbucket/changes/comments.ts';
import type { Answer } from '../network/answer.ts';
import { noPullRequest, notOffered, ownJson, unauthorized } from './answers.ts';
import { keyOf } from './instance.ts';
import { commentJson } from './json/activity-json.ts';
import { invalid } from './page.ts';
import type { SettingsCall } from './settings/place.ts';

/** `POST …/pull-requests/{id}/comments`: a comment on the whole, whatever restricts the branches. */
export async function commentByRequest(call: SettingsCall): Promise<Answer> {
  const { instance, repository, exchange, caller, words } = call;
  const [number = ''] = words;
  if (repository === null) return notOffered(exchange.method, exchange.path);
  const pull = repository.pullRequests.find((one) => String(one.number) === number);
  if (pull === undefined)
    return noPullRequest(number, keyOf(instance, repository), repository.slug);
  if (caller.kind !== 'known') return unauthorized('forbidden');
  const text = textOf((await exchange.readBody()).toString('utf8'));
  if (text === null) return invalid('The comment must have a text.');
  const place = { bitbucket: instance.bitbucket, repository, pull };
  const id = addComment(place, { by: caller.person, on: new Date() }, { text });
  const made = pull.conversation().comments.find((one) => one.id === id);
  return made === undefined
    ? notOffered(exchange.method, exchange.path)
    : ownJson(201, commentJson({ ...call, repository }, made));
}

/** `null`: anything but a text alone. */
function textOf(body: string): string | null {
  try {
    const { text, ...others } = JSON.parse(body) as { text?: unknown };
    return typeof text === 'string' && text !== '' && Object.keys(others).length === 0
      ? text
      : null;
  } catch {
    return null;
  }
}
