import type { PullRequestTarget } from '../../../../src/core/ports/pull-request-target.ts';
import type { TargetAudit } from '../../../../src/core/ports/target-audit.ts';
import { createTestServices, type TestServices } from '../../network/support/client.ts';
import {
  type ReceivedRequest,
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../network/support/scripted-server.ts';
import { app } from './app.ts';
import { targetAt } from './support.ts';

export const pull = { ...app, number: 7 };

export interface OpenPullRequests extends AsyncDisposable {
  readonly pullRequests: PullRequestTarget;
  readonly audit: TargetAudit;
  readonly server: ScriptedServer;
  readonly services: TestServices;
}

/** The adapter's pull requests, set to a server that answers what the script says. */
export async function openPullRequests(script: Script, base = ''): Promise<OpenPullRequests> {
  const server = await startScriptedServer(script);
  const services = await createTestServices();
  const { pullRequests, audit } = targetAt(server, services, base);
  return {
    pullRequests,
    audit,
    server,
    services,
    async [Symbol.asyncDispose]() {
      await services[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

export function sent(request: ReceivedRequest | undefined): unknown {
  if (request === undefined) return undefined;
  const { method, url, body } = request;
  return [method, url, ...(body === '' ? [] : [JSON.parse(body) as unknown])];
}

export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** A pull request in GitHub's words, as a list gives it. */
export function pullRequestRow(number: number, more: object = {}): object {
  return {
    id: 1000 + number,
    number,
    title: 'Add a door',
    body: 'Text',
    state: 'open',
    merged_at: null,
    draft: false,
    locked: false,
    user: { login: 'jane', id: 5 },
    head: { ref: `migrator/pr-${number}/head`, sha: 'a'.repeat(40), repo: { id: 1 }, label: 'x' },
    base: { ref: `migrator/pr-${number}/base`, sha: 'b'.repeat(40), repo: { id: 1 } },
    created_at: '2026-11-20T12:00:00Z',
    html_url: `https://github.com/octo-org/app/pull/${number}`,
    ...more,
  };
}

export function commentRow(id: number, more: object = {}): object {
  return {
    id,
    node_id: 'x',
    body: `comment ${id}`,
    user: null,
    created_at: '2026-11-20T12:00:00Z',
    html_url: `https://github.com/octo-org/app/pull/7#issuecomment-${id}`,
    ...more,
  };
}

export function reviewCommentRow(id: number, more: object = {}): object {
  return commentRow(id, {
    path: 'src/door.ts',
    commit_id: 'a'.repeat(40),
    line: 12,
    original_line: 12,
    start_line: null,
    original_start_line: null,
    side: 'RIGHT',
    start_side: null,
    subject_type: 'line',
    ...more,
  });
}

/** A review in GitHub's words. */
export const reviewRow = {
  id: 80,
  body: 'Review',
  state: 'COMMENTED',
  html_url: 'https://github.com/octo-org/app/pull/7#pullrequestreview-80',
};
