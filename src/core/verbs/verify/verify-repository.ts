import type { RepositoryState } from '../../ports/records/migration.ts';
import type { Store } from '../../ports/store.ts';
import { rewrittenText } from '../../replica/apply/rewrite/rewrite-text.ts';
import { wasRemoved } from '../../replica/context/target-phase.ts';
import { pipelinesRequest } from '../../replica/model/own-requests.ts';
import { pipelinesChanges } from '../../replica/recorded/converted-pipelines.ts';
import { compareComments } from './compare/compare-comments.ts';
import { compareConversations } from './compare/compare-conversations.ts';
import { compareGit, compareLfs } from './compare/compare-git.ts';
import { comparePlannedSettings, type SettingsAudit } from './compare/compare-planned-settings.ts';
import { comparePullRequests, itemOf } from './compare/compare-pull-requests.ts';
import { compareRepository } from './compare/compare-settings.ts';
import { pipelinesFinding } from './compare/pipelines-finding.ts';
import { type Audit, repositoryItem, type SeenRefs } from './findings/audit.ts';
import { adviceOnChange } from './findings/change-advice.ts';
import type { PlannedFinding, RepositoryFindings } from './findings/difference.ts';
import type { FindingCollector } from './findings/finding-collector.ts';
import { type KnownRepository, readKnownRepository } from './findings/known-repository.ts';
import { type RereadSource, rereadSource } from './reread-source.ts';

export interface VerifyRepository
  extends Pick<Audit, 'target' | 'listRefs' | 'isMapLost' | 'findsAllWork' | 'signal'> {
  readonly store: Store;
  readonly markerKey: Uint8Array;
  readonly migration: string;
  readonly organization: string;
  readonly state: RepositoryState;
  /** `null`: the source is not asked. */
  readonly reread: RereadSource | null;
  /** `null`: the plan has no settings. */
  readonly settings: SettingsAudit | null;
  /** Holds what was found so far if the rest cannot be compared. */
  readonly collector: FindingCollector;
}

/** Compares one repository of the target with what was migrated so far. */
export async function verifyRepository(options: VerifyRepository): Promise<RepositoryFindings> {
  const { target, listRefs, organization, state, reread, collector, signal } = options;
  const known = await readKnownRepository(options);
  const name = { owner: organization, name: state.target };
  const facts = {
    source: state.source,
    target: state.target,
    webUrl: known?.webUrl ?? null,
    status: state.status,
    unverified: null,
    ...failureOf(state),
  };
  if (known === null) {
    const isSkipped = state.status === 'skipped';
    const open = `Nothing migrated yet${reasonOf(state)}`;
    collector.note(isSkipped ? (state.reason ?? 'It was skipped') : open);
    return { ...facts, ...collector.result(), settings: [] };
  }
  if (state.status !== 'succeeded') {
    const far = known.wasMigrated
      ? 'Not finished since a reset or repair; compared with what was migrated before'
      : 'Not finished; compared only what was written';
    collector.note(`${far}${reasonOf(state)}`);
  }
  const { isMapLost, findsAllWork } = options;
  const given = { target, listRefs, isMapLost, findsAllWork, collector, signal };
  const isRolledBack = await wasTakenAway(options, known.id);
  const audit: Audit = { ...given, name, known, isRolledBack };
  let settings: readonly PlannedFinding[] = [];
  const isThere = await compareRepository(audit);
  if (!isThere && isRolledBack)
    return { ...facts, ...collector.result(), settings, rolledBack: true };
  if (isThere) {
    if (options.settings !== null && known.wasMigrated) {
      settings = await comparePlannedSettings(audit, options.settings);
    }
    const refs = await compareGit(audit);
    await compareLfs(audit);
    await compareWritten(audit, refs);
  }
  reportExpected(audit);
  if (reread !== null) await rereadSource(audit, reread);
  const pipelines = pipelinesFinding(known, options.settings?.planned.get(state.source));
  const found = { ...facts, ...collector.result(), settings };
  return pipelines === null ? found : { ...found, pipelines };
}

/** Reports what the last sync has found of the pipeline file, and of files that it imports. */
function reportPipelines(
  { pipelines, requests, webUrl }: KnownRepository,
  collector: FindingCollector,
): void {
  const opened = requests.find(({ request }) => request.id === pipelinesRequest.id)?.number ?? null;
  if (pipelines === null || opened === null) return;
  const url = webUrl === null ? null : `${webUrl}/pull/${opened}`;
  const item = { kind: 'pull-request', name: `#${opened}`, url } as const;
  for (const { file, change, advice } of pipelinesChanges(pipelines)) {
    collector.add('changed-on-source', item, `${file} was ${change}`, advice);
  }
}

async function wasTakenAway(
  { store, migration, state }: VerifyRepository,
  targetId: string,
): Promise<boolean> {
  return wasRemoved(await store.listObjects(migration, state.source, 'rollback'), targetId);
}

async function compareWritten(audit: Audit, refs: SeenRefs | null): Promise<void> {
  // Nothing was migrated yet.
  if (audit.known.pullRequests.size + audit.known.unfinished.length === 0) return;
  const there = await comparePullRequests(audit, refs);
  const missing = await compareComments(audit, there);
  await compareConversations(audit, { there, missing });
}

/** Keeps the fix with the cause, for every report. */
function failureOf({ failure }: RepositoryState): Pick<RepositoryFindings, 'failure'> {
  return failure === null ? {} : { failure: { message: failure.message, hint: failure.hint } };
}

function reasonOf({ failure }: RepositoryState): string {
  return failure === null ? '' : `: ${failure.message}`;
}

/** Summaries of skipped steps; the second form is in the states of earlier versions. */
const lfsNotMigrated = / (not migrated|left behind): /;
const notSelected = /^not (selected|wanted)$/;

/** Reports how the repository differs from its source because of the target, or because it was requested. */
function reportExpected(audit: Audit): void {
  const { known, collector } = audit;
  const repository = repositoryItem(audit);
  if (known.baseline.refs?.isCut === true) {
    const message = 'its history was truncated, so commits have different hashes than on Bitbucket';
    const advice = 'Keep the Bitbucket repository, or a clone of it, for the older history.';
    collector.add('expected', repository, message, advice);
  }
  const { rewritten } = known.baseline;
  if (rewritten?.confirmed === true)
    collector.add(
      'expected',
      repository,
      rewrittenText(rewritten),
      'Ask people to clone it again.',
    );
  reportPipelines(known, collector);
  for (const { branch, reason } of known.blocked) {
    const advice = 'Rename the branch that is in its way on GitHub, then sync again.';
    collector.add(
      'expected',
      { kind: 'branch', name: branch },
      `is not migrated: ${reason}`,
      advice,
    );
  }
  for (const step of known.steps) {
    if (step.status !== 'skipped' || step.summary === null) continue;
    if (step.name === 'lfs' && lfsNotMigrated.test(step.summary)) {
      const advice = 'To add LFS objects later, run git lfs push --all from a clone.';
      collector.add('left-behind', repository, step.summary, advice);
    }
    if (step.name === 'pull-requests' && notSelected.test(step.summary)) {
      const advice = 'Nothing to do: the plan leaves them out. Read them on Bitbucket.';
      collector.add('expected', repository, 'its pull requests were not selected', advice);
    }
  }
  for (const pullRequest of known.pullRequests.values()) {
    const { state, changes, leftImages } = pullRequest.record;
    const item = itemOf(pullRequest);
    if (state === null) {
      const message = 'a closed placeholder: Bitbucket has no pull request with this number';
      const advice = 'Nothing to do: it keeps the numbers of later pull requests the same.';
      collector.add('expected', item, message, advice);
    }
    for (const change of changes) {
      collector.add('expected', item, change, adviceOnChange(change));
    }
    for (const address of leftImages) {
      const advice = 'Upload the image to GitHub before you shut down Bitbucket.';
      collector.add('left-behind', item, `image still on Bitbucket: ${address}`, advice);
    }
  }
}
