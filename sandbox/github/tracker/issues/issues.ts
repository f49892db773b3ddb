import { jsonAnswer } from '../../../network/answer.ts';
import { simpleUserJson } from '../../accounts/account-json.ts';
import { githubError, mustHaveAdminRights } from '../../rest/answers.ts';
import { type ParameterForm, readParameters } from '../../rest/parameters.ts';
import { jsonContext, type TrackerCall, type TrackerHandler, withDiscussion } from '../context.ts';
import { listAnswer } from '../list.ts';
import { noteAssignees, noteText } from '../notices/note.ts';
import { changeState, type StateChange } from '../pulls/state.ts';
import type { GithubDiscussion, GithubIssue, GithubIssueEvent } from '../records.ts';
import { refuseTexts } from '../refusals.ts';
import { makeDiscussion } from './discussion.ts';
import { issueEventJson, issueJson } from './json.ts';

const form: ParameterForm = {
  title: { kind: 'string' },
  body: { kind: 'string or null' },
  assignees: { kind: 'strings' },
};

const issuesDisabled = () => githubError(410, 'Issues has been disabled in this repository.');

export const createIssue: TrackerHandler = async (call) => {
  const { repository, host, token } = call;
  const { tracker } = repository;
  if (!repository.hasIssues) return issuesDisabled();
  const read = await readParameters(call.exchange, {
    ...form,
    title: { kind: 'string', required: true },
  });
  if ('refusal' in read) return read.refusal;
  const { title, body = null, assignees = [] } = read.values;
  const refusal = refuseTexts(read.values, host.rules);
  if (refusal !== null) return refusal;
  const wanted = { tracker, title: title as string, body: body as string, author: token.user };
  const issue: GithubIssue = { kind: 'issue', ...makeDiscussion(host, wanted) };
  tracker.add(issue);
  assign(call, issue, assignees as string[]);
  await noteText(call, issue, issue.body);
  const json = issueJson(issue, jsonContext(call));
  return jsonAnswer(201, { ...json, closed_by: null }, { location: json.url });
};

export const listIssues: TrackerHandler = (call) => {
  const { exchange, repository } = call;
  const state = exchange.query.get('state') ?? 'open';
  const context = jsonContext(call);
  return listAnswer<GithubDiscussion>(call, {
    items: repository.tracker.all,
    parameters: {
      state: ['open', 'closed', 'all'],
      sort: ['created', 'updated'],
      direction: ['asc', 'desc'],
      since: null,
    },
    defaults: { direction: 'desc' },
    filter: (one) =>
      (repository.hasIssues || one.kind === 'pull-request') &&
      (state === 'all' || one.state === state),
    toJson: (one) => issueJson(one, context),
  });
};

export const getIssue: TrackerHandler = withDiscussion((call, one) => {
  if (one.kind === 'issue' && !call.repository.hasIssues) return issuesDisabled();
  return jsonAnswer(200, closedIssueJson(call, one));
});

export const listEvents: TrackerHandler = withDiscussion((call, one) => {
  const context = jsonContext(call);
  const toJson = (event: GithubIssueEvent) => issueEventJson(event, context);
  return listAnswer(call, { items: one.events, parameters: {}, toJson });
});

export const updateIssue: TrackerHandler = withDiscussion(async (call, one) => {
  const mayChange = call.permissions.triage || one.author === call.token.user;
  if (!mayChange) return mustHaveAdminRights();
  const read = await readParameters(call.exchange, {
    ...form,
    state: { kind: 'string' },
    state_reason: { kind: 'string or null' },
  });
  if ('refusal' in read) return read.refusal;
  const { values } = read;
  const refusal =
    refuseTexts(values, call.host.rules) ?? changeState(call, one, values as StateChange);
  if (refusal !== null) return refusal;
  await changeTexts(call, one, values);
  if (values.assignees !== undefined) assign(call, one, values.assignees as string[]);
  return jsonAnswer(200, closedIssueJson(call, one));
});

/** Of pull requests too. */
export async function changeTexts(
  call: TrackerCall,
  one: GithubDiscussion,
  { title, body }: { readonly title?: unknown; readonly body?: unknown },
): Promise<void> {
  if (typeof title === 'string') one.title = title;
  if (body === null || body === '') one.body = null;
  else if (typeof body === 'string') {
    const before = one.body;
    one.body = body;
    await noteText(call, one, body, before);
  }
}

/** Logins that nobody has are silently left out, and so are all beyond ten. */
function assign(call: TrackerCall, one: GithubDiscussion, logins: readonly string[]): void {
  const known = logins.map((login) => call.host.findAccount(login));
  one.assignees = known.filter((account) => account !== null).slice(0, 10);
  noteAssignees(call, one);
}

function closedIssueJson(call: TrackerCall, one: GithubDiscussion) {
  const json = issueJson(one, jsonContext(call));
  return {
    ...json,
    closed_by: one.closedBy === null ? null : simpleUserJson(one.closedBy, call.addresses),
  };
}
