import * as z from 'zod';
import { MigratorError, toMigratorError } from '../../kernel/errors.ts';
import type { Cancellable } from '../../ports/records/target-address.ts';
import type { VaultClient } from '../http/vault-client.ts';
import { isTokenRefused } from '../http/vault-refusals.ts';

/** Seconds that a token for a pipeline lives at most. */
export const longestLife = 900;

interface WriteToken {
  readonly token: string;
  /** By which it can be revoked without being known. */
  readonly accessor: string;
  /** Seconds; 0: it does not end. */
  readonly life: number;
}

const madeSchema = z.object({
  auth: z.object({
    client_token: z.string().min(1),
    accessor: z.string().catch(''),
    lease_duration: z.number().nonnegative().catch(0),
    policies: z.array(z.string()).catch([]),
  }),
});

/** A policy that lets these entries be written, nothing be read, and the token be revoked. Pure. */
export function writePolicy(mount: string, paths: readonly string[]): string {
  const rules = paths.map(
    (path) => `path "${mount}/data/${path}" { capabilities = ["create", "update"] }`,
  );
  return [...rules, 'path "auth/token/revoke-self" { capabilities = ["update"] }', ''].join('\n');
}

/** @param options.name identifies us as its creator */
export async function addPolicy(
  vault: VaultClient,
  { name, text, signal }: { name: string; text: string } & Cancellable,
): Promise<void> {
  await vault
    .send({
      method: 'POST',
      path: `sys/policies/acl/${name}`,
      body: { policy: text },
      action: { what: 'create a policy', capabilities: ['create', 'update', 'delete'] },
      signal,
    })
    .catch((thrown: unknown) => {
      throw needsRole(thrown);
    });
}

/**
 * A token for a pipeline. Sent once.
 * @param options.role a token role whose policies it gets; without one it gets the policy
 * @throws `permission`, `refused`
 */
export async function createWriteToken(
  vault: VaultClient,
  options: { role: string | null; policy: string | null } & Cancellable,
): Promise<WriteToken> {
  const { role, policy, signal } = options;
  const path = role === null ? 'auth/token/create' : `auth/token/create/${role}`;
  const answer = await vault
    .send({
      method: 'POST',
      path,
      body: {
        ...(policy === null ? {} : { policies: [policy] }),
        ttl: `${longestLife}s`,
        explicit_max_ttl: `${longestLife}s`,
        renewable: false,
        no_default_policy: true,
        display_name: 'migrator-pipeline',
      },
      creates: true,
      action: { what: 'create a token', capabilities: ['update', 'sudo'] },
      signal,
    })
    .catch((thrown: unknown) => {
      throw role === null ? needsRole(thrown) : thrown;
    });
  const made = madeSchema.safeParse(answer.json);
  if (!made.success) {
    throw new MigratorError('bad-answer', `${vault.host} created a token, but did not return it`, {
      hint: 'The token expires within 15 minutes. Check VAULT_ADDR.',
    });
  }
  const { client_token: token, accessor, lease_duration: life } = made.data.auth;
  return { token, accessor, life };
}

/**
 * Tells whether the token ends in time, and cannot do what it must not: it is used in a pipeline, which others may
 * change. The entry that is tried is an empty one.
 * @throws `refused`
 */
export async function checkWriteToken(
  vault: VaultClient,
  options: WriteToken & { path: string; folder: string } & Cancellable,
): Promise<void> {
  const { token, path, folder, life, signal } = options;
  if (life <= 0 || life > longestLife) {
    throw new MigratorError(
      'refused',
      `${vault.host} created a token that is valid for ${life} s`,
      {
        hint: `The token role must set token_explicit_max_ttl to ${longestLife} s or less.`,
      },
    );
  }
  const { mount } = vault.settings;
  const action = { what: 'be tested', capabilities: [] };
  const attempts = [
    { path: `${mount}/data/${path}` },
    { path: `${mount}/metadata/${path}` },
    { path: `${mount}/metadata/${folder}`, query: { list: 'true' } },
  ];
  for (const attempt of attempts) {
    const { status } = await vault.send({
      method: 'GET',
      ...attempt,
      token,
      expected: [400, 403, 404, 405],
      action,
      signal,
    });
    if (status === 403 || status === 405) continue;
    throw new MigratorError('refused', `The token for the pipeline can read ${attempt.path}`, {
      hint: 'The policies of vault.token_role must grant create and update under <mount>/data/<project>, and nothing else.',
    });
  }
}

/**
 * By itself, which needs nothing but its own policy.
 * @returns whether it has ended now; `false` where its policy does not let it
 */
export async function revokeSelf(
  vault: VaultClient,
  { token, signal }: { token: string } & Cancellable,
): Promise<boolean> {
  const answer = await vault.send({
    method: 'POST',
    path: 'auth/token/revoke-self',
    body: {},
    token,
    expected: [400, 403],
    action: { what: 'be revoked', capabilities: ['update'] },
    signal,
  });
  // A token that has ended is not known any more.
  return answer.status < 300 || isTokenRefused(answer);
}

/** By its accessor, after a run that was killed. */
export async function revokeByAccessor(
  vault: VaultClient,
  { accessor, signal }: { accessor: string } & Cancellable,
): Promise<void> {
  await vault.send({
    method: 'POST',
    path: 'auth/token/revoke-accessor',
    body: { accessor },
    // It has ended already.
    expected: [400, 404],
    action: { what: "revoke a pipeline's token", capabilities: ['update'] },
    signal,
  });
}

export async function removePolicy(
  vault: VaultClient,
  { name, signal }: { name: string } & Cancellable,
): Promise<void> {
  await vault.send({
    method: 'DELETE',
    path: `sys/policies/acl/${name}`,
    expected: [404],
    action: { what: 'delete the policy', capabilities: ['delete'] },
    signal,
  });
}

function needsRole(thrown: unknown): MigratorError {
  const error = toMigratorError(thrown);
  const isRefused =
    error.code === 'permission' || /subset of parent/.test(`${error.message} ${error.detail}`);
  if (!isRefused) return error;
  return new MigratorError('permission', error.message, {
    hint: 'Have an administrator prepare a token role, and set vault.token_role in migrator.yaml to it. See docs/secrets-vault.md.',
    detail: error.detail,
    status: error.status,
    cause: error,
  });
}
