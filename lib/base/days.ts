export const millisecondsPerDay = 24 * 3600 * 1000;

/** `2026-11-22` */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

export const dayBefore = (milliseconds: number): string => dayOf(milliseconds - millisecondsPerDay);
