import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { GitTools } from '../git/git-tools.ts';
import { serveGit } from '../git/http-backend.ts';
import type { Answer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { hookEnvironment } from './hooks.ts';
import type { GithubSizes } from './limits.ts';
import { rewritePushReport } from './push-report.ts';
import type { GithubRepository, GithubToken } from './records.ts';

export interface PushOptions {
  readonly tools: GitTools;
  readonly exchange: Exchange;
  readonly service: string;
  readonly repository: GithubRepository;
  readonly token: GithubToken;
  readonly sizes: GithubSizes;
  readonly maxRefsPerPush: number | null;
  readonly acceptsUnknownLfs: boolean;
  /** A free path: the hook writes there why it refuses which ref. */
  readonly verdictFile: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** One push. */
export async function receivePush(options: PushOptions): Promise<Answer> {
  const { repository, token, verdictFile } = options;
  const mayChangeWorkflows = token.scopes.includes('workflow');
  const answer = await serveGit({
    tools: options.tools,
    exchange: options.exchange,
    directory: repository.directory,
    service: options.service,
    remoteUser: token.user.login,
    environment: {
      ...options.environment,
      ...hookEnvironment({
        maxFileBytes: options.sizes.maxFileBytes,
        mayChangeWorkflows,
        maxRefsPerPush: options.maxRefsPerPush,
        lfsDirectory: options.acceptsUnknownLfs ? null : repository.lfs.directory,
        verdictFile,
      }),
    },
  });
  // Nobody else can be refused with another reason than the hook's.
  const judged = !mayChangeWorkflows || options.maxRefsPerPush !== null;
  if (!judged || options.service === 'info/refs') return answer;
  if (!(answer.body instanceof Readable)) return answer;
  const report = await buffer(answer.body);
  if (!existsSync(verdictFile)) return { ...answer, body: report };
  const reasons = readReasons(verdictFile);
  await rm(verdictFile);
  return { ...answer, body: rewritePushReport(report, reasons) };
}

function readReasons(verdictFile: string): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const line of readFileSync(verdictFile, 'utf8').split('\n')) {
    const space = line.indexOf(' ');
    if (space >= 0) reasons.set(line.slice(0, space), line.slice(space + 1));
  }
  return reasons;
}
