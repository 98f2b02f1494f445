/** Year, month and day from days since 1970-01-01, in the proleptic Gregorian calendar. */
export function civilDate(epochDay: number): [year: number, month: number, day: number] {
  // counted from 0000-03-01, so that the leap day is the last day of its year
  const shifted = epochDay + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day];
}

/** Days since 1970-01-01. Days past the end of the month continue into the next. */
export function epochDayOfDate(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Days since 1970-01-01 as `YYYY-MM-DD`. */
export function dateOf(epochDay: number): string {
  const [year, month, day] = civilDate(epochDay);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** `YYYY-MM-DD` as days since 1970-01-01. Undefined for an invalid date. */
export function epochDayOf(localDate: string): number | undefined {
  const match = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(localDate);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1) return undefined;
  const epochDay = epochDayOfDate(year, month, day);
  return dateOf(epochDay) === localDate.trim() ? epochDay : undefined;
}

/** 0 Sunday … 6 Saturday of a day counted from 1970-01-01, which was a Thursday. */
export const weekdayOf = (epochDay: number): number => (((epochDay + 4) % 7) + 7) % 7;
