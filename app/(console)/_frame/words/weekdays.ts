/** Returns a date in January 2024 with this day of the week (0 is Sunday). 1 January 2024 was a Monday. */
const dayOf = (day: number) => new Date(Date.UTC(2024, 0, day === 0 ? 7 : day));

/** Returns a function that names days of the week by number (0 is Sunday). */
export function weekdaySpeller(locale: string, weekday: "long" | "short"): (day: number) => string {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  return (day) => format.format(dayOf(day));
}

/** Returns the name of a weekday. `day` is the number as a text ("0" is Sunday). Returns other texts unchanged. */
export const weekdayName = (day: string, locale: string): string =>
  /^[0-6]$/.test(day) ? weekdaySpeller(locale, "long")(Number(day)) : day;
