import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A state of a screen that becomes a picture. */
interface Picture {
  /** Of `migrator screens`. */
  readonly state: string;
  readonly size: { readonly columns: number; readonly rows: number };
  /** Describes it for those who cannot see it. */
  readonly label: string;
}

/** The pictures of README.md and docs/. */
export const pictures = {
  selection: {
    state: 'wizard, repositories',
    size: { columns: 100, rows: 24 },
    label:
      'The wizard lists the repositories of a workspace, with size, pull requests, LFS, last activity and notes',
  },
  review: {
    state: 'wizard, review',
    size: { columns: 100, rows: 30 },
    label:
      'The review of the wizard: what would arrive and what it costs, before anything is written',
  },
  dashboard: {
    state: 'dashboard, half-way',
    size: { columns: 120, rows: 37 },
    label:
      'The dashboard of a running migration: progress, limits of both hosts, repositories, log',
  },
  result: {
    state: 'result, things to do by hand',
    size: { columns: 110, rows: 34 },
    label:
      'The result of a migration: what arrived, what is left to do by hand, and the next steps as keys',
  },
} as const satisfies Readonly<Record<string, Picture>>;

export type PictureName = keyof typeof pictures;
export const pictureNames = Object.keys(pictures) as readonly PictureName[];

/** The looks that pictures are drawn in, one for dark pages and one for light ones. */
export const pictureLooks = ['dark', 'light'] as const;

export type PictureLook = (typeof pictureLooks)[number];

const root = fileURLToPath(new URL('../../', import.meta.url));

export function assetOf(name: PictureName, look: PictureLook): string {
  return join(root, 'assets', `${name}-${look}.svg`);
}
