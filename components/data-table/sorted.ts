/** What rows are sorted by; null and empty texts stand last, whichever way round. */
export type SortValue = string | number | boolean | null | undefined;

/** The rows in order of a value of theirs; those with the same value stay as they were. */
export function sortedBy<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  { descending, locale }: { descending: boolean; locale: string },
): Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const compareValues = (one: SortValue, other: SortValue) =>
    typeof one === "string" || typeof other === "string"
      ? compare(String(one), String(other))
      : Number(one) - Number(other);
  const isNothing = (value: SortValue) => value === null || value === undefined || value === "";
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .sort((one, other) => {
      if (isNothing(one.value) || isNothing(other.value))
        return Number(isNothing(one.value)) - Number(isNothing(other.value));
      return (descending ? -1 : 1) * compareValues(one.value, other.value);
    })
    .map(({ row }) => row);
}
