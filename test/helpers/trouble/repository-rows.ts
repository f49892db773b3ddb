import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathWithoutGitLfs } from '../program/path-without-git-lfs.ts';
import { git, makeRepository } from '../repositories/git-fixture.ts';
import { hostCopy } from '../repositories/host-copy.ts';
import { bring, type Row, withConfig } from './row.ts';

/** Rows for a repository, or a part of it, that cannot arrive as it should. */
export const repositoryRows: readonly Row[] = [
  {
    condition: 'Large-file pointers remain after migration',
    produce: (place) =>
      bring(place, 'pointers', 'films:pointers')({ PATH: pathWithoutGitLfs(place.folder) }),
    code: 6,
    says: [
      '1 LFS object in the history, and git-lfs is not installed',
      'Install `git-lfs`, set `migration.include_lfs: true`, check the target storage quota',
    ],
  },
  {
    condition: 'Repository migration time-out',
    produce: (place) =>
      withConfig(place, 'migration:\n  timeout_seconds: 1\n', () => {
        const action = { kind: 'slow', ms: 20_000 } as const;
        place.sandbox.faults.add({ host: 'bitbucket-git', times: 9, action });
        return bring(place, 'slow')();
      }),
    code: 6,
    says: ['migration.timeout_seconds', 'shallow_clone', 'shallow_depth'],
  },
  {
    condition: 'File over the limit',
    async produce(place) {
      const folder = makeRepository(place.folder, 'large');
      writeFileSync(join(folder, 'film.mov'), Buffer.alloc(100 * 1024 * 1024 + 1));
      git(folder, 'add', 'film.mov');
      git(folder, 'commit', '-qm', 'Add a film');
      await hostCopy(place.sandbox.bitbucket, { slug: 'large', from: folder });
      return bring(place, 'large', 'large')();
    },
    code: 6,
    says: [/File film\.mov .* is .*; GitHub's limit is 100\.00 MiB/, '--large-files rewrite'],
  },
  {
    condition: 'Target repository exists',
    async produce(place) {
      const { github } = place.sandbox;
      const owner = github.findAccount('acme');
      if (owner === null) throw new Error('there is no acme');
      github.createRepository({ owner, creator: github.user, name: 'taken' });
      return bring(place, 'taken')();
    },
    code: 3,
    says: ['Repository already exists: acme/taken', '--skip-existing', '--overwrite'],
  },
  {
    condition: 'Missing pull-request comments',
    produce(place) {
      const action = { kind: 'status', status: 403, body: '{"type":"error"}' } as const;
      const path = /pullrequests\/\d+\/(comments|activity)/;
      place.sandbox.faults.add({ host: 'bitbucket', path, times: 99, action });
      return bring(place, 'unread')().finally(() => place.sandbox.faults.clear());
    },
    code: 6,
    says: ['403 Forbidden', /comments/],
  },
  {
    condition: 'Wrong author or ghost user on pull requests',
    produce: (place) => bring(place, 'unmapped')(),
    code: 0,
    says: ['No user map'],
  },
  {
    condition: 'State corrupted or resume impossible',
    async produce(place) {
      const run = bring(place, 'damaged');
      await run();
      writeFileSync(join(place.folder, 'state-damaged', 'migrator.sqlite'), 'not a database');
      return run();
    },
    code: 8,
    says: ['--reset-state', /status|--reset-repo|--resume/],
  },
];
