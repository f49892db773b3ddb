import { readHead } from '../../git/bare-repository.ts';
import { type CommitFacts, findBranch, readCommits } from '../../git/read-commits.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { nodeId } from '../accounts/account-json.ts';
import type { Call, RepositoryCall } from '../rest/call.ts';
import { connection, type PageArguments } from './parts/connection.ts';

type UserView = (account: GithubAccount, call: Call) => object;

/** As much of a history as the sandbox shows. */
const mostCommits = 5000;

/** The default branch with the commits that lead to it; `null` for an empty repository. */
export async function defaultBranchRef(call: RepositoryCall, userView: UserView) {
  const { repository } = call;
  const place = { tools: call.tools, directory: repository.directory };
  const name = readHead(repository.directory);
  const tip = await findBranch(place, name);
  if (tip === null) return null;
  return {
    __typename: 'Ref',
    id: nodeId('REF', repository.id),
    name,
    async target() {
      const commits = await readCommits(place, [`-${mostCommits}`, tip]);
      const [newest] = commits;
      if (newest === undefined) return null;
      const view = (one: CommitFacts): object => commitView(one, call, userView);
      return {
        ...view(newest),
        history: (page: PageArguments) => connection(commits, page, { name: 'history', view }),
      };
    },
  };
}

function commitView(commit: CommitFacts, call: RepositoryCall, userView: UserView) {
  const [, name = '', email = ''] = /^(.*) <(.*)>$/.exec(commit.author) ?? [];
  const account = call.host.rules.resolvesCommitEmails ? ownerOf(email, call) : null;
  return {
    __typename: 'Commit',
    id: `C_${commit.hash}`,
    oid: commit.hash,
    message: commit.message,
    author: { name, email, user: account === null ? null : userView(account, call) },
  };
}

const noReply = /^(?:\d+\+)?([a-z\d_-]+)@users\.noreply\.github\.com$/i;

/** The account that has proved the address, or whose address of GitHub's own it is. */
function ownerOf(email: string, { host }: RepositoryCall): GithubAccount | null {
  const login = noReply.exec(email)?.[1];
  if (login !== undefined) return host.findAccount(login);
  return host.accounts.find(({ emails }) => emails.has(email.toLowerCase())) ?? null;
}
