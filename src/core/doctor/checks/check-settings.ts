import { hasCode, MigratorError } from '../../kernel/errors.ts';
import { namesText } from '../../kernel/format/format.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import { missingScopes, missingSettingsScopes } from '../../ports/credentials/scope-needs.ts';
import { readSourceCredentials } from '../../ports/credentials/source-credentials.ts';
import type { SettingsPart, SourceSettings } from '../../ports/records/source-settings.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { sourcePart } from '../../settings/kinds/kinds.ts';
import { namedGroups } from '../../settings/plan/named-actors.ts';
import type { DoctorTools } from '../findings/doctor-tools.ts';
import { type Finding, fail, failed, pass, warn } from '../findings/finding.ts';
import { missingCapabilityFindings } from './account-findings.ts';

interface SettingsCheck {
  readonly app: DoctorTools;
  readonly plan: Plan | null;
  readonly signal: AbortSignal;
}

/**
 * Tells whether the credentials of the source may read settings: by the scopes that the host reports, and by reading
 * those of the plan's first repository.
 */
export async function checkSourceSettings(check: SettingsCheck): Promise<readonly Finding[]> {
  const { app, plan, signal } = check;
  try {
    const source = app.source({ usesGit: false });
    const [first] = plan?.repositories ?? [];
    if (plan !== null && first !== undefined) {
      const { workspace } = plan.source;
      return await tried(source, { workspace, slug: first.source, signal });
    }
    const access = readSourceCredentials(app.variables, { usesGit: false });
    const withPlan = warn(
      'source-settings',
      `Only a repository on ${source.hostname} shows whether the credentials can read settings`,
      "Run `migrator doctor --settings --plan <file>`: it reads the settings of the plan's first repository.",
    );
    if (access.kind !== 'bitbucket-cloud' || access.variant === 'access-token') return [withPlan];
    const account = await source.verifyCredentials({
      workspace: '',
      forPullRequests: false,
      signal,
    });
    const missing = missingSettingsScopes(access.variant, account.scopes);
    if (missing.length === 0) return [withPlan];
    const remedy = source.settings.needs;
    return missingCapabilityFindings('source-settings', 'the credentials', { missing, remedy });
  } catch (error) {
    return [failed('source-settings', error)];
  }
}

interface Tried {
  readonly workspace: string;
  readonly slug: string;
  readonly signal: AbortSignal;
}

async function tried(source: SourceHost, asked: Tried): Promise<readonly Finding[]> {
  const { workspace, slug, signal } = asked;
  const repository = await source.findRepository({ workspace, slug, signal });
  // The plan's own check names it.
  if (repository === null) return [];
  const { defaultBranch, project } = repository;
  const wanted = { workspace, slug, defaultBranch, project: project?.key ?? null, signal };
  const read: Partial<SourceSettings>[] = [];
  const refused = new Map<string, SettingsPart[]>();
  const refuse = (why: string, part: SettingsPart) =>
    refused.set(why, [...(refused.get(why) ?? []), part]);
  for (const { part } of source.settings.parts) {
    try {
      const { settings, missing } = await source.settings.read(part, wanted);
      read.push(settings as Partial<SourceSettings>);
      if (missing !== null) refuse(missing, part);
    } catch (thrown) {
      if (!(thrown instanceof MigratorError) || !hasCode(thrown, ...refusals)) throw thrown;
      refuse(thrown.message, part);
    }
  }
  if (refused.size > 0) {
    return [...refused].map(([why, parts]) =>
      fail('source-settings', 'permission', {
        message: `Cannot read ${namesText(parts.map((part) => sourcePart(part).title))} of ${slug}: ${why}`,
        remedy: source.settings.needs,
      }),
    );
  }
  const groups = await groupFindings(source, asked, read);
  return [pass('source-settings', `The settings of ${slug} can be read`), ...groups];
}

const refusals = ['permission', 'credentials', 'not-found', 'refused'] as const;

/** Tells whether the members of groups that the repository names are listed. */
async function groupFindings(
  source: SourceHost,
  { workspace, signal }: Tried,
  read: readonly Partial<SourceSettings>[],
): Promise<readonly Finding[]> {
  const none = { access: [], rules: [], reviewers: [], checks: [] };
  const ids = namedGroups(read.map((one) => ({ ...none, ...one })));
  if (ids.length === 0) return [];
  const remedy = 'List them in a file, and run discover with --include-settings --groups <file>.';
  try {
    const groups = await source.settings.groups({ workspace, ids: ids.slice(0, 1), signal });
    if (groups.every(({ members }) => members !== null)) return [];
  } catch (thrown) {
    if (!hasCode(thrown, ...refusals)) throw thrown;
  }
  return [
    warn('source-settings', `${source.hostname} does not list the members of groups`, remedy),
  ];
}

/** Tells whether the token may create teams and give them access. */
export async function checkTargetSettings(check: SettingsCheck): Promise<readonly Finding[]> {
  const { app, plan, signal } = check;
  try {
    const target = app.target();
    const { scopes } = await target.verifyCredentials({ signal });
    const [lacking] = missingScopes(scopes, ['admin:org']);
    if (lacking !== undefined) {
      return missingCapabilityFindings('target-settings', 'DST_TOKEN', {
        missing: [
          { scope: lacking, neededTo: 'create teams and give them access', isRequired: false },
        ],
        remedy:
          'Add it to the token (Settings > Developer settings > Personal access tokens); it must belong to an organization owner.',
      });
    }
    const organization = plan?.target.organization;
    const unreported = scopes === null ? [finePermissions] : [];
    if (organization === undefined) return unreported;
    await target.settings.organization.listTeams({ organization, signal });
    await target.settings.organization.listMembers({ organization, signal });
    const listed = pass('target-settings', `Teams and members of ${organization} can be read`);
    return [listed, ...unreported];
  } catch (error) {
    return [failed('target-settings', error)];
  }
}

const finePermissions = warn(
  'target-settings',
  'GitHub does not report whether DST_TOKEN can apply settings',
  'A fine-grained token needs Members (read and write) and Custom properties (admin) for the organization, and Administration and Webhooks (read and write) for all its repositories.',
);
