import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { GitTools } from '../../git/git-tools.ts';
import { readPushCommands } from '../../git/push-commands.ts';
import { type RefAction, writeRefusals } from '../../git/ref-rules.ts';
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
import { hookEnvironment } from './hooks.ts';
import { rewritePushReport } from './push-report.ts';

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
  /** A free path: the hook writes there why it refuses which ref. */
  readonly verdictFile: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** One push. */
export async function receivePush(options: PushOptions): Promise<Answer> {
  const { repository, token, verdictFile, host, tools } = options;
  const changesFile = `${verdictFile}-changes`;
  const mayChangeWorkflows = token.scopes.includes('workflow');
  const isPush = options.service !== 'info/refs' && !asksForCredential(options);
  const judgement = isPush ? await judgePush(options) : null;
  const served = await serveGit({
    tools,
    exchange: options.exchange,
    directory: repository.directory,
    service: options.service,
    remoteUser: token.user.login,
    hiddenRefs: options.hiddenRefs,
    ...(judgement === null ? {} : { input: judgement.input }),
    environment: {
      ...options.environment,
      ...hookEnvironment({
        maxFileBytes: options.sizes.maxFileBytes,
        mayChangeWorkflows,
        maxRefsPerPush: options.maxRefsPerPush,
        lfsDirectory: options.acceptsUnknownLfs ? null : repository.lfs.directory,
        rulesFile: judgement?.file ?? null,
        rulesPage: `${options.webUrl}/${fullNameOf(repository)}/rules?ref=`,
        verdictFile,
        changesFile,
      }),
    },
  });
  if (!isPush) return served;
  const done = served.done?.then(async () => {
    const updates = await readChanges(changesFile);
    if (updates.length === 0) return;
    handlePush({ host, tools }, { repository, pusher: token.user, updates });
  });
  if (done !== undefined) host.jobs.track(done);
  const answer = done === undefined ? served : { ...served, done };
  // Nobody else can be refused with another reason than the hook's.
  const judged = !mayChangeWorkflows || options.maxRefsPerPush !== null || judgement !== null;
  if (!judged) return answer;
  if (!(answer.body instanceof Readable)) return answer;
  const report = await buffer(answer.body);
  if (judgement !== null) await rm(judgement.file);
  if (!existsSync(verdictFile)) return { ...answer, body: report };
  const reasons = readReasons(verdictFile);
  await rm(verdictFile);
  return { ...answer, body: rewritePushReport(report, reasons) };
}

/** What stands against it by rulesets, for the hook; `null`: the repository has none, and nobody looks into it. */
async function judgePush({ exchange, repository, token, verdictFile, host }: PushOptions) {
  if (rulesetsFor(repository).length === 0) return null;
  const { commands, input } = await readPushCommands(exchange);
  const file = `${verdictFile}-rules`;
  const question = (action: RefAction) => {
    const asked = questionOf(repository, token.user, action);
    if (host.rules.honorsBypass) return asked;
    return { ...asked, rulesets: asked.rulesets.map((one) => ({ ...one, bypassActors: [] })) };
  };
  const refused = commands.map(({ action }) => ({
    ref: action.ref,
    refusals: judgeByRulesets(question(action)),
  }));
  writeRefusals(file, refused);
  return { file, input };
}

/** What the push has changed in the end; empty if it was refused. */
async function readChanges(changesFile: string): Promise<RefUpdate[]> {
  if (!existsSync(changesFile)) return [];
  const lines = readFileSync(changesFile, 'utf8').split('\n').filter(Boolean);
  await rm(changesFile);
  const commit = (hash: string | undefined) =>
    hash === undefined || /^0+$/.test(hash) ? null : hash;
  return lines.map((line) => {
    const [from, to, ...ref] = line.split(' ');
    return { from: commit(from), to: commit(to), ref: ref.join(' ') };
  });
}

function readReasons(verdictFile: string): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const line of readFileSync(verdictFile, 'utf8').split('\n')) {
    const space = line.indexOf(' ');
    if (space >= 0) reasons.set(line.slice(0, space), line.slice(space + 1));
  }
  return reasons;
}
