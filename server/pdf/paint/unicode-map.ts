const four = (value: number) => value.toString(16).padStart(4, "0");

const utf16 = (code: number) =>
  code > 0xffff
    ? four(0xd800 | ((code - 0x10000) >>> 10)) + four(0xdc00 | ((code - 0x10000) & 0x3ff))
    : four(code);

/**
 * `RANGE` is the maximum number of codes in a range, because only the last byte can differ within a range. `MOST_RANGES` is the
 * maximum number of ranges in a block (Adobe Technical Note 5014 §1.4).
 */
const RANGE = 256;
const MOST_RANGES = 100;

/** Returns the ToUnicode map of a font. PDF readers need this map for search and copying (ISO 32000-1 §9.10.3). */
export function unicodeMap(glyphs: readonly (readonly number[])[]): string {
  const ranges: string[] = [];
  for (let start = 0; start < glyphs.length; start += RANGE) {
    const letters = glyphs.slice(start, start + RANGE).map((codes) => `<${codes.map(utf16).join("")}>`);
    ranges.push(`<${four(start)}> <${four(start + letters.length - 1)}> [${letters.join(" ")}]`);
  }
  const blocks: string[] = [];
  for (let from = 0; from < ranges.length; from += MOST_RANGES) {
    const block = ranges.slice(from, from + MOST_RANGES);
    blocks.push(`${block.length} beginbfrange\n${block.join("\n")}\nendbfrange`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
  /Registry (Adobe)
  /Ordering (UCS)
  /Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
