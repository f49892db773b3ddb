import type { ApplyContext } from '../applying/apply-context.ts';
import { type Decision, perform, type SettingOutcome } from '../applying/setting-outcome.ts';
import type { SettingKind } from './kind.ts';

/** The custom property that holds the key of a repository's project. */
const property = 'bitbucket_project';

const propertyName = { kind: 'property', name: property } as const;

/** A custom property of the organization with the key of the source's project. A value that somebody has set stays. */
export const projectProperty: SettingKind = {
  parts: {},
  planned: [],
  sets: {},
  // The organization's, and what it is now.
  costs: () => ({ reads: 2, writes: 1, creating: 0 }),
  applied: {
    kind: propertyName.kind,
    phase: 'first',
    named: (_, { project }) => (project === null ? [] : [propertyName]),
    apply: (context) => applyProperty(context, context.project ?? ''),
  },
};

async function applyProperty(
  context: ApplyContext,
  value: string,
): Promise<readonly SettingOutcome[]> {
  const { target, targetName, signal } = context;
  const found = context.isNew
    ? undefined
    : (await target.settings.repository.readProperties({ ...targetName, signal })).get(property);
  return [await perform(context, propertyName, decide(context, value, found))];
}

function decide(context: ApplyContext, value: string, found: string | undefined): Decision {
  if (found === value) return { state: 'equal' };
  if (found !== undefined) return { state: 'kept', note: `is ${found}; the project is ${value}` };
  const { target, targetName, signal } = context;
  const organization = targetName.owner;
  const port = target.settings.organization;
  return {
    note: value,
    async write() {
      const isText = (await port.listProperties({ organization, signal })).get(property);
      if (isText === false) {
        return {
          state: 'refused',
          note: 'The organization has a property with this name that is not text',
        };
      }
      if (isText === undefined) {
        const description = 'Bitbucket project key';
        await port.defineProperty({ organization, property, description, signal });
      }
      const { name } = targetName;
      await port.setProperty({ organization, name, property, value, signal });
      const now = await target.settings.repository.readProperties({ ...targetName, signal });
      return now.get(property) === value
        ? undefined
        : { state: 'kept', note: 'GitHub accepted it but does not show it' };
    },
  };
}
