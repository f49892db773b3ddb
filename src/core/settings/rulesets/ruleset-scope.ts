import { targetGone } from '../../journal/target-gone.ts';
import type {
  FoundOrganizationRuleset,
  FoundRuleset,
  Ruleset,
} from '../../ports/records/target-settings.ts';
import type { ActorIds } from '../../ports/settings-target.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { ApplyContext } from '../applying/apply-context.ts';

/** A ruleset on the target, as one repository sees it. */
export interface ScopedRuleset extends FoundRuleset {
  /** It holds for the repository. */
  readonly isHere: boolean;
}

interface RulesetChange {
  readonly rulesetName: string;
  readonly ruleset: Ruleset;
  /** For the request, because people may change the ruleset as well. */
  readonly isCurrent: () => boolean;
}

/** Where a ruleset stands: in its repository, or in the organization for several. */
export interface RulesetScope {
  /** For messages. */
  readonly name: string;
  list(prefix: string): Promise<readonly ScopedRuleset[]>;
  read(id: string): Promise<ScopedRuleset>;
  create(name: string, ruleset: Ruleset): Promise<ScopedRuleset>;
  update(id: string, change: RulesetChange): Promise<ScopedRuleset>;
  enforce(id: string, enforcement: Ruleset['enforcement']): Promise<void>;
  /** Lets it hold for the repository, or no longer. */
  cover(id: string, covers: boolean): Promise<void>;
}

interface PlaceContext extends Pick<ApplyContext, 'targetName' | 'signal'> {
  readonly target: Pick<TargetHost, 'hostname' | 'settings'>;
}

export function repositoryScope(
  { target, targetName, signal }: PlaceContext,
  ids: ActorIds,
): RulesetScope {
  const port = target.settings.repository;
  const at = { ...targetName, ids, signal };
  const here = (found: FoundRuleset) => ({ ...found, isHere: true });
  return {
    name: `${targetName.owner}/${targetName.name}`,
    list: async (prefix) => (await port.listRulesets({ ...at, prefix })).map(here),
    read: async (id) => here(await port.readRuleset({ ...at, id })),
    create: async (rulesetName, ruleset) =>
      here(await port.createRuleset({ ...at, rulesetName, ruleset })),
    update: async (id, change) => here(await port.updateRuleset({ ...at, id, ...change })),
    enforce: (id, enforcement) => port.enforceRuleset({ ...at, id, enforcement }),
    async cover() {},
  };
}

/** Sets ids of rulesets in the state apart: those of repositories are numbers as well. */
const ofOrganization = 'organization/';

/** Tells whether what the state names stands in the organization. */
export function isOfOrganization(id: string | null): id is string {
  return id?.startsWith(ofOrganization) === true;
}

export async function organizationScope(
  context: PlaceContext & Pick<ApplyContext, 'records'>,
  ids: ActorIds,
): Promise<RulesetScope> {
  const { target, targetName, signal } = context;
  const repository = await repositoryId(context);
  const port = target.settings.organization;
  const at = { organization: targetName.owner, ids, signal };
  const seen = (found: FoundOrganizationRuleset) => ({
    ...found,
    id: `${ofOrganization}${found.id}`,
    isHere: found.repositories?.includes(repository) === true,
  });
  const numberOf = (id: string) => id.slice(ofOrganization.length);
  return {
    name: targetName.owner,
    list: async (prefix) => (await port.listRulesets({ ...at, prefix })).map(seen),
    read: async (id) => seen(await port.readRuleset({ ...at, id: numberOf(id) })),
    create: async (rulesetName, ruleset) =>
      seen(await port.createRuleset({ ...at, rulesetName, ruleset, repository })),
    update: async (id, change) =>
      seen(await port.updateRuleset({ ...at, id: numberOf(id), ...change })),
    enforce: (id, enforcement) => port.enforceRuleset({ ...at, id: numberOf(id), enforcement }),
    cover: (id, covers) => port.coverRepository({ ...at, id: numberOf(id), repository, covers }),
  };
}

/** From the state: the name may lead to somebody else's repository since. */
async function repositoryId({
  records,
  targetName,
}: Pick<ApplyContext, 'records' | 'targetName'>): Promise<string> {
  const [made] = await records.listObjects('repository');
  if (made !== undefined && made.targetId !== null) return made.targetId;
  throw targetGone({ targetFullName: `${targetName.owner}/${targetName.name}` });
}
