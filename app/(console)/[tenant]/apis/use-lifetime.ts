import { useExtracted } from "next-intl";

/** Returns a function that names a lifetime in seconds, in minutes or hours if it is a whole number of them. */
export function useLifetime(): (seconds: number) => string {
  const t = useExtracted("apis");
  return (seconds) => {
    if (seconds % 3_600 === 0)
      return t("{count, plural, one {# hour} other {# hours}}", { count: seconds / 3_600 });
    if (seconds % 60 === 0)
      return t("{count, plural, one {# minute} other {# minutes}}", { count: seconds / 60 });
    return t("{count, plural, one {# second} other {# seconds}}", { count: seconds });
  };
}
