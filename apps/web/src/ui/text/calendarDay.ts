/** A day such as 2026-03-12. */
export type Day = string;

export const isDay = (text: string | undefined): text is Day =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? "") && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Today in a zone. */
export const todayIn = (zone: string, now: Date): Day =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(now);
