import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The pictures of README.md and docs/, with what each shows, for those who cannot see it. */
export const labels = {
  selection:
    'The wizard lists the repositories of a workspace, with size, pull requests, LFS, last activity and notes',
  review:
    'The review of the wizard: what would arrive and what it costs, before anything is written',
  dashboard:
    'The dashboard of a running migration: progress, limits of both hosts, repositories, log',
  result:
    'The result of a migration: counts, causes of warnings, a link for each repository, and the next steps as keys',
} as const;

export type PictureName = keyof typeof labels;
export const pictureNames = Object.keys(labels) as readonly PictureName[];

/** Of the terminal that they are recorded at. */
export const pictureColumns = 120;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the test of the demo records a screen, with its colours. */
export function recordingOf(name: PictureName): string {
  return join(root, 'test/terminal/recordings/pictures', `${name}.ansi`);
}

export function assetOf(name: PictureName, scheme: string): string {
  return join(root, 'assets', `${name}-${scheme}.svg`);
}
