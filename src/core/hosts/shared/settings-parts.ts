import type { Cancellable } from '../../ports/records/target-address.ts';
import type {
  SettingsOfPart,
  SettingsPartCost,
  SettingsRepository,
  SettingsSource,
} from '../../ports/settings-source.ts';

/** A part of the settings that a host has, with how it is read. */
export interface SettingsPartReader<Reader> extends SettingsPartCost {
  readonly read: (
    reader: Reader,
    wanted: SettingsRepository & Cancellable,
  ) => Promise<SettingsOfPart>;
}

/** The port of a host that has these parts, and nothing of the others. */
export function settingsSource<Reader>(
  reader: Reader,
  {
    parts,
    ...rest
  }: { readonly parts: readonly SettingsPartReader<Reader>[] } & Pick<
    SettingsSource,
    'needs' | 'groups'
  >,
): SettingsSource {
  return {
    ...rest,
    parts,
    read: async (part, wanted) =>
      (await parts.find((one) => one.part === part)?.read(reader, wanted)) ?? {
        settings: {},
        missing: null,
      },
  };
}
