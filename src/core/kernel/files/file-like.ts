/** Which file of ours a value looks like, by what the other one never has; `null` where it looks like neither. Pure. */
export function fileLike(value: unknown): 'plan' | 'inventory' | null {
  const { target, repositories, discovered_at } = keysOf(value);
  const first = Array.isArray(repositories) ? keysOf(repositories[0]) : {};
  const isPlan = 'organization' in keysOf(target) || ('source' in first && 'target' in first);
  if (isPlan) return 'plan';
  return discovered_at !== undefined || 'name' in first ? 'inventory' : null;
}

function keysOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
