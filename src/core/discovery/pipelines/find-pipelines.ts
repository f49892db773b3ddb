import * as z from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { readImports } from '../../pipelines/imports/imports-of.ts';
import {
  maxPipelineBytes as maxBytes,
  type ReadFiles,
  sourceImports,
} from '../../pipelines/imports/source-imports.ts';
import { pipelineFile, summarizePipelines } from '../../pipelines/summarize.ts';
import { type PipelineSummary, pipelineSummarySchema } from '../../pipelines/summary-schema.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { PipelineSchedule, SourceHost } from '../../ports/source-host.ts';
import { type Scan, scanEach, scanFailure } from '../scan-each.ts';
import { fileScanRecords } from '../scan-records.ts';
import { createScanRefusals } from '../scan-refusals.ts';

export interface PipelinesFound {
  /** By slug; `null`: the default branch has no such file. */
  readonly facts: ReadonlyMap<string, { readonly pipelines: PipelineSummary | null }>;
  readonly failed: readonly { readonly slug: string; readonly error: MigratorError }[];
}

interface FindPipelines extends Scan {
  readonly source: SourceHost;
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
  /** Where an interrupted scan is kept. */
  readonly folder: string;
  /** Ignores earlier results. */
  readonly fresh: boolean;
  readonly clock: Clock;
  /** Tells what the source does not have. */
  readonly say: (line: string) => void;
}

const recordSchema = z.object({ id: z.string(), pipelines: pipelineSummarySchema.nullable() });

/**
 * Reads each repository's pipeline file on its default branch, and grades it: one request for each, one more for the schedules
 * where there is such a file, and one for each file that is imported.
 */
export async function findPipelines(options: FindPipelines): Promise<PipelinesFound> {
  const { source, workspace, repositories, folder, fresh, clock, say } = options;
  if (source.secrets === null) {
    say(`warning  ${source.hostname} has no pipelines; Jenkins and Bamboo are not converted`);
    return { facts: new Map(), failed: [] };
  }
  const named = { name: 'pipelines', schema: recordSchema, folder, workspace, fresh, clock };
  const records = fileScanRecords(named);
  const found = new Map<string, PipelineSummary | null>();
  for (const { id, pipelines } of await records.read()) found.set(id, pipelines);
  const readSchedules = createScheduleReader(options);
  const files: ReadFiles = new Map();
  const { attempt, refused } = createScanRefusals<SourceRepository>();
  try {
    await scanEach(repositories, options, (repository, signal) =>
      attempt(repository, async () => {
        const { id } = repository;
        if (found.has(id)) return;
        const asked = { ...options, files, signal };
        const pipelines = await readPipelines(repository, readSchedules, asked);
        await records.add({ id, pipelines });
        found.set(id, pipelines);
      }),
    );
  } catch (thrown) {
    throw scanFailure(thrown, {
      message: `Stopped after reading the pipelines of ${found.size} of ${repositories.length} repositories`,
      hint: 'The results are saved: run the same command again within a day to continue.',
    });
  }
  if (refused.size === 0) await records.clear();
  return {
    facts: new Map(
      repositories.flatMap(({ id, slug }) => {
        const pipelines = found.get(id);
        return pipelines === undefined ? [] : [[slug, { pipelines }]];
      }),
    ),
    failed: [...refused].map(([{ slug }, error]) => ({ slug, error })),
  };
}

type ReadSchedules = (
  repository: SourceRepository,
  signal: AbortSignal | undefined,
) => Promise<readonly PipelineSchedule[]>;

async function readPipelines(
  repository: SourceRepository,
  readSchedules: ReadSchedules,
  { source, workspace, files, signal }: FindPipelines & { readonly files: ReadFiles },
): Promise<PipelineSummary | null> {
  const { slug, defaultBranch } = repository;
  if (defaultBranch === null) return null;
  const wanted = { workspace, slug, ref: defaultBranch, maxBytes, signal };
  const text = await source.readTextFile({ ...wanted, path: pipelineFile });
  if (text === null) return null;
  const ofOthers = sourceImports({ source, workspace, files, signal });
  const imports = await readImports(text, (one) =>
    ofOthers(
      one.repository === null ? { repository: slug, ref: defaultBranch, path: one.path } : one,
    ),
  );
  const schedules = await readSchedules(repository, signal);
  return summarizePipelines(text, { schedules, defaultBranch, imports });
}

/** Schedules are read as far as the credentials allow it; without them, files are converted all the same. */
function createScheduleReader({ source, workspace, say }: FindPipelines): ReadSchedules {
  let isRefused = false;
  return async ({ slug }, signal) => {
    if (source.listSchedules === null || isRefused) return [];
    try {
      return await source.listSchedules({ workspace, slug, signal });
    } catch (error) {
      if (!(error instanceof MigratorError) || error.code !== 'permission') throw error;
      if (!isRefused) say(`warning  Schedules are not converted: ${error.hint ?? error.message}`);
      isRefused = true;
      return [];
    }
  };
}
