import { History, type Mark } from '../../sandbox/sample/history/history.ts';
import { incompressibleBytes } from '../../sandbox/sample/history/random.ts';
import { sourceText } from './source-text.ts';

export interface BenchRepository {
  readonly slug: string;
  readonly history: () => History;
}

export type Group = 'tiny' | 'tiny-95' | 'small' | 'many-ref' | 'large' | 'huge';

const start = '2021-02-08T08:00:00Z';

/** The same histories every time, so that figures of different days can be compared. */
export function repositoriesOf(group: Group): readonly BenchRepository[] {
  switch (group) {
    case 'tiny':
      return numbered(1000, (index) => ({ slug: `tiny-${index}`, history: tinyHistory }));
    case 'tiny-95':
      return repositoriesOf('tiny').slice(0, 95);
    case 'small':
      return numbered(20, (index) => ({
        slug: `small-${index}`,
        history: () => smallHistory(index),
      }));
    case 'many-ref':
      return numbered(2, (index) => ({ slug: `many-ref-${index}`, history: manyRefHistory }));
    case 'large':
      return numbered(2, (index) => ({
        slug: `large-${index}`,
        history: () => largeHistory(index, 3000),
      }));
    case 'huge':
      return [{ slug: 'huge', history: () => largeHistory(5, 14_000) }];
  }
}

function numbered<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index + 1));
}

/** Three commits, two branches and a tag. */
function tinyHistory(): History {
  const history = new History({ start });
  const commits = [1, 2, 3].map((number) =>
    history.commit({
      branch: 'main',
      message: `Change ${number}`,
      changes: { 'readme.md': `Version ${number}\n` },
    }),
  );
  history.ref('feature/one', at(commits, 1));
  history.ref('refs/tags/v1.0', at(commits, 2));
  return history;
}

/** 60 commits, five branches, three tags, and a picture of 200 kB. */
function smallHistory(seed: number): History {
  const history = new History({ start });
  const commits: Mark[] = [];
  for (let index = 0; index < 60; index += 1) {
    const picture = index === 20 ? { 'logo.png': incompressibleBytes(200_000, seed) } : {};
    commits.push(
      history.commit({
        branch: 'main',
        message: `Change ${index}`,
        changes: { [`src/part-${index % 12}.ts`]: sourceText(seed + index, 60), ...picture },
      }),
    );
  }
  for (let index = 0; index < 4; index += 1) {
    history.ref(`feature/${index}`, at(commits, 10 + 12 * index));
  }
  for (let index = 0; index < 3; index += 1) {
    history.ref(`refs/tags/v1.${index}`, at(commits, 15 + 20 * index));
  }
  return history;
}

/** 1,400 branches and 600 tags on 300 commits. */
function manyRefHistory(): History {
  const history = new History({ start });
  const commits: Mark[] = [];
  for (let index = 0; index < 300; index += 1) {
    const changes = { [`config/part-${index % 20}.json`]: sourceText(index, 20) };
    commits.push(history.commit({ branch: 'main', message: `Nightly ${index}`, changes }));
  }
  for (let index = 1; index < 1400; index += 1) {
    history.ref(`experiment/${String(index).padStart(4, '0')}`, at(commits, 7 * index));
  }
  for (let index = 0; index < 600; index += 1) {
    history.ref(`refs/tags/nightly/${String(index).padStart(4, '0')}`, at(commits, 11 * index));
  }
  return history;
}

/** Commits on 400 text files, and at every 43rd of them a file of 1.5 MB that nothing can compress: 110 MB for 3,000. */
function largeHistory(seed: number, many: number): History {
  const history = new History({ start, stepMinutes: 240 });
  const commits: Mark[] = [];
  for (let index = 0; index < many; index += 1) {
    const file = (index * 37) % 400;
    const path = `src/module-${file % 25}/part-${file}.ts`;
    const image = index % 43 === 0 ? binaryFile(index, seed) : {};
    commits.push(
      history.commit({
        branch: 'main',
        message: `ACME-${1000 + index}: change part ${file}`,
        changes: { [path]: sourceText(file * 31 + index, 240), ...image },
      }),
    );
  }
  for (let index = 0; index < 25; index += 1) {
    history.ref(`release/${index}`, at(commits, 100 * index));
    history.ref(`refs/tags/v${index}.0`, at(commits, 100 * index + 50));
  }
  return history;
}

function binaryFile(index: number, seed: number): Record<string, Uint8Array> {
  return { [`assets/image-${index}.bin`]: incompressibleBytes(1_500_000, 7919 * seed + index + 1) };
}

function at(commits: readonly Mark[], index: number): Mark {
  return commits[index % commits.length] ?? 1;
}
