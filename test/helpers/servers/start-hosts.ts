import { startHosts as start } from '../../../sandbox/index.ts';
import type { StartHosts } from '../../../src/core/commands/embedded-hosts/hosts.ts';
import { licensing } from '../../../src/core/license/issue/issue-license.ts';

/** As the registry hands the hosts to the commands. */
export const startHosts: StartHosts = (options) => start({ ...options, licensing });

/** Without the sample's repositories, which take most of the time. */
export const startEmptyHosts: StartHosts = (options) =>
  start({ ...options, licensing, workspace: 'empty' });
