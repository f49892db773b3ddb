import { type Answer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { BitbucketRepository } from '../records.ts';
import type { JsonContext } from '../repositories/repository-json.ts';
import { bitbucketError } from '../rest/answers.ts';
import { selectFields } from '../rest/fields.ts';
import { pageAnswer } from '../rest/page.ts';
import type { DeploymentEnvironment, PipelineVariable } from './pipeline-run.ts';
import type { ScheduleRecord } from './pipelines.ts';

interface Call {
  readonly context: JsonContext;
  readonly exchange: Exchange;
}

/** Describes what the lists of Pipelines do as they please. */
interface Manners {
  readonly path: string;
  readonly omitsNext: boolean;
  readonly refusesParameters: boolean;
}

/** `GET workspaces/{workspace}/pipelines-config/variables` */
export function listWorkspaceVariables(call: Call): Answer {
  const { pipelines, workspace } = call.context.host;
  if (pipelines.notAdministered.has('')) return forbidden();
  return variablePage(call, pipelines.workspaceVariables, {
    path: `workspaces/${workspace.slug}/pipelines-config/variables`,
    omitsNext: false,
    refusesParameters: false,
  });
}

/** Below a repository: its variables, its schedules, its environments and their variables. `null`: none of these. */
export function answerVariables(
  call: Call & { repository: BitbucketRepository; rest: readonly string[] },
): Answer | null {
  const { context, repository, rest } = call;
  const { pipelines, workspace } = context.host;
  const words = rest.filter((part) => part !== '');
  const own = pipelines.of(repository.uuid);
  const base = `repositories/${workspace.slug}/${repository.slug}`;
  const isForbidden = pipelines.notAdministered.has(repository.slug);
  const { omitsNext, refusesParameters } = pipelines.manners;
  if (words.join('/') === 'pipelines_config/variables') {
    if (isForbidden) return forbidden();
    if (own === null) return neverEnabled();
    const path = `${base}/pipelines_config/variables/`;
    return variablePage(call, own.variables, { path, omitsNext, refusesParameters: false });
  }
  if (words.join('/') === 'pipelines_config/schedules') {
    if (own === null) return neverEnabled();
    return schedulePage(call, own.schedules, `${base}/pipelines_config/schedules`);
  }
  if (words.join('/') === 'environments') {
    return environmentPage(call, own?.environments ?? [], `${base}/environments`);
  }
  const [first, second, uuid, last, ...more] = words;
  if (`${first}/${second}/${last}` !== 'deployments_config/environments/variables') return null;
  if (more.length > 0) return null;
  if (isForbidden) return forbidden();
  const environment = own?.environments.find((one) => one.uuid === uuid);
  if (environment === undefined) return neverEnabled();
  const path = `${base}/deployments_config/environments/${encodeURIComponent(environment.uuid)}/variables`;
  return variablePage(call, environment.variables, { path, omitsNext, refusesParameters });
}

function listPage<Item>(
  { context, exchange }: Call,
  list: {
    readonly items: readonly Item[];
    readonly path: string;
    readonly toJson: (item: Item) => unknown;
  },
): Answer {
  return pageAnswer(context, exchange, { ...list, maxPageLength: 100, parameters: [] });
}

function schedulePage(call: Call, items: readonly ScheduleRecord[], path: string): Answer {
  return listPage(call, {
    items,
    path,
    toJson: ({ uuid, cron, enabled, ref, selector }) => ({
      type: 'pipeline_schedule',
      uuid,
      enabled,
      cron_pattern: cron,
      target: {
        type: 'pipeline_ref_target',
        ref_type: ref.type,
        ref_name: ref.name,
        ...(selector === null ? {} : { selector }),
      },
      created_on: '2024-03-04T08:00:00.000Z',
      updated_on: '2024-03-04T08:00:00.000Z',
    }),
  });
}

function environmentPage(
  call: Call,
  items: readonly DeploymentEnvironment[],
  path: string,
): Answer {
  return listPage(call, {
    items,
    path,
    toJson: ({ uuid, name }) => ({
      type: 'deployment_environment',
      uuid,
      name,
      slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      environment_type: { type: 'deployment_environment_type', name, rank: 0 },
      environment_lock_enabled: true,
      hidden: false,
    }),
  });
}

function variablePage(
  { context, exchange }: Call,
  items: readonly PipelineVariable[],
  { path, omitsNext, refusesParameters }: Manners,
): Answer {
  const { tellsSize, ignoresFields } = context.host.pipelines.manners;
  if (refusesParameters && [...exchange.query.keys()].length > 0) {
    return bitbucketError(400, 'Bad request', { detail: 'Invalid query parameters' });
  }
  // The whole page first: what is left out of it is left out before anybody chooses from it.
  const query = new URLSearchParams(exchange.query);
  query.delete('fields');
  const asked = { context, exchange: { ...exchange, query } };
  const whole = listPage(asked, { items, path, toJson: variableJson });
  if (whole.status !== 200) return whole;
  const { next, size, ...body } = JSON.parse(String(whole.body)) as Record<string, unknown>;
  const told = {
    ...body,
    ...(omitsNext || next === undefined ? {} : { next }),
    ...(tellsSize ? { size } : {}),
  };
  const fields = ignoresFields ? null : exchange.query.get('fields');
  const selected = selectFields(told, fields);
  return selected === null
    ? bitbucketError(400, `Invalid fields: ${fields}`)
    : jsonAnswer(200, selected);
}

/** A secured one has no value at all, not even an empty one. */
function variableJson({ uuid, key, value, secured }: PipelineVariable): unknown {
  return { type: 'pipeline_variable', uuid, key, ...(secured ? {} : { value }), secured };
}

function neverEnabled(): Answer {
  return bitbucketError(404, 'Not found', { detail: 'Pipelines is not enabled.' });
}

/** Names no scope: what is lacking is a role. */
function forbidden(): Answer {
  return bitbucketError(403, 'Forbidden', {
    detail: 'You must be an administrator to see these variables.',
  });
}
