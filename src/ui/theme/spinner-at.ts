/** Milliseconds. */
const cadence = 200;

/** The sign of a spinner at a moment; all that are shown turn together. */
export function spinnerAt(frames: readonly string[], now: number): string {
  return frames[Math.floor(now / cadence) % frames.length] ?? '';
}
