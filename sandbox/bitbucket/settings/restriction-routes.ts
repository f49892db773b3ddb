import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import { scopes } from '../accounts/authentication.ts';
import type { PullRequestContext } from '../pull-requests/pull-request-json.ts';
import { bitbucketError, notFound } from '../rest/answers.ts';
import { pageAnswer } from '../rest/page.ts';
import { type Call, type Route, select } from '../rest/rest-route.ts';
import { readRestriction } from './read-restriction.ts';
import type { BranchRestriction } from './records.ts';
import { restrictionJson } from './settings-json.ts';
import { repositoryRoute } from './settings-route.ts';

const scope = scopes.administerRepository;

/** `GET …/branch-restrictions`, by `kind` and `pattern` */
const list = repositoryRoute({ scope }, (call, context) => {
  const { query } = call.exchange;
  const kind = query.get('kind');
  const pattern = query.get('pattern');
  const items = restrictionsOf(context).filter(
    (one) =>
      (kind === null || one.kind === kind) &&
      (pattern === null || ('pattern' in one.match && one.match.pattern === pattern)),
  );
  return pageAnswer(context, call.exchange, {
    items,
    maxPageLength: 100,
    path: call.parts.join('/'),
    parameters: ['kind', 'pattern'],
    toJson: (one) => toJson(context, one),
  });
});

const create = repositoryRoute({ scope, writes: true }, async (call, context) => {
  const { host, repository } = context;
  const read = await readRestriction(call, restrictionsOf(context));
  if ('status' in read) return read;
  return jsonAnswer(201, toJson(context, host.settings.addRestriction(repository.uuid, read)));
});

const one = repositoryRoute({ scope }, (call, context) =>
  withRestriction(call, context, (found) => select(toJson(context, found), call.exchange)),
);

/** Takes the place of what was there, exceptions included. */
const replace = repositoryRoute({ scope, writes: true }, (call, context) =>
  withRestriction(call, context, async (found) => {
    const all = restrictionsOf(context);
    const others = all.filter((other) => other !== found);
    const read = await readRestriction(call, others);
    if ('status' in read) return read;
    const made = { ...read, id: found.id };
    all[all.indexOf(found)] = made;
    return jsonAnswer(200, toJson(context, made));
  }),
);

const remove = repositoryRoute({ scope, writes: true }, (call, context) =>
  withRestriction(call, context, (found) => {
    const all = restrictionsOf(context);
    all.splice(all.indexOf(found), 1);
    return emptyAnswer(204);
  }),
);

export const restrictionRoutes: Readonly<Record<string, Route>> = {
  'GET repositories/*/*/branch-restrictions': list,
  'POST repositories/*/*/branch-restrictions': create,
  'GET repositories/*/*/branch-restrictions/*': one,
  'PUT repositories/*/*/branch-restrictions/*': replace,
  'DELETE repositories/*/*/branch-restrictions/*': remove,
};

function restrictionsOf({ host, repository }: PullRequestContext): BranchRestriction[] {
  return host.settings.ofRepository(repository.uuid).restrictions;
}

function withRestriction(
  { parts }: Call,
  context: PullRequestContext,
  answer: (found: BranchRestriction) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const id = parts[4] ?? '';
  if (!/^\d+$/.test(id)) return bitbucketError(400, `Invalid id: ${id}`);
  const found = restrictionsOf(context).find((one) => String(one.id) === id);
  return found === undefined ? notFound('Branch restriction') : answer(found);
}

function toJson(context: PullRequestContext, restriction: BranchRestriction): unknown {
  return restrictionJson(context, context.repository.slug, restriction);
}
