import { hasCode, type MigratorError } from '../../kernel/errors.ts';

/** Describes what became of one wanted setting. Texts may come from a host. */
export interface SettingOutcome {
  /** As its row of the table of kinds has it; `team` and `pull-request` beside those. */
  readonly kind: string;
  /** `team core`, `bitbucket: main` */
  readonly name: string;
  readonly state: /** It was there already. */
    | 'equal'
    | 'written'
    /** Nothing is written in this run, and it is missing. */
    | 'missing'
    /** It differs, and stays as it is. */
    | 'kept'
    /** Something else has to happen first, as the note says. */
    | 'waiting'
    | 'refused';
  readonly note: string | null;
  readonly hint: string | null;
  /** How what is there compares with the plan; `null` for equal, and where nothing is there. */
  readonly differs: 'stricter' | 'looser' | null;
  /** Of one that differs: the setting as it is there, so that a repair replaces no newer one. */
  readonly found?: string;
  /** Of a refused one: nothing was sent, and the host will refuse it. */
  readonly foreseen?: true;
}

export type Named = Pick<SettingOutcome, 'kind' | 'name'>;

/** Describes what is to be done about one wanted setting. */
export type Decision =
  | (Pick<SettingOutcome, 'state'> &
      Partial<Pick<SettingOutcome, 'note' | 'hint' | 'differs' | 'found'>>)
  | {
      /** @returns what there is to say of it, after it was read back */
      readonly write: () => Promise<Partial<SettingOutcome> | undefined>;
      /** Said where nothing is written. */
      readonly note?: string;
      readonly differs?: SettingOutcome['differs'];
    };

const nothing = { note: null, hint: null, differs: null } as const;

export function outcomeOf(
  { kind, name }: Named,
  result: Partial<SettingOutcome> & Pick<SettingOutcome, 'state'>,
): SettingOutcome {
  return { ...nothing, kind, name, ...result };
}

/** Describes a setting that was written, and is missing when it is read back. */
export const notShown = {
  state: 'kept',
  note: 'GitHub accepted it but does not show it',
  differs: 'stricter',
} as const;

/** Does what was decided, unless nothing is written. A refusal of the host is an outcome, everything else is thrown. */
export async function perform(
  { writer, stopIfDraining }: { writer: unknown; stopIfDraining: () => void },
  named: Named,
  decision: Decision,
): Promise<SettingOutcome> {
  if (!('write' in decision)) return outcomeOf(named, decision);
  const { write, note = null, differs = null } = decision;
  if (writer === null) return outcomeOf(named, { state: 'missing', note, differs });
  stopIfDraining();
  try {
    return outcomeOf(named, { state: 'written', ...(await write()) });
  } catch (thrown) {
    return outcomeOf(named, refusal(thrown));
  }
}

/** Of settings whose list is refused each is refused. */
export async function unlessRefused(
  all: readonly Named[],
  apply: () => Promise<readonly SettingOutcome[]>,
): Promise<readonly SettingOutcome[]> {
  if (all.length === 0) return [];
  try {
    return await apply();
  } catch (thrown) {
    const result = refusal(thrown);
    return all.map((named) => outcomeOf(named, result));
  }
}

/** A setting of which anything was refused. @throws what is no refusal */
export function refusedOutcome(named: Named, thrown: unknown): SettingOutcome {
  return outcomeOf(named, refusal(thrown));
}

/** @throws what is no refusal */
function refusal(thrown: unknown): Pick<SettingOutcome, 'state' | 'note' | 'hint'> {
  const codes = ['refused', 'permission', 'not-found', 'target-exists'] as const;
  if (!hasCode(thrown, ...codes)) throw thrown;
  const { message, hint }: MigratorError = thrown;
  return { state: 'refused', note: message, hint };
}

/** With these behind its own note; `false` is none. */
export function withNotes(
  outcome: SettingOutcome,
  notes: readonly (string | false)[],
): SettingOutcome {
  const all = [outcome.note, ...notes].filter((note) => typeof note === 'string');
  const sentences = all.map((note, at) =>
    at === 0 ? note : `${note.slice(0, 1).toUpperCase()}${note.slice(1)}`,
  );
  return { ...outcome, note: all.length === 0 ? null : sentences.join('. ') };
}
