import type { GithubAccount } from '../accounts/account.ts';
import type { ImportedPerson } from '../importer/importer.ts';
import { abortImport } from '../importer/imports.ts';
import { handOver, refuseClaim } from '../importer/mannequins.ts';
import type { Call } from '../rest/call.ts';
import { type FoundNode, findNode } from './find-node.ts';
import { mustBeAuthorized, mustOwn } from './importer-refusals.ts';
import { mannequinView, organizationView } from './importer-views.ts';
import { GraphqlRefusal, notResolved } from './parts/refusal.ts';
import { createSource, startMigration } from './start-migration.ts';
import { userView } from './views.ts';

interface Input {
  readonly clientMutationId?: string | null;
}

interface RoleInput extends Input {
  readonly organizationId: string;
  readonly actor: string;
  readonly actorType: 'USER' | 'TEAM';
}

interface ClaimInput extends Input {
  readonly ownerId: string;
  readonly sourceId: string;
  readonly targetId: string;
}

/** The fields of `Query` and `Mutation` that the importer has. */
export function createImporterRoot(call: Call) {
  return {
    organization({ login }: { login: string }) {
      const account = call.host.findAccount(login);
      if (account?.kind !== 'organization') {
        throw notResolved(`Organization with the login of '${login}'`);
      }
      mustBeAuthorized(call, account);
      return organizationView(account, call);
    },
    createMigrationSource: ({ input }: { input: Parameters<typeof createSource>[1] }) =>
      createSource(call, input),
    startRepositoryMigration: ({ input }: { input: Parameters<typeof startMigration>[1] }) =>
      startMigration(call, input),
    abortRepositoryMigration({ input }: { input: Input & { migrationId: string } }) {
      const { one } = must(findNode(call, input.migrationId), 'RM', input.migrationId);
      return { ...clientId(input), success: abortImport(call.host, one) };
    },
    grantMigratorRole: ({ input }: { input: RoleInput }) => changeRole(call, input, true),
    revokeMigratorRole: ({ input }: { input: RoleInput }) => changeRole(call, input, false),
    createAttributionInvitation({ input }: { input: ClaimInput }) {
      const claim = readClaim(call, input, 'createAttributionInvitation');
      claim.person.invited = claim.target;
      return claimView(call, input, claim);
    },
    reattributeMannequinToUser({ input }: { input: ClaimInput }) {
      const claim = readClaim(call, input, 'reattributeMannequinToUser');
      const { login, policies } = claim.person.organization;
      if (!policies.hasManagedUsers) {
        const message = `${login} is not an Enterprise Managed Users (EMU) organization`;
        throw new GraphqlRefusal('UNPROCESSABLE', message);
      }
      handOver(call.host, claim.person, claim.target);
      return claimView(call, input, claim);
    },
  };
}

function changeRole(call: Call, input: RoleInput, isGranted: boolean) {
  const { account } = must(findNode(call, input.organizationId), 'O', input.organizationId);
  mustOwn(call, account, isGranted ? 'grantMigratorRole' : 'revokeMigratorRole');
  const isKnown =
    input.actorType === 'TEAM'
      ? account.teams.has(input.actor)
      : call.host.findAccount(input.actor)?.kind === 'user';
  if (!isKnown) {
    throw notResolved(
      input.actorType === 'TEAM'
        ? `Team with the slug of '${input.actor}'`
        : `User with the login of '${input.actor}'`,
    );
  }
  const { migrators } = call.host.importer;
  const granted = migrators.get(account.id) ?? new Set();
  migrators.set(account.id, granted);
  const name = `${input.actorType.toLowerCase()}:${input.actor.toLowerCase()}`;
  if (isGranted) granted.add(name);
  else granted.delete(name);
  return { ...clientId(input), success: true };
}

interface Claim {
  readonly person: ImportedPerson;
  readonly target: GithubAccount;
}

function readClaim(call: Call, input: ClaimInput, field: string): Claim {
  const { account: owner } = must(findNode(call, input.ownerId), 'O', input.ownerId);
  mustOwn(call, owner, field);
  const { one: person } = must(findNode(call, input.sourceId), 'M', input.sourceId);
  const { login } = must(findNode(call, input.targetId), 'U', input.targetId);
  const target = call.host.findAccount(login);
  if (target === null || person.organization !== owner) throw unknownId(input.sourceId);
  const refusal = refuseClaim(person, target);
  if (refusal !== null) throw new GraphqlRefusal('UNPROCESSABLE', refusal);
  return { person, target };
}

function claimView(call: Call, input: ClaimInput, { person, target }: Claim) {
  return {
    ...clientId(input),
    owner: organizationView(person.organization, call),
    source: mannequinView(person, call),
    target: userView(target, call),
  };
}

function must<Kind extends FoundNode['kind']>(
  found: FoundNode,
  kind: Kind,
  id: string,
): Extract<FoundNode, { kind: Kind }> {
  if (found.kind === kind) return found as Extract<FoundNode, { kind: Kind }>;
  throw unknownId(id);
}

function unknownId(id: string): GraphqlRefusal {
  return notResolved(`node with the global id of '${id}'`);
}

function clientId({ clientMutationId = null }: Input) {
  return { clientMutationId };
}
