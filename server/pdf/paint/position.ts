import { length, resolve, words, type LengthContext } from "../css/values";

const KEYWORDS: Record<string, string> = {
  left: "0%",
  top: "0%",
  center: "50%",
  right: "100%",
  bottom: "100%",
};

/**
 * Converts a position of one to four words to pixels (CSS Values Level 4, <position>). Percentages refer to `room`. For a
 * background image, `room` is the box size minus the image size.
 */
export function placed(
  text: string,
  room: { width: number; height: number },
  context: LengthContext,
): { x: number; y: number } {
  const all = words(text.toLowerCase());
  const at = (word: string, base: number) => {
    const found = length(KEYWORDS[word] ?? word, context);
    return found === null ? 0 : resolve(found, base);
  };
  if (all.length <= 2) {
    const [first = "0%", second = "center"] = all;
    const swapped = /^(top|bottom)$/.test(first) || /^(left|right)$/.test(second);
    const [x, y] = swapped ? [second, first] : [first, second];
    return { x: at(x, room.width), y: at(y, room.height) };
  }
  // With three or four words, each offset follows its side, for example `right 10px bottom 20px`.
  let [x, y]: (number | null)[] = [null, null];
  for (let index = 0; index < all.length; index++) {
    const word = all[index]!;
    const next = all[index + 1];
    const offset = next !== undefined && !Object.hasOwn(KEYWORDS, next) ? all[(index += 1)]! : null;
    const along = (base: number) => {
      const far = offset === null ? 0 : at(offset, base);
      return /^(right|bottom)$/.test(word) ? base - far : word === "center" ? base / 2 : far;
    };
    if (/^(left|right)$/.test(word)) x = along(room.width);
    else if (/^(top|bottom)$/.test(word)) y = along(room.height);
  }
  return { x: x ?? room.width / 2, y: y ?? room.height / 2 };
}
