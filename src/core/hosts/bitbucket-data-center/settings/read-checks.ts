import * as z from 'zod';
import type {
  BranchRule,
  MergeCheck,
  MergeCheckKind,
} from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart } from '../../../ports/settings-source.ts';
import { flag, identifier } from '../../shared/lenient-schema.ts';
import { shortText } from '../../shared/settings-rows.ts';
import { matcherRow, readModel } from './ref-matchers.ts';
import {
  placesOf,
  readObject,
  readRows,
  type SettingsReader,
  type Wanted,
} from './settings-pages.ts';

/** A number, or an object with one, as number or text: servers differ. `null` where it is switched off, or not there. */
const required = z
  .unknown()
  .optional()
  .transform((value): number | null => {
    const given = countSchema.safeParse(value);
    if (!given.success) return null;
    const { data } = given;
    const count = typeof data === 'object' ? data.count : data;
    const isOn = typeof data !== 'object' || (data.enabled ?? data.enable ?? true);
    return isOn && Number.isInteger(Number(count)) && Number(count) > 0 ? Number(count) : null;
  });

const countSchema = z.union([
  z.number(),
  z.string().regex(/^\d{1,9}$/),
  z.object({
    enabled: z.boolean().optional(),
    enable: z.boolean().optional(),
    count: z.union([z.number(), z.string()]).nullish(),
  }),
]);

const approvalsHook = 'com.atlassian.bitbucket.server.bundled-hooks.requiredApproversMergeHook';
const buildsHook = 'com.atlassian.bitbucket.server.bitbucket-build.requiredBuildsMergeCheck';

const strategy = z.object({ id: shortText.min(1), enabled: z.boolean().nullish() });

const pullRequestSettings = z.object({
  mergeConfig: z
    .object({
      defaultStrategy: strategy.nullish().catch(null),
      strategies: z.array(strategy).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  requiredAllApprovers: flag,
  requiredAllTasksComplete: flag,
  requiredApprovers: required,
  requiredSuccessfulBuilds: required,
  [approvalsHook]: required,
  [buildsHook]: required,
});

type PullRequestSettings = z.infer<typeof pullRequestSettings>;

const hookRow = z.object({ enabled: flag, details: z.object({ key: shortText }) });

const buildRow = z.object({
  id: identifier,
  buildParentKeys: z.array(shortText),
  refMatcher: matcherRow,
});

const switchSchema = z.object({ enabled: flag });

/** Merge checks and merge strategies; all but required builds hold for every branch. */
export async function readChecks(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { repository } = placesOf(reader, wanted);
  const { signal } = wanted;
  const base = `/rest/api/latest${repository}/settings`;
  const settings = await readObject(reader, {
    path: `${base}/pull-requests`,
    schema: pullRequestSettings,
    signal,
  });
  const autoMerge = await readObject(reader, {
    path: `${base}/auto-merge`,
    schema: switchSchema,
    signal,
  });
  const hooks = await readRows(reader, {
    path: `${base}/hooks`,
    row: hookRow,
    what: 'hook',
    signal,
  });
  const builds = await readRows(reader, {
    path: `/rest/required-builds/latest${repository}/conditions`,
    row: buildRow,
    what: 'required build',
    signal,
  });
  const toRefs = await readModel(reader, wanted);
  const isOn = (name: string) =>
    hooks.some(({ enabled, details: { key } }) => enabled && key.endsWith(`:${name}`));
  const checks = [
    ...(settings === null ? [] : checksOf(settings)),
    ...(isOn('needs-work-merge-check') ? [everywhere('no-changes-requested')] : []),
    ...(autoMerge?.enabled === true ? [everywhere('auto-merge')] : []),
    ...builds.map((row): MergeCheck => {
      const refs = toRefs(row.refMatcher);
      const names = row.buildParentKeys;
      return { ...everywhere('build-keys'), id: `build-${row.id}`, refs, names };
    }),
  ];
  const rules = isOn('force-push-hook') ? [rejectForcePush] : [];
  return { settings: { checks, rules, strategies: strategiesOf(settings) }, missing: null };
}

/** The hook that does so on every branch and tag. */
const rejectForcePush: BranchRule = {
  id: 'force-push-hook',
  level: 'repository',
  type: 'reject-force-push',
  refs: { kind: 'any' },
  prevents: ['force'],
  exceptions: [],
};

function everywhere(kind: MergeCheckKind, value: number | null = null): MergeCheck {
  return {
    id: kind,
    level: 'repository',
    type: kind,
    kind,
    refs: { kind: 'any' },
    value,
    names: [],
  };
}

function checksOf(settings: PullRequestSettings): readonly MergeCheck[] {
  const approvals = settings.requiredApprovers ?? settings[approvalsHook];
  const builds = settings.requiredSuccessfulBuilds ?? settings[buildsHook];
  return [
    ...(approvals === null ? [] : [everywhere('approvals', approvals)]),
    ...(builds === null ? [] : [everywhere('builds', builds)]),
    ...(settings.requiredAllApprovers ? [everywhere('all-reviewers-approve')] : []),
    ...(settings.requiredAllTasksComplete ? [everywhere('tasks')] : []),
  ];
}

function strategiesOf(settings: PullRequestSettings | null) {
  const { strategies, defaultStrategy } = settings?.mergeConfig ?? {};
  if (strategies == null) return null;
  const enabled = strategies.filter((one) => one.enabled !== false).map(({ id }) => id);
  return { enabled, standard: defaultStrategy?.id ?? null };
}
