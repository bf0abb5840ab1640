/** 1 January 2024 was a Monday. */
const dayOf = (day: number) => new Date(Date.UTC(2024, 0, day === 0 ? 7 : day));

/** Says days of the week by their numbers (0 is Sunday) in this language. */
export function weekdaySpeller(locale: string, weekday: "long" | "short"): (day: number) => string {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  return (day) => format.format(dayOf(day));
}

/** A day of the week by its number as a text ("0" is Sunday); anything else as it is. */
export const weekdayName = (day: string, locale: string): string =>
  /^[0-6]$/.test(day) ? weekdaySpeller(locale, "long")(Number(day)) : day;
