const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1 byte`, `999 bytes`, `1.5 MB`, `60 MB`: steps of 1,000, at most three digits. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 9.95 ? value.toFixed(1) : String(Math.round(value));
  return `${digits.replace(/\.0$/, '')} ${units[unit]}`;
}

/** `0.4s`, `12s`, `3m 04s`, `2h 05m`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${two(whole % 60)}s`;
  return `${Math.floor(whole / 3600)}h ${two(Math.floor((whole % 3600) / 60))}m`;
}

/** A time that still runs, in whole seconds: `0s`, `12s`, `3m 04s`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  return seconds < 10 ? `${seconds}s` : formatDuration(1000 * seconds);
}

/** `14:05`, in the zone of this machine. */
export function formatClock(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 5);
}

/** `2026-11-22 14:05`, in the zone of this machine; programs get ISO 8601. */
export function formatDate(milliseconds: number): string {
  const date = new Date(milliseconds);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${formatClock(milliseconds)}`;
}

/** `1,000` */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US');
}

/** `1 repository`, `12 repositories`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}

/** `a, b and 3 more` */
export function namesText(names: readonly string[], most = 10): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** The first texts, and how many more there are: `a`, `b`, `and 3 more`. */
export function firstOf(texts: readonly string[], most: number): readonly string[] {
  const more = texts.length - most;
  return more > 0 ? [...texts.slice(0, most), `and ${more} more`] : texts;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Bytes as GitHub writes them: `301.74 MB`, counted by 1024. Small sizes stay bytes. Pure. */
export function mebibytes(bytes: number): string {
  if (bytes < 10 * 1024) return `${bytes} bytes`;
  return `${(bytes / 1024 / 1024).toFixed(2)} MiB`;
}
