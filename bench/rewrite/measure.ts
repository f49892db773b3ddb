import { spawnSync } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rewriteMirror } from '../../src/core/git/rewrite/rewritten-mirror.ts';
import { makeTool } from '../../test/core/git/fixture.ts';
import type { Part, Section } from '../document/section.ts';
import { timeProcess } from '../run-process.ts';
import { type ProcessEnvironment, say } from '../surroundings.ts';

const commits = 3000;
const largeFiles = 300;
/** Bytes. */
const limit = 10_000;
const rounds = 3;

/** A history with large files, rewritten to LFS. */
export const rewrite: Section = { name: 'rewrite', title: 'Rewriting large files', measure };

const prose = `
A history of ${commits.toLocaleString('en-US')} commits, ${largeFiles} of which add a file over the limit, rewritten to Git LFS with all checks (refs, commits,
trees, \`git fsck\`, hashes of the LFS objects), against \`git lfs migrate import\` alone, which checks nothing. Then the same again
after one more commit.`;

async function measure(processEnvironment: ProcessEnvironment): Promise<Part[]> {
  const { folder, environment } = processEnvironment;
  say(`a history of ${commits} commits with ${largeFiles} large files, rewritten ...`);
  const place = join(folder, 'rewrite');
  const directory = join(place, 'mirror.git');
  await mkdir(place);
  git(environment, place, ['init', '--quiet', '--bare', directory]);
  git(environment, directory, ['fast-import', '--quiet'], history(0, commits));
  const tool = await makeTool(join(place, 'run'));
  const into = join(place, 'copy.git');
  const ours: number[] = [];
  const again: number[] = [];
  const baseline: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const plain = join(place, 'plain.git');
      await cp(directory, plain, { recursive: true });
      const args = ['lfs', 'migrate', 'import', '--everything', '--skip-fetch', '--yes'];
      baseline.push(
        timeProcess({
          ...{ command: 'git', environment, folder: plain },
          args: [...args, `--above=${limit + 1}b`],
        }),
      );
      await rm(into, { recursive: true, force: true });
      const update = () => rewriteMirror({ git: tool, directory, into, limit });
      ours.push(await time(update));
      git(environment, directory, ['fast-import', '--quiet'], history(commits + round, 1));
      again.push(await time(update));
      await rm(plain, { recursive: true, force: true });
    }
  } finally {
    await tool.close();
    await rm(place, { recursive: true, force: true });
  }
  const name = `${commits.toLocaleString('en-US')} commits, ${largeFiles} large files`;
  return [
    {
      prose,
      figures: [
        { name, ours, baseline, bound: 1.3 },
        { name: 'one commit more', ours: again, baseline, bound: null },
      ],
    },
  ];
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Commits on one branch, each with a small file, and every tenth with a large one. */
function history(from: number, many: number): string {
  return Array.from({ length: many }, (_, index) => {
    const number = from + index;
    const small = `M 100644 inline src/${number % 50}/file.txt\n${data(`Text ${number}\n`)}`;
    const large = data(`${number} `.repeat(limit));
    const isLarge = number % (commits / largeFiles) === 0;
    return [
      `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_577_836_800 + number} +0000\n`,
      data(`Change ${number}\n`),
      index === 0 && from > 0 ? 'from refs/heads/main^0\n' : '',
      small,
      isLarge ? `M 100644 inline assets/${number}.bin\n${large}` : '',
    ].join('');
  }).join('');
}

function data(text: string): string {
  return `data ${text.length}\n${text}\n`;
}

function git(
  environment: ProcessEnvironment['environment'],
  folder: string,
  args: readonly string[],
  input = '',
): void {
  const { status, stderr } = spawnSync('git', args, {
    cwd: folder,
    env: { ...environment },
    input,
  });
  if (status !== 0) throw new Error(String(stderr));
}
