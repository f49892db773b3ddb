import type { DoctorTools } from '../../doctor/findings/doctor-tools.ts';
import type { Variables } from '../../kernel/environment.ts';
import type { Program } from '../../kernel/program.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { DryRunTools } from '../../verbs/migrate/dry-run-plan.ts';
import { type SelectedCredentials, withSelected } from '../credentials.ts';

type WizardTools = DoctorTools & DryRunTools & AsyncDisposable;

/** Only the screens may write to the terminal. */
type SilentWorld = Pick<Program, 'environment' | 'stdout' | 'stderr' | 'ask'>;

/** Opens tools that write nothing to the terminal; the doctor reports some things itself. */
export type OpenTools = (world: SilentWorld, use: 'screens' | 'doctor') => Promise<WizardTools>;

/** The tools for the current credentials: opened on demand, closed when these change. */
export interface SessionApp {
  variables(): Variables;
  setCredentials(selected: SelectedCredentials): void;
  silentWorld(): SilentWorld;
  /** Shared by all calls. */
  app(): Promise<WizardTools>;
  source(): Promise<SourceHost>;
  /** Another one, which the caller closes. */
  open(use?: 'screens' | 'doctor'): Promise<WizardTools>;
  close(): Promise<void>;
}

export function createSessionApp(options: { program: Program; openTools: OpenTools }): SessionApp {
  const { program, openTools } = options;
  let environment = program.environment;
  let opened: Promise<WizardTools> | null = null;

  function silentWorld(): SilentWorld {
    const nowhere = { write() {}, isTerminal: false };
    return { environment, stdout: nowhere, stderr: nowhere, ask: null };
  }
  const open = (use: 'screens' | 'doctor' = 'screens') => openTools(silentWorld(), use);
  async function app(): Promise<WizardTools> {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  }
  async function close(): Promise<void> {
    const before = opened;
    opened = null;
    // The caller that opened it has the error.
    const closing = await before?.catch(() => null);
    await closing?.[Symbol.asyncDispose]();
  }
  return {
    variables: () => environment,
    setCredentials(selected) {
      environment = withSelected(program.environment, selected);
      void close();
    },
    silentWorld,
    app,
    source: async () => (await app()).source({ usesGit: false }),
    open,
    close,
  };
}
