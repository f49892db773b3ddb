import { sourceTraits } from '../../../../core/ports/records/source-traits.ts';
import { line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { menuKeys } from '../../engine/keys.ts';
import { type PromptIO, plainView } from '../../engine/prompt-io.ts';
import type { Slice, StateOf } from '../../engine/state.ts';
import type { Body, BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { hostOf } from '../credentials/source-hosts.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import { asksMore, type WelcomeSlice } from '../welcome/state.ts';

/** It keeps nothing: each entry ends the wizard. */
type SyncSlice = Slice<'sync', null, never>;
type Known = WelcomeSlice & CredentialsSlice;
type SyncKnown = SyncSlice & Known;

/** Asks whether settings are synced, too, where the plan of the migration has some. */
export const syncStep: Step<'sync', null, never, Known> = {
  name: 'sync',
  isSkipped: ({ welcome: { resuming } }) => resuming === null || !asksMore(resuming),
  initial: () => null,
  reduce: (state) => state,
  about: () =>
    'A sync migrates changes made on Bitbucket since the migration. Settings take more requests, and permission to read them.',
  title: () => 'Settings',
  body: (state, options) => ({ lines: syncLines(state, options), menu }),
  keys: () => menuKeys,
  ask,
};

const menu: NonNullable<Body<SyncKnown>['menu']> = [
  { label: 'Sync without settings', run: (context) => sync(context, false) },
  { label: 'Sync with settings', run: (context) => sync(context, true) },
];

function sync({ store, end }: WizardContext<SyncKnown>, includeSettings: boolean): void {
  const { resuming } = store.getState().welcome;
  if (resuming !== null) end({ kind: 'sync', id: resuming.id, includeSettings });
}

async function ask(context: WizardContext<SyncKnown>, io: PromptIO): Promise<void> {
  io.say(['', ...syncLines(context.store.getState(), plainView)]);
  const labels = menu.map(({ label }) => label);
  menu[await io.choose('Sync settings too?', labels)]?.run(context);
}

/** Pure. */
function syncLines({ credentials }: StateOf<SyncKnown>, { width }: Pick<BodyOptions, 'width'>) {
  const requests = sourceTraits[hostOf(credentials).kind].requestsForSettings;
  const texts = [
    "This migration's plan has settings: permissions, branch rules, merge checks and more.",
    `A sync with settings re-reads all of them: at least ${requests} requests per repository. It needs the same permissions as discovery with settings.`,
    'The first sync with settings changes nothing. Later syncs migrate changes: they go into the plan and wait for the cut-over.',
  ];
  return texts.flatMap((text) => [...wrap(text, width).map((part) => line(part)), []]);
}
