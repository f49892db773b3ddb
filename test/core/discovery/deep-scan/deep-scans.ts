import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { fileRecords } from '../../../../src/core/discovery/deep-scan/deep-records.ts';
import {
  type DeepScanResult,
  deepScan,
} from '../../../../src/core/discovery/deep-scan/deep-scan.ts';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import type { SourceRepository } from '../../../../src/core/ports/records/repository.ts';
import { createHandClock } from '../../clocks.ts';
import { sourceRepository } from '../../source-repository.ts';
import { type FakeSource, pullRequest } from '../fake-source.ts';

export interface Run {
  readonly repositories?: readonly SourceRepository[];
  readonly withPeople?: boolean;
  readonly fresh?: boolean;
  readonly drain?: AbortSignal;
}

type Scan = (
  fake: FakeSource,
  run?: Run,
) => Promise<DeepScanResult & { readonly events: readonly RunEvent[] }>;

/** Deep scans whose records lie in a folder that each test has for itself. */
export function deepScans(): { readonly scan: Scan; readonly folder: () => string } {
  let folder: string;
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'migrator-look-')), 'discovery');
  });
  afterEach(() => {
    rmSync(join(folder, '..'), { recursive: true });
  });
  const scan: Scan = async (
    { source },
    { repositories = [sourceRepository('api')], withPeople = false, fresh = false, drain } = {},
  ) => {
    const events: RunEvent[] = [];
    const result = await deepScan({
      source,
      workspace: 'acme',
      repositories,
      withPeople,
      records: fileRecords({ folder, fresh }),
      clock: createHandClock(),
      emit: (event) => events.push(event),
      signal: new AbortController().signal,
      drain: drain ?? new AbortController().signal,
    });
    return { ...result, events };
  };
  return { scan, folder: () => folder };
}

/** Pull requests with the numbers from 1. */
export function many(count: number, commentCount = 0) {
  return Array.from({ length: count }, (_, index) => pullRequest(index + 1, { commentCount }));
}

/** Returns what a scan said it would take. */
export function plans(events: readonly RunEvent[]) {
  return events.filter((event) => event.type === 'deep-look-planned');
}
