import type { OngoingMigration } from '../../../../core/migration/list-ongoing.ts';
import { safe } from '../../../../core/report/terminal-text.ts';
import { cut } from '../../../../ui/text/text-width.ts';
import type { Glyphs } from '../../../../ui/theme/glyphs.ts';

export type WelcomeChoice =
  | { readonly kind: 'new' }
  | { readonly kind: 'resume'; readonly id: string }
  | { readonly kind: 'watch'; readonly id: string }
  | { readonly kind: 'secrets' }
  | { readonly kind: 'doctor' }
  | { readonly kind: 'license' }
  | { readonly kind: 'leave' };

export interface WelcomeItem {
  readonly value: WelcomeChoice;
  readonly label: string;
}

/** What can be begun, as many as there is room for: the newest of what goes on first. Pure. */
export function welcomeItems(
  ongoing: readonly OngoingMigration[],
  {
    width,
    height,
    glyphs,
    isDemo,
  }: { width: number; height: number; glyphs: Glyphs; isDemo: boolean },
): readonly WelcomeItem[] {
  const shown = ongoing.slice(0, Math.max(0, Math.min(8, height - 5)));
  const items: readonly WelcomeItem[] = [
    { value: { kind: 'new' }, label: 'New migration' },
    ...shown.map((one) => itemOf(one, glyphs)),
    {
      value: { kind: 'secrets' },
      label: 'Secrets: names, manifest, placeholders, checklist, vault',
    },
    { value: { kind: 'doctor' }, label: 'Check this machine, the network and both hosts' },
    // The demo has a license, and nobody who would read the mail with another.
    ...(isDemo ? [] : [licenseItem]),
    { value: { kind: 'leave' }, label: 'Leave' },
  ];
  return items.map((item) => ({ ...item, label: cut(item.label, width - 2, glyphs.ellipsis) }));
}

const licenseItem: WelcomeItem = {
  value: { kind: 'license' },
  label: 'License: what it allows, register, activate',
};

function itemOf(
  { id, kind, workspace, organization, counts }: OngoingMigration,
  glyphs: Glyphs,
): WelcomeItem {
  const all = Object.values(counts).reduce((sum, many) => sum + many, 0);
  const done = counts.succeeded + counts.skipped;
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  const where = `${safe(workspace)} ${glyphs.arrow} ${safe(organization)}`;
  const what = `${where}, ${done} of ${all} done${failed} (${id})`;
  return kind === 'running'
    ? { value: { kind: 'watch', id }, label: `Watch ${what}` }
    : { value: { kind: 'resume', id }, label: `Resume ${what}` };
}
