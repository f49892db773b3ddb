import { createHash } from 'node:crypto';
import { History } from '../history/history.ts';
import { incompressibleBytes } from '../history/random.ts';
import { projects, type SampleRepository } from '../sample-repository.ts';

interface Assets {
  readonly logos: readonly Buffer[];
  readonly film: Buffer;
  /** Reachable from an old tag alone. */
  readonly retiredPoster: Buffer;
}

function makeAssets(): Assets {
  return {
    logos: [1, 2, 3].map((version) => incompressibleBytes(180_000, 1000 + version)),
    film: incompressibleBytes(2_500_000, 2000),
    retiredPoster: incompressibleBytes(640_000, 3000),
  };
}

const attributes =
  '*.psd filter=lfs diff=lfs merge=lfs -text\n*.mp4 filter=lfs diff=lfs merge=lfs -text\n';

/** Pictures and a film in LFS: several versions of one file, and one that only an old tag still names. */
export function lfsRepository({ hasLfs }: { hasLfs: boolean }): SampleRepository {
  const held = hasLfs ? pointerTo : (content: Uint8Array) => `${oidOf(content)}\n`;
  return {
    facts: {
      slug: 'design-assets',
      name: 'Design Assets',
      description: 'Logos, posters and films of the brand. Large files are in Git LFS.',
      project: projects.shop,
      createdOn: new Date('2022-01-17T10:20:30.005Z'),
      updatedOn: new Date('2026-09-12T13:37:00.777Z'),
    },
    history() {
      const { logos, film, retiredPoster } = makeAssets();
      const history = new History({ start: '2022-01-17T10:00:00Z', stepMinutes: 20_160 });
      const lead = history.commit({
        branch: 'main',
        message: 'Track pictures and films with LFS',
        changes: {
          ...(hasLfs ? { '.gitattributes': attributes } : {}),
          'README.md': '# Design assets\n\nRun `git lfs install` first.\n',
        },
      });
      history.commit({
        branch: 'refs/tags/brand-2022',
        from: lead,
        message: 'Poster of the 2022 brand, since retired',
        changes: { 'posters/2022.psd': held(retiredPoster) },
      });
      for (const [index, logo] of logos.entries()) {
        history.commit({
          branch: 'main',
          message: `Logo, version ${index + 1}`,
          changes: { 'logos/acme.psd': held(logo) },
        });
      }
      history.commit({
        branch: 'main',
        message: 'Film for the autumn campaign',
        changes: { 'films/autumn.mp4': held(film) },
      });
      return history;
    },
    async finish({ repository }) {
      if (!hasLfs) return;
      const { logos, film, retiredPoster } = makeAssets();
      for (const content of [...logos, film, retiredPoster]) {
        await repository.lfs.add(oidOf(content), content);
      }
    },
  };
}

function oidOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function pointerTo(content: Uint8Array): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(content)}\nsize ${content.length}\n`;
}
