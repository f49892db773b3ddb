import type { SecretLimits } from '../../ports/target-naming.ts';
import type { ManifestFile } from '../manifest/manifest-schema.ts';

/** What a manifest has more of than the target takes; it cannot be used before that is put right. Pure. */
export function limitNotes(file: ManifestFile, limits: SecretLimits): readonly string[] {
  const notes: string[] = [];
  const { ofOrganization, ofRepository, ofEnvironment, ofOrganizationInRepository } = limits;
  function check(of: string, entries: Entries, most: number): number {
    const number = countOf(entries);
    if (number > most) {
      notes.push(
        `${of} has ${number} secrets, and the target takes ${most}: mark ${number - most} with skip: true, or join several into one value`,
      );
    }
    return number;
  }
  const shared = check('The organization', file.organization_secrets, ofOrganization);
  if (shared > ofOrganizationInRepository && shared <= ofOrganization) {
    notes.push(
      `The organization has ${shared} secrets: a repository that may use more than ${ofOrganizationInRepository} of them sees the first ${ofOrganizationInRepository} in the order of the alphabet`,
    );
  }
  for (const [key, repository] of Object.entries(file.repositories ?? {})) {
    check(key, repository?.secrets, ofRepository);
    for (const [environment, entries] of Object.entries(repository?.environments ?? {})) {
      check(`${key} (${environment})`, entries, ofEnvironment);
    }
  }
  return notes;
}

/** How many secrets a manifest wants. Pure. */
export function countSecrets(file: ManifestFile): number {
  const repositories = Object.values(file.repositories ?? {}).flatMap((repository) => [
    repository?.secrets,
    ...Object.values(repository?.environments ?? {}),
  ]);
  return [file.organization_secrets, ...repositories].reduce(
    (sum, entries) => sum + countOf(entries),
    0,
  );
}

type Entries = readonly { readonly skip?: boolean | undefined }[] | null | undefined;

function countOf(entries: Entries): number {
  return (entries ?? []).filter(({ skip }) => skip !== true).length;
}
