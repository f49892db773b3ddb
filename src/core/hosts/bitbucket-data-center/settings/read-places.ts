import * as z from 'zod';
import type {
  AccessKey,
  AccessLevel,
  DefaultReviewers,
  Grant,
  SettingsLevel,
  Webhook,
} from '../../../ports/records/source-settings.ts';
import type { SettingsOfPart } from '../../../ports/settings-source.ts';
import { flag, identifier } from '../../shared/lenient-schema.ts';
import {
  amount,
  distinctById,
  hookAddress,
  optionalText,
  shortText,
  withInherited,
} from '../../shared/settings-rows.ts';
import { groupActor, userActor } from './read-rules.ts';
import { matcherRow, readModel, type ToRefs } from './ref-matchers.ts';
import {
  placesOf,
  readList,
  readObject,
  readRows,
  type SettingsReader,
  type Wanted,
} from './settings-pages.ts';

const levels: readonly (readonly [RegExp, AccessLevel])[] = [
  [/_ADMIN$/, 'admin'],
  [/_WRITE$/, 'write'],
  [/_READ$/, 'read'],
];

const levelOf = (permission: string): AccessLevel | null =>
  levels.find(([pattern]) => pattern.test(permission))?.[1] ?? null;

const permissionRow = z.object({
  permission: z.string(),
  user: userActor.optional(),
  group: z.object({ name: shortText.min(1) }).optional(),
});

/** Explicit permissions of users and groups, and what everybody with an account may do. */
export async function readAccess(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { repository, project } = placesOf(reader, wanted);
  const { rows, missing } = await withInherited(
    permissions(reader, wanted, { place: repository, from: 'repository' }),
    [
      () =>
        reader.once(`access ${project}`, async () => [
          ...(await permissions(reader, wanted, { place: project, from: 'project' })),
          ...(await defaultPermission(reader, wanted, project)),
        ]),
    ],
  );
  return { settings: { access: rows }, missing };
}

async function permissions(
  reader: SettingsReader,
  { signal }: Wanted,
  { place, from }: { place: string; from: SettingsLevel },
): Promise<readonly Grant[]> {
  const grants: Grant[] = [];
  for (const kind of ['users', 'groups']) {
    const path = `/rest/api/latest${place}/permissions/${kind}`;
    const rows = await readRows(reader, { path, row: permissionRow, what: 'permission', signal });
    for (const { permission, user, group } of rows) {
      const actor = user ?? (group === undefined ? null : groupActor(group.name));
      const level = levelOf(permission);
      if (actor !== null && level !== null) grants.push({ actor, level, from });
    }
  }
  return grants;
}

const permittedSchema = z.object({ permitted: z.boolean() });

async function defaultPermission(
  reader: SettingsReader,
  { signal }: Wanted,
  project: string,
): Promise<readonly Grant[]> {
  for (const permission of ['PROJECT_WRITE', 'PROJECT_READ']) {
    const path = `/rest/api/latest${project}/permissions/${permission}/all`;
    const answer = await readObject(reader, { path, schema: permittedSchema, signal });
    const level = levelOf(permission);
    if (answer?.permitted === true && level !== null) {
      const actor = { kind: 'everyone', id: 'everyone', name: 'everyone' } as const;
      return [{ actor, level, from: 'project' }];
    }
  }
  return [];
}

const conditionRow = z.object({
  id: identifier,
  scope: z.object({ type: z.string() }).nullish().catch(null),
  sourceRefMatcher: matcherRow,
  targetRefMatcher: matcherRow,
  reviewers: z.array(userActor).nullish(),
  reviewerGroups: z
    .array(z.object({ users: z.array(userActor).nullish() }))
    .nullish()
    .catch(null),
  requiredApprovals: amount,
});

/** Default reviewers, by the branches of a pull request; reviewer groups are their people. */
export async function readReviewers(
  reader: SettingsReader,
  wanted: Wanted,
): Promise<SettingsOfPart> {
  const { repository, project } = placesOf(reader, wanted);
  const toRefs = await readModel(reader, wanted);
  const read = (place: string) =>
    readList(reader, {
      path: `/rest/default-reviewers/latest${place}/conditions`,
      row: conditionRow,
      what: 'default reviewer condition',
      signal: wanted.signal,
    });
  const own = read(repository).then((rows) => rows.map((row) => toReviewers(row, { toRefs })));
  const above = async () =>
    (await reader.once(`reviewers ${project}`, () => read(project))).map((row) =>
      toReviewers(row, { toRefs, level: 'project' }),
    );
  const { rows, missing } = await withInherited<DefaultReviewers>(own, [above]);
  return { settings: { reviewers: distinctById(rows) }, missing };
}

function toReviewers(
  row: z.infer<typeof conditionRow>,
  { toRefs, level }: { toRefs: ToRefs; level?: SettingsLevel },
): DefaultReviewers {
  const people = [
    ...(row.reviewers ?? []),
    ...(row.reviewerGroups ?? []).flatMap(({ users }) => users ?? []),
  ].filter((actor) => actor !== null);
  return {
    id: row.id,
    level: level ?? (row.scope?.type === 'PROJECT' ? 'project' : 'repository'),
    reviewers: distinctById(people),
    source: toRefs(row.sourceRefMatcher),
    destination: toRefs(row.targetRefMatcher),
    approvals: row.requiredApprovals ?? 0,
  };
}

const webhookRow = z.object({
  id: identifier,
  name: optionalText,
  url: hookAddress,
  active: flag,
  events: z.array(shortText),
  // Masked by the host; only whether it is there is kept.
  configuration: z
    .looseObject({ secret: z.string().optional() })
    .nullish()
    .catch(null)
    .transform((given) => (given?.secret ?? '') !== ''),
  sslVerificationRequired: z.boolean().catch(true),
});

/** Webhooks of the repository and of its project. No secret is kept. */
export async function readWebhooks(
  reader: SettingsReader,
  wanted: Wanted,
): Promise<SettingsOfPart> {
  const { repository, project } = placesOf(reader, wanted);
  const read = async (place: string, level: SettingsLevel): Promise<readonly Webhook[]> => {
    const path = `/rest/api/latest${place}/webhooks`;
    const { signal } = wanted;
    const rows = await readRows(reader, { path, row: webhookRow, what: 'webhook', signal });
    return rows.map(({ url, configuration, sslVerificationRequired, ...row }) => ({
      ...row,
      level,
      url: url.url,
      secret: configuration || url.hasUser,
      verified: sslVerificationRequired,
    }));
  };
  const { rows, missing } = await withInherited(read(repository, 'repository'), [
    () => reader.once(`webhooks ${project}`, () => read(project, 'project')),
  ]);
  return { settings: { webhooks: rows }, missing };
}

const keyRow = z.object({
  key: z.object({ id: identifier, text: shortText, label: optionalText }),
  permission: z.string(),
});

/** Access keys of the repository and of its project. */
export async function readKeys(reader: SettingsReader, wanted: Wanted): Promise<SettingsOfPart> {
  const { repository, project } = placesOf(reader, wanted);
  const read = async (place: string, level: SettingsLevel): Promise<readonly AccessKey[]> => {
    const path = `/rest/keys/latest${place}/ssh`;
    const rows = await readRows(reader, {
      path,
      row: keyRow,
      what: 'access key',
      signal: wanted.signal,
    });
    return rows.map(({ key, permission }) => ({
      id: key.id,
      level,
      label: key.label,
      key: key.text,
      access: levelOf(permission) === 'write' ? 'write' : 'read',
    }));
  };
  const { rows, missing } = await withInherited(read(repository, 'repository'), [
    () => reader.once(`keys ${project}`, () => read(project, 'project')),
  ]);
  return { settings: { keys: rows }, missing };
}
