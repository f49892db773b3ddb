import { safe } from '../../kernel/format/terminal-text.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { SecretLevel } from '../../ports/secret-source.ts';
import type { TargetNaming } from '../../ports/target-naming.ts';
import type { Manifest, ManifestSecret } from '../../secrets/manifest/manifest.ts';
import { type Targeted, targetScopes } from '../../secrets/manifest/target-scopes.ts';
import { skippedLines } from '../../secrets/scaffold/scope-report.ts';
import type { EntryAddress } from '../../vault/entries/entry-path.ts';
import { emptyProject, type ListedEntries } from '../../vault/entries/listed-entries.ts';
import { type WantedValues, wantedValues } from '../../vault/fill/wanted-values.ts';
import type { VaultClient } from '../../vault/http/vault-client.ts';
import type { App } from '../app.ts';
import type { CommandProgram } from '../command-program.ts';

interface GivenValues {
  readonly app: Pick<App, 'say'>;
  readonly program: Pick<CommandProgram, 'naming' | 'stderr'>;
  readonly vault: Pick<VaultClient, 'host' | 'settings'>;
  readonly project: string;
  readonly listed: ListedEntries;
  /** `null`: all entries are wanted. */
  readonly manifest: Manifest | null;
  readonly plan: Plan | null;
  readonly owner: TargetOwner;
}

export interface ChosenValues extends WantedValues {
  readonly targeted: Targeted;
  /** No entry is invalid, and nothing wanted is outside of the plan. */
  readonly isWhole: boolean;
}

/**
 * Maps entries of the vault to secrets of the target; warns of what is left out.
 * @throws `input-file` where the vault has none, or plan and manifest contradict each other
 */
export function chooseValues(given: GivenValues): ChosenValues {
  const { app, program, listed, plan, owner } = given;
  warnOfEntries(given);
  const manifest = given.manifest ?? manifestOfListed(given);
  const targeted = targetScopes({
    manifest,
    plan,
    resolveTargetNames: program.naming.resolveRepositoryNames,
  });
  // Without a manifest, entries outside of the plan are reported as unused.
  const outside = given.manifest === null ? { unplanned: [], missed: [] } : targeted;
  for (const line of skippedLines(outside)) program.stderr.write(`${line}\n`);
  const isOrganization = owner.kind === 'organization';
  if (!isOrganization && manifest.organization.length > 0)
    app.say(safe(noOrganization(owner.login)));
  const wanted = wantedValues({
    entries: listed.entries,
    manifest: isOrganization ? manifest : { ...manifest, organization: [] },
    targeted,
    owner: owner.login,
  });
  const isWhole = listed.refused.length === 0 && outside.missed.length === 0;
  return { ...wanted, targeted, isWhole };
}

function warnOfEntries({ app, vault, project, listed }: GivenValues): void {
  const { mount } = vault.settings;
  for (const { message, hint } of listed.refused) app.say(safe(`warning  ${message}. ${hint}`));
  for (const path of listed.foreign) {
    app.say(safe(`warning  ${mount}/${path} was not written by sync-to-vault, and was not read`));
  }
  if (listed.entries.length > 0 || listed.refused.length > 0) return;
  throw emptyProject(vault.host, `${mount}/${project}`);
}

function manifestOfListed({ app, program, listed }: GivenValues): Manifest {
  const addresses = listed.entries.map((one) => one.address);
  const { manifest, renamed } = manifestOfEntries(addresses, program.naming);
  for (const line of renamed) app.say(safe(line));
  return manifest;
}

function noOrganization(login: string): string {
  return `warning  ${login} is a user account without organization secrets: workspace variables are skipped. Use a manifest written with --workspace-variables repositories to copy them.`;
}

interface EntriesManifest {
  readonly manifest: Manifest;
  /** Names that change, old and new. */
  readonly renamed: readonly string[];
}

/** Where the entries belong on the target when no manifest says it: each at its own level. Pure. */
function manifestOfEntries(
  addresses: readonly EntryAddress[],
  naming: TargetNaming,
): EntriesManifest {
  const renamed: string[] = [];
  function secrets(
    names: readonly string[],
    source: SecretLevel,
    where: string,
  ): readonly ManifestSecret[] {
    return naming.resolveSecretNames(names).map(({ source: sourceName, target, changes }) => {
      if (changes.length > 0) {
        const why = naming.secretNameChangeText(changes);
        renamed.push(`${where}: ${sourceName} becomes ${target}: ${why}`);
      }
      return { name: target, sourceName, source };
    });
  }
  const shared: string[] = [];
  const repositories = new Map<string, { own: string[]; environments: Map<string, string[]> }>();
  const of = (repository: string) => {
    const known = repositories.get(repository);
    if (known !== undefined) return known;
    const made = { own: [], environments: new Map<string, string[]>() };
    repositories.set(repository, made);
    return made;
  };
  for (const address of addresses) {
    if (address.level === 'workspace') shared.push(address.name);
    else if (address.level === 'repository') of(address.repository).own.push(address.name);
    else {
      const { environments } = of(address.repository);
      const names = environments.get(address.environment) ?? [];
      environments.set(address.environment, [...names, address.name]);
    }
  }
  const manifest: Manifest = {
    organization: secrets(shared, 'workspace', 'organization').map((secret) => ({
      ...secret,
      visibility: 'private',
      repositories: [],
    })),
    repositories: [...repositories].map(([source, { own, environments }]) => ({
      source,
      target: null,
      secrets: secrets(own, 'repository', source),
      environments: [...environments].map(([name, names]) => ({
        name,
        secrets: secrets(names, 'deployment', `${source} (${name})`),
      })),
    })),
  };
  return { manifest, renamed };
}
