import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actionlint } from '../helpers/pipelines/actionlint.ts';

const root = join(import.meta.dirname, '../..');
const workflows = globSync('{.github/workflows,docs/actions}/*.yml', { cwd: root }).sort();
const read = (name: string) => readFileSync(join(root, name), 'utf8');

/** A runner of GitHub that this version does not know yet. */
const newer = /: label "macos-15-intel" is unknown/;

/** A job of a workflow, as far as tests read it. */
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

describe('the workflows', () => {
  it('pass actionlint', async () => {
    expect(workflows).toContain('.github/workflows/release.yml');
    const found: string[] = [];
    for (const name of workflows) {
      found.push(...(await actionlint({ path: name, text: read(name) })));
    }
    expect(found.filter((one) => !newer.test(one))).toEqual([]);
  });

  it.each(workflows)('%s pins each action by commit, with its version beside it', (name) => {
    const used = read(name)
      .split('\n')
      .filter((line) => /\buses:/.test(line) && !/uses: \.\//.test(line));
    const pinned = /uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    const own = /uses: OWNER\/gh-migrator@/;
    expect(used.filter((line) => !pinned.test(line) && !own.test(line))).toEqual([]);
  });

  it.each(workflows)('%s puts nothing that others write into a script', (name) => {
    const { jobs } = parse(read(name)) as { jobs: Readonly<Record<string, Job>> };
    const scripts = Object.values(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run = [] }) => run),
    );
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });

  it('give the release no more rights than each job needs', () => {
    const { permissions, jobs } = parse(read('.github/workflows/release.yml')) as {
      permissions: object;
      jobs: Readonly<Record<string, Job>>;
    };
    expect(permissions).toEqual({});
    const writing = Object.entries(jobs).filter(([, job]) =>
      Object.values(job.permissions ?? {}).includes('write'),
    );
    expect(writing.map(([name]) => name)).toEqual(['release', 'npm', 'image', 'image-index']);
    expect(jobs.test?.permissions).toEqual({ contents: 'read' });
    expect(jobs.build?.permissions).toEqual({ contents: 'read' });
  });
});
