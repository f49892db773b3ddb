import * as z from 'zod';
import type {
  AccessKey,
  AccessLevel,
  Actor,
  DefaultReviewers,
  Grant,
  Group,
  SettingsLevel,
  Webhook,
} from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart, SettingsSource } from '../../../ports/settings-source.ts';
import { flag, identifier } from '../../shared/lenient-schema.ts';
import {
  asMember,
  hookAddress,
  optionalText,
  shortText,
  withInherited,
} from '../../shared/settings-rows.ts';
import { repositoryPath, workspacePath } from '../names/names.ts';
import { groupActor, userActor } from './read-rules.ts';
import {
  readObject,
  readRows,
  type SettingsList,
  type SettingsReader,
  type Wanted,
} from './settings-pages.ts';

const levels: Readonly<Record<string, AccessLevel>> = {
  read: 'read',
  write: 'write',
  'create-repo': 'create',
  admin: 'admin',
};

const permissionRow = z.object({
  permission: z.string(),
  user: userActor.optional(),
  group: groupActor.optional(),
});

/** Explicit permissions of users and groups. */
export async function readAccess(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const own = permissions(reader, wanted, { path: repositoryPath(wanted), level: 'repository' });
  const project = projectPath(wanted);
  const { rows, missing } = await withInherited(own, [
    ...(project === null
      ? []
      : [
          () =>
            reader.once(`access ${project}`, () =>
              permissions(reader, wanted, { path: project, level: 'project' }),
            ),
        ]),
    () => owners(reader, wanted),
  ]);
  return { settings: { access: rows }, missing };
}

const membershipRow = z.object({ permission: z.string(), user: userActor });

/** Who owns the workspace administers all of it. */
function owners(reader: SettingsReader, { workspace, signal }: Wanted): Promise<readonly Grant[]> {
  const path = `/2.0/workspaces/${workspacePath(workspace)}/permissions`;
  return reader.once(path, async () => {
    const rows = await readRows(reader, {
      path,
      row: membershipRow,
      what: 'membership',
      of: workspace,
      signal,
    });
    return rows.flatMap(({ permission, user }): Grant[] =>
      permission === 'owner' && user !== null
        ? [{ actor: user, level: 'admin', from: 'workspace' }]
        : [],
    );
  });
}

async function permissions(
  reader: SettingsReader,
  { signal }: Wanted,
  { path, level }: { path: string; level: SettingsLevel },
): Promise<readonly Grant[]> {
  const grants: Grant[] = [];
  for (const kind of ['users', 'groups'] as const) {
    const rows = await readRows(reader, {
      path: `${path}/permissions-config/${kind}`,
      row: permissionRow,
      what: 'permission',
      of: path,
      signal,
    });
    for (const { permission, user, group } of rows) {
      const actor: Actor | null = user ?? group ?? null;
      const granted = levels[permission];
      if (actor !== null && granted !== undefined)
        grants.push({ actor, level: granted, from: level });
    }
  }
  return grants;
}

/** `null` where the repository's project is unknown, or its key could lead elsewhere. */
function projectPath({ workspace, project }: Wanted): string | null {
  if (project === null || !/^[A-Za-z0-9_]{1,128}$/.test(project)) return null;
  return `/2.0/workspaces/${workspacePath(workspace)}/projects/${project}`;
}

const reviewerRow = z.object({ reviewer_type: z.string().catch(''), user: userActor });

/** Reads reviewers of the repository and of its project, who are asked for every pull request. */
export async function readReviewers(
  reader: SettingsReader,
  wanted: Wanted,
): Promise<SettingsOfPart> {
  const rows = await readRows(reader, {
    path: `${repositoryPath(wanted)}/effective-default-reviewers`,
    row: reviewerRow,
    what: 'default reviewer',
    of: `${wanted.workspace}/${wanted.slug}`,
    signal: wanted.signal,
  });
  const reviewersOf = (level: SettingsLevel): DefaultReviewers[] => {
    const reviewers = rows
      .filter(({ reviewer_type }) => (reviewer_type === 'project') === (level === 'project'))
      .flatMap(({ user }) => user ?? []);
    const everywhere = { source: { kind: 'any' }, destination: { kind: 'any' } } as const;
    return reviewers.length === 0
      ? []
      : [{ id: level, level, reviewers, ...everywhere, approvals: 0 }];
  };
  const reviewers = [...reviewersOf('repository'), ...reviewersOf('project')];
  return { settings: { reviewers }, missing: null };
}

const hookRow = z.object({
  uuid: shortText.min(1),
  description: optionalText,
  url: hookAddress,
  active: flag,
  events: z.array(shortText),
  secret_set: flag,
  skip_cert_verification: flag,
});

/** Webhooks of the repository and of the workspace. No secret is kept. */
export async function readWebhooks(
  reader: SettingsReader,
  wanted: Wanted,
): Promise<SettingsOfPart> {
  const { workspace, signal } = wanted;
  const workspaceHooks = `/2.0/workspaces/${workspacePath(workspace)}/hooks`;
  const read = async (path: string, level: SettingsLevel): Promise<readonly Webhook[]> => {
    const rows = await readRows(reader, { path, row: hookRow, what: 'webhook', of: path, signal });
    return rows.map((row) => ({
      id: row.uuid,
      level,
      name: row.description,
      url: row.url.url,
      active: row.active,
      events: row.events,
      secret: row.secret_set || row.url.hasUser,
      verified: !row.skip_cert_verification,
    }));
  };
  const { rows, missing } = await withInherited(
    read(`${repositoryPath(wanted)}/hooks`, 'repository'),
    [() => reader.once(workspaceHooks, () => read(workspaceHooks, 'workspace'))],
  );
  return { settings: { webhooks: rows }, missing };
}

const keyRow = z.object({
  id: identifier,
  key: shortText,
  label: optionalText,
  comment: optionalText,
});

/** Access keys of the repository and of its project, which all read only. */
export async function readKeys(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { signal } = wanted;
  const read = async (
    place: Pick<SettingsList<typeof keyRow>, 'path'>,
    level: SettingsLevel,
  ): Promise<readonly AccessKey[]> => {
    const list = { ...place, row: keyRow, what: 'access key', of: place.path, signal };
    const rows = await readRows(reader, list);
    return rows.map(({ id, key, label, comment }) => ({
      id,
      level,
      label: label === '' ? comment : label,
      key,
      access: 'read',
    }));
  };
  const project = projectPath(wanted);
  const path = `${project}/deploy-keys`;
  const { rows, missing } = await withInherited(
    read({ path: `${repositoryPath(wanted)}/deploy-keys` }, 'repository'),
    project === null ? [] : [() => reader.once(path, () => read({ path }, 'project'))],
  );
  return { settings: { keys: rows }, missing };
}

const groupList = z.array(
  z.object({ slug: shortText.min(1), name: optionalText, members: z.array(userActor).catch([]) }),
);

/** Members are listed only by the interface of version 1.0, which may go at any time. */
export async function readGroups(
  reader: SettingsReader,
  { workspace, ids, signal }: Parameters<SettingsSource['groups']>[0],
): Promise<readonly Group[]> {
  const path = `/1.0/groups/${workspacePath(workspace)}`;
  const listed = await readObject(reader, { path, schema: groupList, canBeMissing: true, signal });
  return ids.map((id) => {
    const group = listed?.find(({ slug }) => slug === id);
    if (group === undefined) return { id, name: id, members: null };
    const members = group.members.flatMap((one) => (one === null ? [] : [asMember(one)]));
    return { id, name: group.name === '' ? id : group.name, members };
  });
}
