/** Versions: the one for requests that name none, and the newest one. */
export const firstVersion = '2022-11-28';
export const newestVersion = '2026-03-10';
