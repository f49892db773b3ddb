import type { Redactor } from '../../../kernel/redact.ts';
import {
  type DispatchedRepository,
  type DispatchTimer,
  dispatchedTasks,
} from '../../../ports/state/dispatcher.ts';
import { json, MalformedRow, oneOf, type Row, text, textOrNull } from '../../read-column.ts';
import { storable } from './queue-names.ts';

/** A job as pg-boss hands it over: our connection leaves JSON as text. */
export interface FetchedJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly retryCount: number;
}

/** Unique within its queue: task and source. */
export function keyOf({ task, source }: Pick<DispatchedRepository, 'task' | 'source'>): string {
  return `${task} ${storable(source)}`;
}

/** Returns what a job carries, without the secrets that the redactor knows. */
export function toJobData(redactor: Redactor, repository: DispatchedRepository) {
  const { source, wave } = repository;
  return {
    ...toTimerData(redactor, repository),
    source: storable(source),
    wave: wave === null ? null : storable(wave),
  };
}

export function toTimerData(
  redactor: Redactor,
  { migration, task, run, taskOptions }: DispatchTimer,
) {
  const redacted = (value: string) => storable(redactor.text(value));
  return {
    migration: storable(migration),
    task,
    run: redacted(run),
    decided: redacted(taskOptions),
  };
}

export function readJob(job: FetchedJob): DispatchedRepository {
  const data = dataOf(job);
  return { ...readTimer(job), source: text(data, 'source'), wave: textOrNull(data, 'wave') };
}

export function readTimer(job: FetchedJob): DispatchTimer {
  const data = dataOf(job);
  return {
    migration: text(data, 'migration'),
    task: oneOf(data, 'task', dispatchedTasks),
    run: text(data, 'run'),
    taskOptions: text(data, 'decided'),
  };
}

function dataOf({ data }: FetchedJob): Row {
  const value = json({ data }, 'data');
  if (value !== null && typeof value === 'object') return value as Row;
  throw new MalformedRow('data is not an object');
}
