/** Line of a comparison: present in both texts, only in the old text (removed), or only in the new text (added). */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/**
 * Maximum number of lines per text to compare, without the equal lines at the start and the end. A longer part is shown as
 * replaced.
 */
const MOST_COMPARED = 1_500;

/** Compares two texts by lines. The lines of the longest common subsequence are equal. All other lines are removed or added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1;
  const as = (kind: DiffLine["kind"]) => (text: string) => ({ kind, text });
  return [
    ...old.slice(0, head).map(as("same")),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(as("same")),
  ];
}

function middle(old: string[], now: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: "removed", text });
  const added = (text: string): DiffLine => ({ kind: "added", text });
  if (old.length > MOST_COMPARED || now.length > MOST_COMPARED)
    return [...old.map(removed), ...now.map(added)];
  // `longest[i][j]` is the length of the longest common subsequence of `old.slice(i)` and `now.slice(j)`.
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i]![j] =
        old[i] === now[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: "same", text: old[i]! });
      i += 1;
      j += 1;
    } else if (longest[i + 1]![j]! >= longest[i]![j + 1]!) lines.push(removed(old[i++]!));
    else lines.push(added(now[j++]!));
  }
  return [...lines, ...old.slice(i).map(removed), ...now.slice(j).map(added)];
}

type Hunk = { lines: DiffLine[] } | { skipped: number };

/**
 * Returns the changed lines with `around` unchanged lines before and after each change. Other unchanged lines are only counted.
 */
export function hunksOf(lines: DiffLine[], around = 3): Hunk[] {
  const near = lines.map(() => false);
  for (const [index, { kind }] of lines.entries())
    if (kind !== "same")
      near.fill(true, Math.max(0, index - around), Math.min(lines.length, index + around + 1));
  const hunks: Hunk[] = [];
  for (const [index, line] of lines.entries()) {
    const last = hunks.at(-1);
    if (!near[index]) {
      if (last && "skipped" in last) last.skipped += 1;
      else hunks.push({ skipped: 1 });
    } else if (last && "lines" in last) last.lines.push(line);
    else hunks.push({ lines: [line] });
  }
  return hunks;
}
