import type { StartHosts } from '../core/commands/embedded-hosts/hosts.ts';

/** The sandbox is no part of the program: it gets what it needs here, and is loaded for the commands that run it. */
export const startHosts: StartHosts = async (options) => {
  const [{ startHosts }, { licensing }, { loadArchive }] = await Promise.all([
    import('../../sandbox/index.ts'),
    import('../core/license/issue/issue-license.ts'),
    import('../core/archive/check/load-archive.ts'),
  ]);
  return startHosts({ ...options, licensing, loadArchive });
};
