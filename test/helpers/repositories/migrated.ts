import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { AddConversation } from '../../../sandbox/bitbucket/pull-requests/build-conversation.ts';
import { askGithub } from '../../sandbox/helpers/rest.ts';
import type { Ended } from '../program/run-program.ts';
import { openWorkplace, type Workplace } from '../program/workplace.ts';
import { git } from './git-fixture.ts';
import { hostCopy } from './host-copy.ts';
import {
  goneBranches,
  makePullRequestHistory,
  type PullRequestHistory,
  pullRequestsOf,
} from './pull-request-fixture.ts';

const run = promisify(execFile);
const film = 'a film';
export const filmOid = createHash('sha256').update(film).digest('hex');

const conversation: AddConversation = {
  comments: [
    { text: 'A general remark' },
    {
      text: 'On the line',
      inline: { path: 'a.txt', to: 10 },
      resolved: true,
      replies: [{ text: 'A reply' }],
    },
    { text: 'On the old line', inline: { path: 'a.txt', from: 10 } },
    { text: 'On the file', inline: { path: 'new.txt' } },
  ],
};

/** Describes what `verify --json` says. */
interface VerificationJson {
  readonly counts: Readonly<Record<string, number>>;
  readonly requests: {
    readonly hosts: readonly { readonly host: string; readonly requests: number }[];
    readonly ref_lists: number;
  };
  readonly repositories: readonly {
    readonly source: string;
    readonly notes: readonly string[];
    readonly differences: readonly {
      readonly verdict: string;
      readonly kind: string;
      readonly name: string;
      readonly message: string;
      readonly advice: string | null;
      readonly can_be_mended: boolean;
    }[];
  }[];
}

/** A repository `web` with branches, tags, an LFS object and pull requests of every kind, brought to the target. */
export interface Migrated extends AsyncDisposable {
  readonly place: Workplace;
  readonly history: PullRequestHistory;
  readonly id: string;
  verify(...more: readonly string[]): Promise<Ended & { readonly json: VerificationJson }>;
  /** As the token's owner, below `/repos/acme/web`. */
  ask(method: string, path: string, body?: unknown): Promise<void>;
  /** With real git, from the fixture's folder. */
  push(...refspecs: readonly string[]): Promise<void>;
}

export async function openMigrated(options: { archived?: boolean } = {}): Promise<Migrated> {
  const place = await openWorkplace({ limits: { github: 'none' } });
  const { sandbox } = place;
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${filmOid}\nsize ${film.length}\n`;
  const history = makePullRequestHistory(place.folder, 'fixture', { 'film.mp4': pointer });
  git(history.folder, 'tag', 'v1', 'main');
  git(history.folder, 'tag', '-a', 'v2', '-m', 'Version 2', 'main');
  git(history.folder, 'branch', 'spare', 'main~1');
  const { lfs } = await hostCopy(sandbox.bitbucket, {
    slug: 'web',
    from: history.folder,
    without: goneBranches,
  });
  await lfs.add(filmOid, Buffer.from(film));
  const [first, ...others] = pullRequestsOf(history);
  sandbox.bitbucket.addPullRequest('web', { ...first, conversation });
  for (const one of others) sandbox.bitbucket.addPullRequest('web', one);
  place.write('plan.json', place.plan('web'));
  const { code, stdout, stderr } = await place.run(['migrate', '--plan', 'plan.json']);
  if (code !== 0) throw new Error(`it was not migrated:\n${stdout}\n${stderr}`);
  const id = /mig_\w{12}/.exec(stdout)?.[0] ?? '';
  if (options.archived === true)
    await askGithub(sandbox, 'PATCH', '/repos/acme/web', { archived: true });
  return {
    place,
    history,
    id,
    async verify(...more) {
      const ended = await place.run(['verify', '--migration', id, '--json', ...more]);
      const line = ended.stdout.split('\n').find((one) => one.includes('"type":"verification"'));
      if (line === undefined)
        throw new Error(`nothing was compared:\n${ended.stdout}\n${ended.stderr}`);
      return { ...ended, json: JSON.parse(line) as VerificationJson };
    },
    async ask(method, path, body) {
      const { status, text } = await askGithub(sandbox, method, `/repos/acme/web${path}`, body);
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
    },
    async push(...refspecs) {
      const { DST_GIT_URL = '', DST_TOKEN = '' } = sandbox.environment;
      const url = new URL(`${DST_GIT_URL}/acme/web.git`);
      url.username = 'x-access-token';
      url.password = DST_TOKEN;
      // The host runs in this process: it must not be kept from answering.
      await run('git', ['push', '-q', url.href, ...refspecs], { cwd: history.folder });
    },
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}
