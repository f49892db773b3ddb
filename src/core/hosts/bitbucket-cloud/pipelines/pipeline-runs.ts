import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import { factsOf, field, type HttpResponse, oneLine } from '../../../network/response/response.ts';
import type { PipelineRun, PipelineRunner } from '../../../ports/pipeline-runner.ts';
import type { SourceRepositoryName } from '../../../ports/pull-request-source.ts';
import { orNull, text } from '../../shared/lenient-schema.ts';
import { type BitbucketCloud, notUnderstood } from '../http/reading.ts';
import { ask } from '../http/writing.ts';
import { repositoryPath } from '../names/names.ts';

const named = z.object({ name: text });

const runSchema = z.object({
  uuid: z.string().regex(/^\{?[A-Za-z0-9-]{1,64}\}?$/),
  build_number: orNull(z.number().int().nonnegative()),
  state: orNull(
    z.object({
      name: text,
      stage: orNull(named),
      result: orNull(named.extend({ error: orNull(z.object({ message: text })) })),
    }),
  ),
});

const listSchema = z.object({ values: z.array(z.unknown()) });

/** Starts, reads and stops pipeline runs. */
export function createRunControl(
  bitbucket: BitbucketCloud,
  scope: string,
): Pick<PipelineRunner, 'start' | 'read' | 'runsOf' | 'stop'> {
  const { host } = bitbucket.client;
  return {
    async start({ branch, pipeline, signal, ...repository }) {
      const path = `${pipelinesPath(repository)}/`;
      const answer = await ask(bitbucket, {
        method: 'POST',
        path,
        body: {
          target: {
            type: 'pipeline_ref_target',
            ref_type: 'branch',
            ref_name: branch,
            selector: { type: 'custom', pattern: pipeline },
          },
        },
        creates: true,
        expectedStatuses: [400, 404],
        scope,
        signal,
      });
      if (answer.status >= 400) throw notStarted(host, repository, answer);
      return toRun(bitbucket, repository, answer.json);
    },
    async read({ run, signal, ...repository }) {
      const path = `${pipelinesPath(repository)}/${encodeURIComponent(run)}`;
      const answer = await ask(bitbucket, { method: 'GET', path, creates: false, scope, signal });
      return toRun(bitbucket, repository, answer.json);
    },
    async runsOf({ branch, signal, ...repository }) {
      const answer = await ask(bitbucket, {
        method: 'GET',
        path: `${pipelinesPath(repository)}/`,
        query: { 'target.branch': branch, sort: '-created_on', pagelen: 100 },
        creates: false,
        expectedStatuses: [404],
        scope,
        signal,
      });
      if (answer.status === 404) return [];
      const list = listSchema.safeParse(answer.json);
      if (!list.success) throw notUnderstood(bitbucket, 'GET pipelines');
      return list.data.values
        .filter((row) => branchOf(row) === branch)
        .map((row) => toRun(bitbucket, repository, row));
    },
    async stop({ run, signal, ...repository }) {
      const path = `${pipelinesPath(repository)}/${encodeURIComponent(run)}/stopPipeline`;
      // 400: it has finished.
      const expectedStatuses = [400, 404, 409];
      const stopping = { method: 'POST', creates: false, expectedStatuses } as const;
      await ask(bitbucket, { ...stopping, path, scope, signal });
    },
  };
}

function pipelinesPath(repository: SourceRepositoryName): string {
  return `${repositoryPath(repository)}/pipelines`;
}

/** If the host ignores the filter, other people's runs must not be stopped. */
function branchOf(row: unknown): unknown {
  return field(field(row, 'target'), 'ref_name');
}

function toRun(
  bitbucket: BitbucketCloud,
  { workspace, slug }: SourceRepositoryName,
  json: unknown,
): PipelineRun {
  const parsed = runSchema.safeParse(json);
  if (!parsed.success) throw notUnderstood(bitbucket, 'pipeline run');
  const { uuid, build_number: number, state } = parsed.data;
  const reason = state?.result?.error?.message ?? '';
  return {
    id: uuid,
    state: stateOf(state?.name ?? '', state?.stage?.name ?? '', state?.result?.name ?? ''),
    reason: reason === '' ? null : oneLine(reason, 200),
    webUrl: `${bitbucket.access.gitUrl}/${workspace}/${slug}/pipelines/results/${number ?? ''}`,
  };
}

function stateOf(state: string, stage: string, result: string): PipelineRun['state'] {
  if (state === 'COMPLETED') return result === 'SUCCESSFUL' ? 'succeeded' : 'failed';
  return ['PAUSED', 'HALTED'].includes(state) || ['PAUSED', 'HALTED'].includes(stage)
    ? 'paused'
    : 'running';
}

function notStarted(host: string, { workspace, slug }: SourceRepositoryName, answer: HttpResponse) {
  const what = `to start a pipeline of ${workspace}/${slug}`;
  if (answer.status === 404) return statusError(answer, host, what);
  return new MigratorError('refused', `${answer.status}: ${host} refused ${what}`, {
    hint: 'Check that Pipelines is enabled for the repository and that build minutes are left.',
    ...factsOf(answer),
  });
}
