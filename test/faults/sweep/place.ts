import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AddPullRequest } from '../../../sandbox/bitbucket/pull-requests/add-pull-request.ts';
import { usersEnvironment } from '../../../sandbox/environment.ts';
import { unlimitedGithub } from '../../../sandbox/github/rate-limit/limits.ts';
import { openWorkplace, type Workplace } from '../../helpers/program/workplace.ts';
import { hostCopy } from '../../helpers/repositories/host-copy.ts';
import { addRepositories } from '../../helpers/repositories/migration-fixture.ts';
import {
  goneBranches,
  makePullRequestHistory,
  pullRequestsOf,
} from '../../helpers/repositories/pull-request-fixture.ts';
import { seemLarge } from '../../helpers/repositories/seem-large.ts';
import { addPeople, withSettings } from '../../helpers/settings/settings-place.ts';
import { honest } from '../../sandbox/github/importer/import-changed.ts';
import { takeCensus } from '../census/census.ts';
import { censusOfImports } from '../census/census-imports.ts';
import { addOthersRepository } from '../others.ts';
import type { SweepSetting } from './case.ts';
import { fastClock } from './fast-program.ts';
import type { SweepPlace } from './sweep-place.ts';

const film = Buffer.from('a film in LFS\n');
const oid = createHash('sha256').update(film).digest('hex');
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${film.length}\n`;

/** How a merge is made on the target: the modes have one each. */
const mergesByPush = {
  threaded: 'any-branch',
  compact: 'default-branch',
  folded: 'never',
  imported: 'any-branch',
} as const;

/**
 * Both hosts without latency and limits, and one repository that nevertheless needs every kind of write: LFS objects, pull
 * requests of all outcomes with comments of all kinds, one of a fork, reviewers, attachments, settings. From a Data Center a
 * second one comes with it, which has the same rules: these become a ruleset of the organization.
 */
export async function openSweepPlace({ source, comments }: SweepSetting): Promise<SweepPlace> {
  // By the same clock as the program, which takes no repository for its own that is minutes older than its intent.
  const clock = fastClock();
  const isImported = comments === 'imported';
  const place = await openWorkplace({
    source,
    now: clock.now,
    // An Enterprise Server has no importer.
    ...(isImported ? { limits: { github: unlimitedGithub } } : { target: 'enterprise-server' }),
    githubRules: { mergesByPush: mergesByPush[comments], pushDelayMs: 0 },
  });
  const { sandbox, folder } = place;
  const { importer } = sandbox.github;
  Object.assign(importer.rules, honest);
  mkdirSync(join(folder, 'tmp'));
  await addWeb(place);
  // One mode has the pack go on to the target while it is fetched.
  if (comments === 'compact') seemLarge(sandbox.bitbucket.gitDirectory('web'));
  addOthersRepository(place);
  addPeople(place);
  const slugs = source === 'bitbucket-cloud' ? ['web'] : ['web', 'api'];
  await addRepositories(place, ...slugs.slice(1));
  const plan = withSettings(place.plan(...slugs));
  place.write('plan.json', {
    ...plan,
    rulesets: 'organization',
    repositories: plan.repositories.map((one, index) => ({
      ...one,
      // A plan for teams has no internal ones.
      visibility: isImported ? 'private' : 'internal',
      settings: one.settings?.filter(({ kind }) => index === 0 || kind === 'branch-rule'),
    })),
  });
  place.write('users.csv', 'source_username,target_username\njoe-bloggs,joe-gh\n');
  const path = (name: string) => join(folder, name);
  return {
    ...place,
    clock,
    planned: slugs.length,
    // How often an import is looked at depends on the time that this machine takes.
    ignores: ({ target }) => isImported && importer.imports.length > 0 && target === '/graphql',
    takeCensus: () => (isImported ? censusOfImports(place) : takeCensus(place)),
    environment: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: path('tmp'),
      MIGRATOR_STATE_DIR: path('state'),
      ...usersEnvironment(sandbox),
    },
    migrate: [
      ...['migrate', '--plan', path('plan.json'), '--user-map', path('users.csv')],
      ...(isImported ? ['--engine', 'archive'] : ['--comments', comments]),
      ...['--workers', '1', '-v'],
    ],
  };
}

async function addWeb({ sandbox, folder }: Workplace): Promise<void> {
  const { bitbucket, dataCenter, github } = sandbox;
  const history = makePullRequestHistory(folder, 'web', {
    '.gitattributes': '*.mp4 filter=lfs diff=lfs merge=lfs -text\n',
    'film.mp4': pointer,
  });
  const repository = await hostCopy(bitbucket, {
    slug: 'web',
    from: history.folder,
    without: goneBranches,
  });
  await repository.lfs.add(oid, film);
  dataCenter?.rules.archived.add('web');
  const joe = bitbucket.addPerson({ name: 'Joe Bloggs', nickname: 'joe-bloggs' });
  github.addUser({ login: 'joe-gh' });
  github.setMembership(sandbox.organization, 'joe-gh', { role: 'member', state: 'active' });
  const picture = dataCenter?.addAttachment('web', { name: 'a.png', bytes: Buffer.from('png') });
  const [merged, squashed, declined, open, forked, lost] = pullRequestsOf(history);
  const pullRequests: readonly (AddPullRequest | undefined)[] = [
    {
      ...merged,
      description: picture === undefined ? 'Nothing to see' : `![a picture](${picture})`,
      conversation: { comments: commentsOfAllKinds },
    },
    squashed,
    declined,
    { ...open, participants: [{ person: joe, role: 'REVIEWER' }] },
    forked,
    // A gap in the numbers.
    lost === undefined ? lost : { ...lost, number: 7 },
  ];
  for (const one of pullRequests) if (one !== undefined) bitbucket.addPullRequest('web', one);
}

const commentsOfAllKinds = [
  { text: 'A general remark' },
  {
    text: 'On the line',
    inline: { path: 'a.txt', to: 10 },
    resolved: true as const,
    replies: [{ text: 'A reply' }],
  },
  { text: 'On the file', inline: { path: 'new.txt' } },
  { text: 'Elsewhere', inline: { path: 'nowhere.txt', to: 3 } },
];
