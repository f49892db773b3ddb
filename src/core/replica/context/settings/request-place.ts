import type { RefUpdate } from '../../../git/push/update-remote-refs.ts';
import type { ReadImport } from '../../../pipelines/imports/imports-of.ts';
import type { MovedRepositories } from '../../../settings/request/submodules.ts';
import type { Markers } from '../../../text/context/marker.ts';
import type { OwnRequest } from '../../model/own-requests.ts';

/** Where the files of migrator's own pull requests are read, committed and pushed from. */
export interface RequestPlace {
  /** `migrator/settings`, or a name that the source leaves free. */
  readonly branches: Readonly<Record<OwnRequest['branch'], string>>;
  readonly markers: Pick<Markers, 'mark' | 'bears'>;
  readonly moved: MovedRepositories;
  /** The default branch; `null` without one. */
  base(): Promise<{ readonly branch: string; readonly commit: string } | null>;
  /** In the order of the paths; `null` where there is no such file. */
  read(commit: string, paths: readonly string[]): Promise<readonly (string | null)[]>;
  /** Reads a file of another repository of the source, which pipelines are imported from. */
  readonly readOther: ReadImport;
  /** Names no ref. The same content at the same place is the same commit. */
  commit(options: {
    onto: string;
    files: readonly { readonly path: string; readonly text: string }[];
    message: string;
  }): Promise<string>;
  /** @throws the refusal */
  push(update: RefUpdate): Promise<void>;
}
