import { MigratorError } from '../../../core/kernel/errors.ts';
import { apiTokenScopes } from '../../../core/ports/credentials/scope-needs.ts';
import type { WizardSession } from '../../../core/wizard/session/session.ts';
import { viewportOf } from '../../../ui/hooks/use-viewport.ts';
import { bodySize, WizardView } from '../../wizard/drawing/wizard.tsx';
import { start } from '../../wizard/engine/create-wizard.ts';
import type { WizardState } from '../../wizard/steps.ts';
import { company, migrationId, noon, organization, workspace } from '../sample/company.ts';
import { type DrivenWizard, driveWizard } from '../sample/drive-wizard.ts';
import { dryRunOf, sampleSession } from '../sample/session.ts';
import type { Scene } from './scene.ts';

type Drive = (driven: DrivenWizard) => Promise<void>;

const never = new Promise<never>(() => {});

/** Every state of the wizard. */
export const wizardScenes: readonly Scene[] = [
  scene('welcome', async () => {}),
  scene('welcome, help', async ({ key }) => key('?')),
  scene('welcome, migrations', async () => {}, { session: { migrations } }),
  ...[1, 2, 3, 4].map((at) =>
    scene(
      `migration ${at}`,
      async ({ choose, until }) => {
        choose(at);
        await until((state) => state.step === 'migration');
      },
      { session: { migrations } },
    ),
  ),
  scene('checks of doctor', async (driven) => {
    driven.wizard.context.enter('doctor');
    await driven.until(({ doctor }) => doctor.task.status === 'done');
  }),
  scene('credentials, nothing set', to('credentials'), { environment: {} }),
  scene('credentials', to('credentials')),
  scene('credentials, help', after(to('credentials'), '?')),
  scene('credentials, refused', after(to('credentials')), {
    session: {
      verifySource: async () => {
        throw new MigratorError('credentials', 'api.bitbucket.org refused the credentials', {
          hint: `Check both: SRC_USERNAME is the Atlassian account's email address, and SRC_API_TOKEN has not expired. Create one at https://id.atlassian.com/manage-profile/security/api-tokens with "Create API token with scopes" (${apiTokenScopes}).`,
        });
      },
    },
  }),
  scene('workspace', to('discovery')),
  scene('workspace, reading', after(to('discovery'), 'enter'), {
    session: { discover: () => never },
  }),
  scene('repositories', to('selection')),
  scene('repositories, help', after(to('selection'), '?')),
  scene('repositories, filtered', async (driven) => {
    await to('selection')(driven);
    driven.type('app');
  }),
  scene('repositories, none selected', after(to('selection'), 'ctrl+n')),
  scene('repositories, pattern', after(to('selection'), 'ctrl+p')),
  scene('repositories, commands', after(to('selection'), 'ctrl+k')),
  scene('repositories, undone', after(to('selection'), 'ctrl+n', 'ctrl+z')),
  scene('repositories, new name', after(to('selection'), 'ctrl+r')),
  scene('options', to('options')),
  scene('options, help', after(to('options'), '?')),
  scene('review, checking', after(to('options'), 'enter'), { session: { dryRun: () => never } }),
  scene('review', to('review')),
  scene('review, help', after(to('review'), '?')),
  scene('review, people', after(to('review'), 'u')),
  scene('options, public', after(to('options'), 'down', 'left', 'enter')),
  scene('review, problems', to('review'), {
    session: { dryRun: async ({ plan }) => dryRunOf(plan, company.map(existing)) },
  }),
  scene('confirmation', after(to('review'), 'enter')),
  scene('leaving', after(to('review'), 'ctrl+q')),
];

function existing({ slug }: { readonly slug: string }): MigratorError {
  return new MigratorError('target-exists', `Repository already exists: acme/${slug} on GitHub`, {
    hint: 'Set "If it exists" in the options, or clear the repository in the selection.',
  });
}

type Known = Awaited<ReturnType<WizardSession['migrations']>>[number];

function known(at: number, kind: Known['kind'], succeeded: number): Known {
  const none = { running: 0, waiting: 0, skipped: 0, failed: kind === 'failed' ? 1 : 0 };
  return {
    ...{ id: `${migrationId.slice(0, -1)}${at}`, kind, workspace, organization },
    ...{ updatedAt: noon, hasSettings: true, follows: kind === 'following' },
    counts: { ...none, succeeded, pending: company.length - succeeded - none.failed },
  };
}

async function migrations(): Promise<readonly Known[]> {
  return [
    known(1, 'interrupted', 9),
    known(2, 'following', 14),
    known(3, 'failed', 13),
    known(4, 'done', 14),
  ];
}

/** Goes the short way to a step. */
function to(step: 'credentials' | 'discovery' | 'selection' | 'options' | 'review'): Drive {
  const isVerified = ({ credentials: { source, target } }: WizardState) =>
    source.status !== 'running' && target.status !== 'running';
  return async ({ wizard, key, until }) => {
    wizard.context.enter('credentials');
    await until(isVerified);
    if (step === 'credentials') return;
    key('enter');
    if (step === 'discovery') return;
    key('enter');
    await until((state) => state.step === 'selection');
    if (step === 'selection') return;
    key('enter');
    if (step === 'options') return;
    key('enter');
    await until(({ review }) => review.task.status === 'done');
  };
}

/** The same, and then some keys. */
function after(drive: Drive, ...keys: readonly string[]): Drive {
  return async (driven) => {
    await drive(driven);
    driven.key(...keys);
  };
}

/** Draws the wizard where keys have led it. */
function scene(
  name: string,
  drive: Drive,
  {
    session = {},
    ...more
  }: {
    readonly session?: Partial<WizardSession>;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Scene {
  return {
    name: `wizard, ${name}`,
    async open(size) {
      const driven = driveWizard({
        session: sampleSession(session),
        size: bodySize(viewportOf(size)),
        ...more,
      });
      start(driven.wizard);
      await driven.until(({ welcome }) => welcome.migrations.status === 'done');
      await drive(driven);
      return <WizardView wizard={driven.wizard} onShown={nothing} onEnded={nothing} />;
    },
  };
}

function nothing(): void {}
