import { MigratorError } from '../../../../kernel/errors.ts';
import { convertPipelines } from '../../../../pipelines/convert-pipelines.ts';
import type { ImportSource } from '../../../../pipelines/imports/import-source.ts';
import { type ImportedText, readImports } from '../../../../pipelines/imports/imports-of.ts';
import { pipelineFile } from '../../../../pipelines/summarize.ts';
import type { Converted } from '../../../../pipelines/workflow/converted.ts';
import { createOnce } from '../../../../settings/applying/create-once.ts';
import {
  outcomeOf,
  perform,
  type SettingOutcome,
} from '../../../../settings/applying/setting-outcome.ts';
import type { RequestPlace } from '../../../context/settings/request-place.ts';
import type { SettingsContext } from '../../../context/settings/settings-context.ts';
import { commentId, pipelinesRequest as request } from '../../../model/own-requests.ts';
import { convertedPipelines, importedDigests } from '../../../recorded/converted-pipelines.ts';
import { textDigest } from '../../../recorded/pull-requests/written-record.ts';
import { whileActionsAreOff } from '../pausing/while-actions-are-off.ts';
import {
  findRow,
  type Opening,
  openRequest,
  recordedOutcome,
  requestName,
} from './open-request.ts';
import { describePipelines } from './pipelines-description.ts';
import { protectEnvironments } from './protect-environments.ts';

export const pipelinesRequestName = requestName(request);

/** Tells whether the plan converts the pipelines of this repository. */
export function convertsPipelines({ pipelines }: SettingsContext['planned']): boolean {
  return pipelines?.action === 'convert';
}

/**
 * A pull request that adds workflows. It converts the file of the default branch as it is now, not as it was planned; that
 * branch and the file stay as they are.
 */
export async function applyPipelinesRequest(
  context: SettingsContext,
): Promise<readonly SettingOutcome[]> {
  const named = pipelinesRequestName;
  if (!convertsPipelines(context.planned)) return [];
  const known = await findRow(context, request);
  if (known !== undefined && known.targetId !== null) {
    await writeComments(context, Number(known.targetId));
    return [outcomeOf(named, { state: 'equal', note: `#${known.targetId}` })];
  }
  if (context.request === null) {
    return [await recordedOutcome(context, named, 'will be opened for workflows')];
  }
  const place = await context.request();
  const base = await place.base();
  const text = base === null ? null : await readOne(place, base.commit, pipelineFile);
  if (base === null || text === null) {
    const note = `not opened: the default branch has no ${pipelineFile}`;
    return [outcomeOf(named, { state: 'kept', note })];
  }
  const secretName = (name: string) => context.target.naming.normalizeSecretName(name).target;
  const { schedules = [], reviewers = [] } = context.planned.pipelines ?? {};
  const options = { secretName, schedules, defaultBranch: base.branch };
  const imports = await readImports(text, (one) =>
    one.repository === null ? readOwn(place, base.commit, one) : place.readOther(one),
  );
  const convert = (hasReviewers: boolean) =>
    convertPipelines({ text, path: pipelineFile, imports, options: { ...options, hasReviewers } });
  const result = convert(false);
  if ('refusal' in result) {
    const note = `not opened: cannot convert ${pipelineFile}: ${result.refusal.message}`;
    const hint = 'Correct the file, or set its action to "leave" in the plan.';
    return [outcomeOf(named, { state: 'refused', note, hint })];
  }
  const { workflows, manualEnvironments } = result.converted;
  const existing = await existingPaths(place, base.commit, workflows);
  const files = workflows.filter(({ path }) => !existing.includes(path));
  if (files.length === 0) {
    const note = 'not opened: the repository already has all of these workflows';
    return [outcomeOf(named, { state: 'kept', note })];
  }
  const opening = { request, place, base, files, isKnown: known !== undefined };
  const digest = textDigest(text);
  const file = {
    ...{ converted: digest, seen: digest, commit: base.commit },
    imports: importedDigests(text, imports),
  };
  const note = files.map(({ path }) => path).join(', ');
  async function write() {
    const protection = await protectEnvironments(context, manualEnvironments, reviewers);
    const again = protection.isWhole ? convert(true) : result;
    const converted = 'converted' in again ? again.converted : null;
    if (converted === null) throw new Error('A file that was converted cannot be converted again');
    const limit = context.target.limits.bodyCharacters;
    if (context.writer !== null) await convertedPipelines.save(context.writer, file);
    const [description, ...bodies] = describePipelines({ converted, existing, limit });
    const opened = await open(context, { ...opening, description }, bodies);
    return { note: [opened.note, ...protection.notes].join('. ') };
  }
  return [await perform(context, named, { note, write })];
}

async function readOne(place: RequestPlace, commit: string, path: string): Promise<string | null> {
  const [text = null] = await place.read(commit, [path]);
  return text;
}

/** A file of the same repository that pipelines are imported from. */
async function readOwn(
  place: RequestPlace,
  commit: string,
  { path }: ImportSource,
): Promise<ImportedText> {
  const text = await readOne(place, commit, path);
  const advice = 'Check the path, then convert again.';
  return text === null ? { problem: 'which was not found', advice } : { text };
}

/** Workflows of the same name that the repository has: they stay. */
async function existingPaths(
  place: RequestPlace,
  commit: string,
  workflows: Converted['workflows'],
): Promise<readonly string[]> {
  const paths = workflows.map(({ path }) => path);
  const there = await place.read(commit, paths);
  return paths.filter((_, index) => there[index] != null);
}

/** Comments are intended before it is opened: a run that finds it open writes the missing ones. */
async function open(context: SettingsContext, opening: Opening, bodies: readonly string[]) {
  await intendComments(context, opening, bodies);
  // Nothing of it runs before people have looked at it.
  const { number, note } = await whileActionsAreOff(context, () => openRequest(context, opening));
  await writeComments(context, number);
  return { note };
}

/** Where an earlier run may have opened it, its comments hold. */
async function intendComments(
  context: Pick<SettingsContext, 'records' | 'writer'>,
  { isKnown, place: { markers } }: Opening,
  bodies: readonly string[],
): Promise<void> {
  const { writer } = context;
  const rows = await listComments(context);
  if (writer === null || (isKnown && rows.length > 0)) return;
  await writer.forgetObjects(
    'planned-setting',
    rows.map(({ sourceId }) => sourceId),
  );
  const comments = bodies.map((body, index) => {
    const number = index + 2;
    const mark = markers.mark(`${request.subject} ${number}`);
    return [commentId(request, number), `${body}\n\n${mark}`] as const;
  });
  if (comments.length === 0) return;
  const ids = comments.map(([id]) => id);
  await writer.recordIntents('planned-setting', ids, new Map(comments));
}

function listComments({ records }: Pick<SettingsContext, 'records'>) {
  return records.listObjects('planned-setting', `${request.id}/`);
}

/** Writes those that were intended and not written. */
async function writeComments(context: SettingsContext, number: number): Promise<void> {
  if (context.writer === null) return;
  const { target, targetName, targetFullName: place, signal } = context;
  const name = { ...targetName, number, signal };
  for (const { sourceId: id, targetId, data: body } of await listComments(context)) {
    if (targetId !== null || body === null) continue;
    await createOnce(context, {
      ...{ kind: 'planned-setting', id, place, data: body },
      async make() {
        const made = await target.pullRequests.createComment({ ...name, body });
        if (made.kind === 'written') return { id: made.id, url: made.webUrl };
        const refusal = `${target.hostname} refused a comment on #${number} in ${place}`;
        throw new MigratorError('refused', `${refusal}: ${made.message}`, { hint: byHand });
      },
      async find() {
        const [marker = ''] = body.split('\n').slice(-1);
        for await (const page of target.pullRequests.listComments(name)) {
          const found = page.find((one) => one.body.trimEnd().endsWith(marker));
          if (found !== undefined) return { id: found.id, url: found.webUrl };
        }
        return null;
      },
    });
  }
}

const byHand = 'The plan file lists its findings.';
