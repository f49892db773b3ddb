import { count, firstOf } from '../../../kernel/format/format.ts';
import type { SettingsMode } from '../../../options/settings.ts';
import { sourceImports } from '../../../pipelines/imports/source-imports.ts';
import { outcomeText } from '../../../settings/applying/outcome-text.ts';
import { isLeftOpen, openNote } from '../../../settings/kinds/left-open.ts';
import { createMarkers } from '../../../text/context/marker.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { AppliedSettings } from '../../context/settings/applied-settings.ts';
import type { SettingsContext } from '../../context/settings/settings-context.ts';
import { mirrorRequestPlace, movedRepositories } from './request/mirror-request-place.ts';

/** Describes what a step of a run uses of its repository. */
export type SettingsNeeds = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'migration'
  | 'targetFullName'
  | 'targetOwner'
  | 'planned'
  | 'sourceRepository'
  | 'records'
  | 'isResumed'
  | 'wasReset'
  | 'kept'
  | 'organization'
  | 'targetRefs'
  | 'isDraining'
  | 'clock'
  | 'waitingClock'
  | 'settleMilliseconds'
  | 'reportWait'
  | 'signal'
  | 'plan'
  | 'source'
  | 'mirror'
  | 'markerKey'
  | 'readRefs'
  | 'learned'
>;

/** Returns the context in which a run applies the settings of one repository. */
export function settingsContext(
  repository: SettingsNeeds,
  options: {
    readonly defaultBranch: string | null;
    /** As chosen for the migration where it is left out. */
    readonly mode?: SettingsMode;
    readonly stopIfDraining: () => void;
  },
): SettingsContext {
  const { records, kept, sourceRepository, targetOwner, targetRefs, clock } = repository;
  return {
    ...repository,
    mode: kept.apply_settings,
    ...options,
    invite: kept.invite,
    // Custom properties belong to organizations.
    project: targetOwner.kind === 'organization' ? (sourceRepository.project?.key ?? null) : null,
    writer: records,
    given: null,
    isNew: !repository.isResumed && !repository.wasReset,
    enteredAt: clock.now(),
    listRefs: targetRefs.list,
    async request() {
      const refs = await repository.readRefs();
      return mirrorRequestPlace({
        ...repository,
        defaultBranch: options.defaultBranch,
        ...{ refs, migrated: refs.keys() },
        markers: createMarkers({ key: repository.markerKey, scope: sourceRepository.id }),
        moved: movedRepositories(repository),
        readOther: sourceImports({
          ...repository,
          workspace: repository.plan.source.workspace,
          files: repository.learned.importedFiles,
        }),
        date: Date.parse(sourceRepository.createdAt ?? '2000-01-01T00:00:00Z'),
      });
    },
  };
}

/** So many settings are named in a line. */
const mostNamed = 10;

/** Describes what of them a person has to look at, in one line; `null` where there is nothing. */
export function openSettingsText({ outcomes }: Pick<AppliedSettings, 'outcomes'>): string | null {
  const open = outcomes.filter(isLeftOpen);
  if (open.length === 0) return null;
  const many = count(open.length, 'setting needs', 'settings need');
  const each = open.map((one) => `${outcomeText(one)}: ${openNote(one)}`);
  return `${many} attention (${firstOf(each, mostNamed).join('; ')})`;
}
