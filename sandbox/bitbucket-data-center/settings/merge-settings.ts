import { type Answer, emptyAnswer } from '../../network/answer.ts';
import { notOffered, ownJson } from '../answers.ts';
import { pageAnswer } from '../page.ts';
import { ownMergeChecks, ownMergeConfig } from './book.ts';
import { placeOf, type SettingsCall, scopeJson } from './place.ts';
import { type MergeChecks, type MergeStrategyId, mergeStrategies } from './records.ts';

/** `…/settings/pull-requests`, of a project with `git` behind it */
export function pullRequestSettings(call: SettingsCall): Answer {
  const { instance, repository } = call;
  const mergeConfig = mergeConfigJson(call);
  if (repository === null) {
    return call.words[0] === 'git'
      ? ownJson(200, { mergeConfig })
      : notOffered(call.exchange.method, call.exchange.path);
  }
  const { checks } = checksOf(call);
  const { requiredCounts } = instance.settings;
  const counted = (count: number | null) =>
    requiredCounts === 'numbers'
      ? (count ?? 0)
      : { enabled: count !== null, ...(count === null ? {} : { count: String(count) }) };
  const hook = (count: number | null) => ({ enable: count !== null, count: count ?? 0 });
  return ownJson(200, {
    mergeConfig,
    requiredAllApprovers: checks.allApprovers,
    requiredAllTasksComplete: checks.allTasksComplete,
    requiredApprovers: counted(checks.requiredApprovers),
    requiredApproversDeprecated: checks.requiredApprovers ?? 0,
    requiredSuccessfulBuilds: counted(checks.requiredSuccessfulBuilds),
    requiredSuccessfulBuildsDeprecated: checks.requiredSuccessfulBuilds ?? 0,
    'com.atlassian.bitbucket.server.bundled-hooks.requiredApproversMergeHook': hook(
      checks.requiredApprovers,
    ),
    'com.atlassian.bitbucket.server.bitbucket-build.requiredBuildsMergeCheck': hook(
      checks.requiredSuccessfulBuilds,
    ),
  });
}

function mergeConfigJson(call: SettingsCall) {
  const { own, project } = placeOf(call);
  const isOwn = own.mergeConfig !== null && call.repository !== null;
  const config = own.mergeConfig ?? project.mergeConfig ?? ownMergeConfig;
  const inherited = project.mergeConfig === null ? 'DEFAULT' : 'PROJECT';
  const strategy = (id: MergeStrategyId) => {
    const [name, flag] = mergeStrategies[id];
    return { id, name, flag, description: name, enabled: config.enabled.includes(id) };
  };
  return {
    defaultStrategy: strategy(config.default),
    strategies: (Object.keys(mergeStrategies) as MergeStrategyId[]).map(strategy),
    type: isOwn ? 'REPOSITORY' : inherited,
    commitSummaries: 20,
  };
}

/** The checks that hold there, and where they were set. */
function checksOf(call: SettingsCall): { checks: MergeChecks; from: SettingsCall } {
  const { own, project } = placeOf(call);
  if (own.mergeChecks !== null) return { checks: own.mergeChecks, from: call };
  return { checks: project.mergeChecks ?? ownMergeChecks, from: { ...call, repository: null } };
}

interface Hook {
  readonly key: string;
  readonly name: string;
  readonly type: 'PRE_RECEIVE' | 'PRE_PULL_REQUEST_MERGE';
  /** Number that it counts to; `true` where it counts nothing, `null` while it is off. */
  readonly state: number | true | null;
}

const bundled = 'com.atlassian.bitbucket.server.bitbucket-bundled-hooks';

function hooksOf(checks: MergeChecks): readonly Hook[] {
  const type = 'PRE_PULL_REQUEST_MERGE';
  const on = (is: boolean) => (is ? true : null);
  return [
    {
      key: `${bundled}:requiredApproversMergeHook`,
      name: 'Minimum approvals',
      type,
      state: checks.requiredApprovers,
    },
    {
      key: `${bundled}:all-approvers-merge-check`,
      name: 'All reviewers approve',
      type,
      state: on(checks.allApprovers),
    },
    {
      key: `${bundled}:incomplete-tasks-merge-check`,
      name: 'No incomplete tasks',
      type,
      state: on(checks.allTasksComplete),
    },
    {
      key: `${bundled}:needs-work-merge-check`,
      name: 'No changes are requested',
      type,
      state: on(checks.noChangesRequested),
    },
    {
      key: 'com.atlassian.bitbucket.server.bitbucket-build:requiredBuildsMergeCheck',
      name: 'Minimum successful builds',
      type,
      state: checks.requiredSuccessfulBuilds,
    },
    {
      key: `${bundled}:force-push-hook`,
      name: 'Reject Force Push',
      type: 'PRE_RECEIVE',
      state: on(checks.noForcePush),
    },
  ];
}

/** `…/settings/hooks[/{hookKey}[/settings]]` */
export function listHooks(call: SettingsCall): Answer {
  const { checks, from } = checksOf(call);
  const wanted = call.exchange.query.get('type');
  return pageAnswer(call.instance, call.exchange, {
    items: hooksOf(checks).filter(({ type }) => wanted === null || type === wanted),
    mostRows: 1000,
    parameters: ['type'],
    toJson: ({ key, name, type, state }) => ({
      details: {
        key,
        name,
        type,
        description: name,
        version: call.instance.rules.version,
        supportedScopes: ['PROJECT', 'REPOSITORY'],
      },
      enabled: state !== null,
      configured: typeof state === 'number',
      scope: scopeJson(from),
    }),
  });
}

/** Returns what a hook was set to; nothing for those that count nothing. */
export function hookSettings(call: SettingsCall): Answer {
  const found = hooksOf(checksOf(call).checks).find(({ key }) => key === call.words[0]);
  if (found === undefined) return notOffered(call.exchange.method, call.exchange.path);
  const { state } = found;
  return typeof state === 'number'
    ? ownJson(200, { requiredCount: String(state) })
    : emptyAnswer(204);
}

export function autoMerge(call: SettingsCall): Answer {
  const { own, project } = placeOf(call);
  const from = own.autoMerge === null ? { ...call, repository: null } : call;
  return ownJson(200, {
    enabled: own.autoMerge ?? project.autoMerge ?? false,
    scope: scopeJson(from),
    restrictionState: 'NONE',
  });
}

/** Weeks that nothing has happened in a pull request. */
export function autoDecline(call: SettingsCall): Answer {
  const { own, project } = placeOf(call);
  const from = own.autoDecline === null ? { ...call, repository: null } : call;
  const weeks = own.autoDecline ?? project.autoDecline ?? 4;
  return ownJson(200, {
    enabled: weeks !== false,
    inactivityWeeks: weeks === false ? 4 : weeks,
    scope: scopeJson(from),
  });
}
