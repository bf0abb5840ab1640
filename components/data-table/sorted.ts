/** Value by which rows are sorted. Null and empty texts come last in both directions. */
export type SortValue = string | number | boolean | null | undefined;

/** Sorts rows by a value. The sort is stable. */
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
