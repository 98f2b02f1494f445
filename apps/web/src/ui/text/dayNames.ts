const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options });
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`));
};

/** A day such as 2026-11-26 as Thursday, November 26. */
export const longDay = written({ weekday: "long", month: "long", day: "numeric" });

/** The same as Thu, Nov 26. */
export const shortDay = written({ weekday: "short", month: "short", day: "numeric" });
