import type { StateOf } from './engine/state.ts';
import type { WizardDefinition } from './engine/step.ts';
import { calibrationStep } from './steps/calibration/step.ts';
import { confirmationStep } from './steps/confirmation/step.ts';
import { credentialsStep } from './steps/credentials/step.ts';
import { discoveryStep } from './steps/discovery/step.ts';
import { doctorStep } from './steps/doctor/step.ts';
import { leavingScreen } from './steps/leaving/step.ts';
import { licenseStep } from './steps/license/step.ts';
import { optionsStep } from './steps/options/step.ts';
import { peopleStep } from './steps/people/step.ts';
import { reviewStep } from './steps/review/step.ts';
import { secretsStep } from './steps/secrets/step.ts';
import { selectionStep } from './steps/selection/step.ts';
import { syncStep } from './steps/sync/step.ts';
import { teamsStep } from './steps/teams/step.ts';
import { migrationStep } from './steps/welcome/migration-step.ts';
import { errandOf } from './steps/welcome/state.ts';
import { welcomeStep } from './steps/welcome/step.ts';

/** In their order. A new step is a folder, and a line here. */
const steps = [
  welcomeStep,
  migrationStep,
  doctorStep,
  secretsStep,
  licenseStep,
  credentialsStep,
  syncStep,
  discoveryStep,
  selectionStep,
  optionsStep,
  peopleStep,
  teamsStep,
  reviewStep,
  calibrationStep,
  confirmationStep,
] as const;

type Screens = (typeof steps)[number] | typeof leavingScreen;

/** Describes what each of them keeps, and what changes it. */
export type WizardSlices = {
  readonly [One in Screens as One['name']]: {
    readonly state: ReturnType<One['initial']>;
    readonly action: Parameters<One['reduce']>[1];
  };
};

export type WizardState = StateOf<WizardSlices>;

/** From the welcome to the confirmation of a migration. */
export const migrationWizard: WizardDefinition<WizardSlices> = {
  steps,
  exit: leavingScreen,
  errand: ({ welcome }) => errandOf(welcome),
};
