import { runGit } from '../../git/git-tools.ts';
import { History, signature } from '../history/history.ts';
import { importHistory } from '../history/import-history.ts';
import { createSshSigner } from '../history/ssh-signature.ts';
import { releaseManager } from '../people.ts';
import { projects, type SamplePlace, type SampleRepository } from '../sample-repository.ts';

const signer = createSshSigner('the release key of the sample workspace');

/** Names that Git allows and careless programs stumble over. */
const oddBranches = [
  '--flag-like',
  '$(id)',
  'it\'s-"quoted"',
  'größe/日本語-🚀',
  '`whoami`;true',
  'a&b|c',
  '%2e%2e%2f',
  '{braces}',
  'UPPER/Case',
  `deep/${Array.from({ length: 40 }, (_, level) => `l${level}`).join('/')}`,
];

/** Annotated and signed tags, a tag of a tag, and odd names of branches. */
export const tagsRepository: SampleRepository = {
  facts: {
    slug: 'release-tools',
    name: 'release-tools',
    description: 'Cuts, signs and announces releases.',
    project: projects.platform,
    language: 'shell',
    createdOn: new Date('2021-11-03T12:00:00.321Z'),
    updatedOn: new Date('2026-08-21T15:10:05.640Z'),
  },
  history() {
    const history = new History({ start: '2021-11-03T12:00:00Z', stepMinutes: 10_080 });
    for (let version = 1; version <= 5; version += 1) {
      const commit = history.commit({
        branch: 'main',
        message: `Release script, version ${version}`,
        changes: {
          'release.sh': `#!/bin/sh\necho release ${version}\n`,
          allowed_signers: `${releaseManager.email} ${signer.publicKey}\n`,
        },
      });
      history.annotatedTag(`v${version}.0.0`, commit, `Release ${version}\n`, releaseManager);
      history.ref(`refs/tags/build-${version}`, commit);
    }
    for (const branch of oddBranches) history.ref(branch, 3);
    history.ref('refs/tags/größe-v1', 2);
    return history;
  },
  finish: addSignedTag,
};

/** Its signature is really valid: `git verify-tag` accepts it with the repository's `allowed_signers`. */
async function addSignedTag({ tools, directory }: SamplePlace): Promise<void> {
  const commit = (await runGit(tools, directory, ['rev-parse', 'refs/heads/main'])).trim();
  const inner = (await runGit(tools, directory, ['rev-parse', 'refs/tags/v5.0.0'])).trim();
  const start = '2026-08-21T15:00:00Z';
  const history = new History({ start, stepMinutes: 1 });
  const message = 'Release 6, signed\n';
  const tagger = signature(releaseManager, Date.parse(start) / 1000 + 60);
  const text = `object ${commit}\ntype commit\ntag v6.0.0\ntagger ${tagger}\n\n${message}`;
  history.annotatedTag('v6.0.0', commit, `${message}${signer.sign(text)}`, releaseManager);
  history.annotatedTag('approved-v5', inner, 'Approved by the release board\n', releaseManager);
  await importHistory(tools, directory, history);
}
