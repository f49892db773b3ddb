import { startHosts } from '../../../sandbox/index.ts';
import { loadArchive } from '../../../src/core/archive/check/load-archive.ts';
import type { StartHosts } from '../../../src/core/commands/embedded-hosts/hosts.ts';
import { licensing } from '../../../src/core/license/issue/issue-license.ts';

/** As the registry hands the hosts to the commands, without the sample's repositories, which take most of the time. */
export const startEmptyHosts: StartHosts = (options) =>
  startHosts({ ...options, licensing, loadArchive, workspace: 'empty' });
