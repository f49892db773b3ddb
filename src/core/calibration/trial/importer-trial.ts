import * as z from 'zod';
import { shellValue } from '../../kernel/format/shell-quote.ts';
import { archiveFormats } from '../../ports/target-importer.ts';
import { type ProbeResult, probeResultSchema } from '../probes/findings.ts';

export const importerTrialSchema = z.object({
  version: z.literal(1),
  host: z.string(),
  organization: z.string(),
  format: z.enum(archiveFormats),
  /** Milliseconds since 1970. */
  at: z.number(),
  results: z.array(probeResultSchema),
});

/** Describes what the importer made of an archive that had each thing of which nobody is sure. */
export type ImporterTrial = Readonly<z.infer<typeof importerTrialSchema>>;

/** Describes what a trial says while it runs; every text may hold what a host sent. */
export type TrialStep =
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'result'; readonly result: ProbeResult }
  | { readonly kind: 'tried'; readonly trial: ImporterTrial };

/** Where an importer was tried, and with which format. */
export type TrialPlace = Pick<ImporterTrial, 'host' | 'organization' | 'format'>;

/** Tells whether comments of one person, second and place became one. Pure. */
export function losesSameSecond(trial: Pick<ImporterTrial, 'results'> | null): boolean {
  const found = trial?.results.find(({ probe }) => probe === 'same-second');
  return found?.verdict === 'other';
}

/** A trial in the JSON output of commands. `seen` may hold what the host sent. Pure. */
export function trialJson({ host, organization, format, at, results }: ImporterTrial) {
  return {
    version: 1,
    ...{ host, organization, format },
    at: new Date(at).toISOString(),
    probes: results,
  };
}

/** Returns what all of it comes to; may hold what the host sent. Pure. */
export function trialVerdict({ organization, format, results }: ImporterTrial): string {
  const others = results.filter(({ verdict }) => verdict === 'other').length;
  const all = results.length;
  const kept = `The importer in ${organization} keeps ${all - others} of ${all} in the format ${format}`;
  return others === 0 ? `${kept}.` : `${kept}. A repair restores the rest.`;
}

/** The command line that tries the importer of an organization. Pure. */
export function trialCommand(organization: string): string {
  return `migrator doctor --calibrate --importer --target-org ${shellValue(organization)}`;
}

/** Says what a trial of an importer does before it does it. Pure. */
export function trialIntroduction(organization: string): readonly string[] {
  return [
    `Imports a small test repository into ${organization}, compares the result, and deletes it.`,
    'Takes a few minutes. It notifies nobody, and sends none of your data.',
    'Two placeholder accounts stay in the organization: Migrator Trial Author and Migrator Trial Reviewer.',
  ];
}
