/** For places that say "skipped" themselves: the state keeps `skipped by you; ...`. Pure. */
export function skipReason(reason: string | null): string {
  return (reason ?? '').replace(/^skipped /, '');
}
