import type { NamedFile } from '../kernel/files/check-outputs.ts';
import { defaultConfigFile } from './load-config.ts';

/** The files that any command may use besides its own, and that no result goes to. */
export function commonInputs(
  flags: { readonly config?: string | undefined },
  { log }: { readonly log: { readonly path: string } | null },
): readonly NamedFile[] {
  return [
    { flag: '--config', path: flags.config ?? defaultConfigFile },
    { flag: '--log-file', path: log?.path },
  ];
}
