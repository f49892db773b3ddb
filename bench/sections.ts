import { calibration } from './calibration/measure.ts';
import { cutover } from './cutover/measure.ts';
import { dashboard } from './dashboard/measure.ts';
import { discovery } from './discover.ts';
import type { Section } from './document/section.ts';
import { estimate } from './estimate/measure.ts';
import { limits } from './limits.ts';
import { migrating } from './migrating/measure.ts';
import { pipelines } from './pipelines/measure.ts';
import { archives } from './pull-requests/archives.ts';
import { imports } from './pull-requests/imports.ts';
import { pullRequests } from './pull-requests/measure.ts';
import { memory } from './pull-requests/memory.ts';
import { rewrite } from './rewrite/measure.ts';
import { secrets } from './secrets/measure.ts';
import { settings } from './settings/measure.ts';
import { startUp } from './start-up.ts';
import { state } from './state/measure.ts';
import { sync } from './sync/measure.ts';
import { wizard } from './wizard/measure.ts';
import { workers } from './workers/measure.ts';

/** In the order of docs/benchmarks.md. */
export const sections: readonly Section[] = [
  migrating,
  rewrite,
  sync,
  cutover,
  pullRequests,
  memory,
  archives,
  imports,
  startUp,
  discovery,
  secrets,
  settings,
  pipelines,
  calibration,
  limits,
  state,
  workers,
  dashboard,
  estimate,
  wizard,
];
