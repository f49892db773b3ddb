import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { GitTools } from '../../git/git-tools.ts';
import { receiverOf } from '../../git/judge-refs.ts';
import { rewritePushReport } from '../../git/push-report.ts';
import type { PushCommand } from '../../git/receive-hook.ts';
import { asksForCredential, serveGit } from '../../git/serve-git.ts';
import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { GithubHost } from '../host.ts';
import type { GithubSizes } from '../rate-limit/limits.ts';
import type { GithubRepository, GithubToken } from '../records.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { questionOf } from '../rulesets/actor.ts';
import { rulesetsFor } from '../rulesets/applicable.ts';
import { judgeByRulesets } from '../rulesets/judge.ts';
import { handlePush, type RefUpdate } from '../tracker/pulls/after-push.ts';
import { type GithubVerdict, judgePush, type PushRules } from './judge-push.ts';
import { noteChanges } from './pushes.ts';

export interface PushOptions {
  readonly tools: GitTools;
  readonly exchange: Exchange;
  readonly service: string;
  readonly repository: GithubRepository;
  readonly token: GithubToken;
  readonly sizes: GithubSizes;
  readonly maxRefsPerPush: number | null;
  readonly acceptsUnknownLfs: boolean;
  readonly host: GithubHost;
  readonly hiddenRefs: string;
  readonly webUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** One push. */
export async function receivePush(options: PushOptions): Promise<Answer> {
  const { repository, token, host, tools } = options;
  const { directory } = repository;
  const served = {
    tools,
    exchange: options.exchange,
    directory,
    service: options.service,
    remoteUser: token.user.login,
    hiddenRefs: options.hiddenRefs,
    environment: options.environment,
  };
  if (options.service === 'info/refs' || asksForCredential(options)) return serveGit(served);
  const rules = rulesFor(options);
  let verdict: GithubVerdict | null = null;
  let updates: readonly RefUpdate[] = [];
  const answer = await serveGit({
    ...served,
    push: {
      async judge(push) {
        verdict = await judgePush(receiverOf(tools, directory, push), push, rules);
        return verdict;
      },
      onChanged(commands) {
        noteChanges(directory, commands);
        updates = commands.map(({ action, from, to }) => ({ ref: action.ref, from, to }));
      },
    },
  });
  const done = answer.done?.then(() => {
    if (updates.length > 0)
      handlePush({ host, tools }, { repository, pusher: token.user, updates });
  });
  if (done === undefined || !(answer.body instanceof Readable)) return answer;
  host.jobs.track(done);
  // Nobody else can be refused with another reason than the hook's.
  const { mayChangeWorkflows, maxRefsPerPush } = rules;
  const hasRules = rulesetsFor(repository).length > 0;
  if (mayChangeWorkflows && maxRefsPerPush === null && !hasRules) return { ...answer, done };
  const report = await buffer(answer.body);
  const reasons = (verdict as GithubVerdict | null)?.reasons ?? new Map();
  const body = reasons.size === 0 ? report : rewritePushReport(report, reasons);
  return { ...answer, done, body };
}

function rulesFor({ repository, token, host, ...options }: PushOptions): PushRules {
  const question = (action: PushCommand['action']) => {
    const asked = questionOf(repository, token.user, action);
    if (host.rules.honorsBypass) return asked;
    return { ...asked, rulesets: asked.rulesets.map((one) => ({ ...one, bypassActors: [] })) };
  };
  return {
    maxFileBytes: options.sizes.maxFileBytes,
    mayChangeWorkflows: token.scopes.includes('workflow'),
    maxRefsPerPush: options.maxRefsPerPush,
    lfsDirectory: options.acceptsUnknownLfs ? null : repository.lfs.directory,
    refusals: ({ action }) => judgeByRulesets(question(action)),
    rulesPage: `${options.webUrl}/${fullNameOf(repository)}/rules?ref=`,
  };
}
