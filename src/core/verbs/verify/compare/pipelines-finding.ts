import type { SettingsContext } from '../../../replica/context/settings/settings-context.ts';
import { pipelinesRequest } from '../../../replica/model/own-requests.ts';
import type { PipelinesFinding } from '../findings/difference.ts';
import type { KnownRepository } from '../findings/known-repository.ts';

/** Tells what a plan says of a repository's pipelines, and where their workflows are. Pure. @returns `null` where it says nothing */
export function pipelinesFinding(
  { requests, webUrl }: Pick<KnownRepository, 'requests' | 'webUrl'>,
  planned: SettingsContext['planned'] | undefined,
): PipelinesFinding | null {
  const { pipelines } = planned ?? {};
  if (pipelines === undefined) return null;
  const { action, exact = 0, changed = 0, lost = 0, findings = [] } = pipelines;
  const opened = requests.find(({ request }) => request.id === pipelinesRequest.id);
  const number = opened?.number ?? null;
  const url = number === null || webUrl === null ? null : `${webUrl}/pull/${number}`;
  return { action, pullRequest: number, url, exact, changed, lost, findings };
}
