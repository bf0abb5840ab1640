import { readFileSync, readdirSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { registryMessages } from "@/app/_words/registry-messages";
import { definitions } from "@/server/domain/access-rules/access-rules.schema";
import { PlatformSettings } from "@/server/kernel/settings";
import { userField, userFieldNames } from "@/server/kernel/user-fields";
import { smallInEnglish } from "../words/in-sentence";

/** Source of the table of labels. The test reads the labels with a regular expression, one field per line. */
const table = readFileSync(new URL("./field-labels.ts", import.meta.url), "utf8");
const words = new Map([
  ...Object.entries(registryMessages("en")["rule-fields"]!),
  ...userFieldNames.map((name): [string, string] => [name, userField(name).label.en]),
  ...Array.from(table.matchAll(/^ {4}(\w+): \(\) => t\("(.+)"\)/gm), ([, field, text]): [string, string] => [
    field!,
    text!,
  ]),
]);

/**
 * Returns the keys of the objects that operations pass to `changed(before, after)`. The values of the map are the file names.
 */
function changedFields() {
  const fields = new Map<string, string>();
  for (const folder of ["server/domain", "server/platform", "server/auth", "server/outbox"])
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const file = `${folder}/${name}`;
      if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
      const text = readFileSync(file, "utf8");
      if (!text.includes("changed(")) continue;
      const visit = (node: ts.Node): void => {
        if (
          ts.isCallExpression(node) &&
          node.expression.getText() === "changed" &&
          !ts.isStringLiteral(node.arguments[0]!)
        )
          for (const property of node.arguments
            .filter(ts.isObjectLiteralExpression)
            .flatMap((a) => a.properties))
            if (property.name && ts.isIdentifier(property.name)) fields.set(property.name.text, file);
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    }
  return fields;
}

it("has a label for every field that operations change, of every rule and of every platform setting", () => {
  const fields = changedFields();
  expect(fields.size).toBeGreaterThan(40);
  for (const setting of Object.keys(PlatformSettings.shape)) fields.set(setting, "platform settings");
  // The event of an access rule contains the fields of the rule type.
  for (const definition of Object.values(definitions))
    for (const field of Object.keys(definition.shape)) fields.set(field, "access rules");
  expect([...fields].filter(([field]) => !words.has(field))).toEqual([]);
});

it("writes abbreviations and names of products in their usual form", () => {
  for (const file of ["field-labels.ts"])
    expect(
      readFileSync(new URL(`./${file}`, import.meta.url), "utf8").match(
        /t\("[^"]*\b(Ur[li]s?|ur[li]s?|[Pp]kce|[Dd]pop|Api|api|[Pp]ii|[Mm]fa|[Ss]so|[Ss]cim|[Tt]ls|[Dd]n|Ca|[Aa]uthn|[Ss]ign(in|up)|[Ss]ign (in|ins|up))\b.*/g,
      ),
    ).toBeNull();
});

it.each([
  ["Client id", "client id"],
  ["Additional redirect URIs", "additional redirect URIs"],
  ["Require DPoP", "require DPoP"],
  ["StartTLS", "StartTLS"],
  ["WebAuthn enabled", "WebAuthn enabled"],
  ["Sign-in Options", "sign-in options"],
])("converts %s to %s inside a sentence", (alone, within) => expect(smallInEnglish(alone)).toBe(within));
