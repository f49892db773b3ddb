import * as z from 'zod';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { PipelineSchedule } from '../../../ports/source-host.ts';
import { optionalText, orNull } from '../../shared/lenient-schema.ts';
import type { BitbucketCloud } from '../http/reading.ts';
import { repositoryPath } from '../names/names.ts';
import { createPermittedReader } from './permitted-reader.ts';

const scheduleRow = z.object({
  uuid: optionalText,
  enabled: orNull(z.boolean()),
  cron_pattern: optionalText,
  target: orNull(
    z.object({
      ref_type: optionalText,
      ref_name: optionalText,
      selector: orNull(z.object({ type: optionalText, pattern: optionalText })),
    }),
  ),
});

type ScheduleRow = z.infer<typeof scheduleRow>;

/** Reads when pipelines of a repository start by themselves: one request for every 100 schedules. */
export function createScheduleReader(
  bitbucket: BitbucketCloud,
): (request: SourceRepositoryName & Cancellable) => Promise<readonly PipelineSchedule[]> {
  const read = createPermittedReader(bitbucket, {
    doing: 'Reading the schedules of pipelines',
    role: 'read access to the repository',
  });
  return async (request) => {
    const rows = await read({
      path: `${repositoryPath(request)}/pipelines_config/schedules`,
      row: scheduleRow,
      fields: ['uuid', 'enabled', 'cron_pattern', 'target'],
      keyOf: (row: ScheduleRow) => row.uuid ?? JSON.stringify(row),
      what: 'schedule',
      of: `${request.workspace}/${request.slug}`,
      signal: request.signal,
    });
    return rows.map(toSchedule);
  };
}

/** An inventory keeps no longer texts. */
const mostLetters = 1000;

const kinds = { branches: 'branch', tags: 'tag', custom: 'custom' } as const;

function toSchedule({ enabled, cron_pattern: cron, target }: ScheduleRow): PipelineSchedule {
  const { type = null, pattern = null } = target?.selector ?? {};
  const kind =
    type === 'branches' || type === 'tags' || type === 'custom' ? kinds[type] : 'default';
  const isTag = target?.ref_type === 'tag';
  const short = (text: string | null) => (text ?? '').slice(0, mostLetters);
  return {
    ...{ cron: short(cron), enabled: enabled ?? true, kind },
    branch: isTag ? null : short(target?.ref_name ?? null),
    name: kind === 'default' ? '' : short(pattern),
  };
}
