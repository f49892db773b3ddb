import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSchedule as addToHost } from '../../../sandbox/bitbucket/pipelines/pipelines.ts';
import type { Workplace } from '../program/workplace.ts';
import { git } from '../repositories/git-fixture.ts';

/** A step that stays as it is, and a manual one that changes. */
export const somePipelines = `pipelines:
  default:
    - step:
        name: Test
        script:
          - npm test
  branches:
    main:
      - step:
          name: Release
          trigger: manual
          deployment: production
          script:
            - npm publish --token $NPM_TOKEN
image: node:22
`;

/** Pushes a pipeline file to the default branch of a repository on the source. */
export function addPipelines(
  place: Pick<Workplace, 'sandbox' | 'folder'>,
  slug: string,
  text: string = somePipelines,
): void {
  addFile(place, slug, 'bitbucket-pipelines.yml', text);
}

/** The same for any file. @param text `null` deletes it */
export function addFile(
  place: Pick<Workplace, 'sandbox' | 'folder'>,
  slug: string,
  name: string,
  text: string | null,
): void {
  const work = mkdtempSync(join(place.folder, 'pipelines-'));
  git(place.folder, 'clone', '-q', place.sandbox.bitbucket.gitDirectory(slug), work);
  if (text === null) git(work, 'rm', '-q', name);
  else writeFileSync(join(work, name), text);
  git(work, 'add', '--all');
  git(work, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', `Change ${name}`);
  git(work, 'push', '-q', 'origin', 'HEAD');
}

/** Starts the default pipeline of a repository at times, on its main branch. */
export function addSchedule(
  { sandbox: { bitbucket } }: Pick<Workplace, 'sandbox'>,
  slug: string,
  cron: string,
): void {
  const uuid = bitbucket.findRepository(slug)?.uuid ?? '';
  const ref = { type: 'branch', name: 'main' } as const;
  const selector = { type: 'default' };
  addToHost(bitbucket.pipelines.enable(uuid), uuid, { cron, enabled: true, ref, selector });
}

/** More findings than a description has room for. */
export const manyManualSteps = [
  'pipelines:',
  '  custom:',
  ...[1, 2, 3].flatMap(manualSteps),
  'image: node:22',
  '',
].join('\n');

function manualSteps(pipeline: number): readonly string[] {
  const steps = Array.from(
    { length: 200 },
    (_, step) =>
      `      - step: {trigger: manual, deployment: production-${pipeline}-${step}, script: [make]}`,
  );
  return [`    release-${pipeline}:`, ...steps];
}
