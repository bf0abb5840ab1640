import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { properties, setters } from "./style";
import type { Property } from "./property";

/** Compares the list of properties in docs/pdf.md with the records. `npx vitest run properties-doc -u` writes the list. */
it("docs/pdf.md lists every property", async () => {
  const records: Property<unknown>[] = Object.values(properties as Record<string, Property<unknown>>);
  const inherited = new Set(
    records.flatMap((one) => (one.inherits ? Object.keys({ ...one.css, ...one.parts }) : [])),
  );
  const listOf = (isInherited: boolean) =>
    Object.keys(setters)
      .filter((name) => inherited.has(name) === isInherited)
      .sort()
      .map((name) => `\`${name}\``)
      .join(", ");
  const list = `- Inherited: ${listOf(true)}.\n- Not inherited: ${listOf(false)}.`;
  const page = readFileSync("docs/pdf.md", "utf8").replace(
    /(<!-- server\/pdf\/css -->\n\n)[\s\S]*?(\n\n<!-- end -->)/,
    (_all, begin: string, end: string) => `${begin}${list}${end}`,
  );
  await expect(page).toMatchFileSnapshot("../../../docs/pdf.md");
});
