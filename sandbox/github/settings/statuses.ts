import { type Answer, jsonAnswer } from '../../network/answer.ts';
import { nodeId, simpleUserJson } from '../accounts/account-json.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { invalidRequest, validationFailed } from '../rest/answers.ts';
import { githubTime } from '../rest/github-time.ts';
import { readParameters } from '../rest/parameters.ts';
import { listed } from './listed.ts';
import type { CommitStatus } from './records.ts';
import type { SettingsCall, SettingsRoute } from './settings-call.ts';

const mostOfContext = 1000;
const states = ['error', 'failure', 'pending', 'success'] as const;

async function create(call: SettingsCall): Promise<Answer> {
  const read = await readParameters(call.exchange, {
    state: { kind: 'string', required: true },
    target_url: { kind: 'string or null' },
    description: { kind: 'string or null' },
    context: { kind: 'string' },
  });
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const { host, repository, token, words } = call;
  const state = states.find((one) => one === values.state);
  if (state === undefined) return invalidRequest(`"${String(values.state)}" is not a state.`);
  const description = (values.description ?? null) as string | null;
  if ((description ?? '').length > 140) {
    return refuse('description is too long (maximum is 140 characters)');
  }
  const [sha = ''] = words;
  const context = String(values.context ?? 'default');
  const { statuses } = repository.settings;
  const before = statuses.filter((one) => one.sha === sha && one.context === context);
  if (before.length >= mostOfContext) {
    return refuse('This SHA and context has reached the maximum number of statuses.');
  }
  const made: CommitStatus = {
    ...{ id: host.nextId(), sha, context, state, description },
    targetUrl: (values.target_url ?? null) as string | null,
    creator: token.user,
    at: host.now(),
  };
  statuses.push(made);
  return jsonAnswer(201, statusJson(call, made));
}

function refuse(message: string): Answer {
  return validationFailed([{ resource: 'Status', code: 'custom', message }]);
}

/** The newest first. */
function list(call: SettingsCall): Answer {
  const found = call.repository.settings.statuses.filter(({ sha }) => sha === call.words[0]);
  return listed(call, { items: found.reverse(), toJson: (one) => statusJson(call, one) });
}

function statusJson({ addresses, repository }: SettingsCall, one: CommitStatus) {
  const url = `${addresses.apiUrl}/repos/${fullNameOf(repository)}/statuses/${one.sha}`;
  return {
    url,
    avatar_url: `${addresses.webUrl}/avatars/u/${one.creator.id}?v=4`,
    id: one.id,
    node_id: nodeId('SC', one.id),
    state: one.state,
    description: one.description,
    target_url: one.targetUrl,
    context: one.context,
    created_at: githubTime(one.at),
    updated_at: githubTime(one.at),
    creator: simpleUserJson(one.creator, addresses),
  };
}

/** Only apps create check runs, and none is installed here. */
const listCheckRuns = (): Answer => jsonAnswer(200, { total_count: 0, check_runs: [] });

export const statusRoutes: Readonly<Record<string, SettingsRoute>> = {
  'POST statuses/*': { needs: 'push', handle: create },
  'GET commits/*/statuses': { needs: 'pull', handle: list },
  'GET commits/*/check-runs': { needs: 'pull', handle: listCheckRuns },
};
