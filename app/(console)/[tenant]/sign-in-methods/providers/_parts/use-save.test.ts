import { expect, it } from "vitest";
import { EmailDomains } from "@/server/domain/federation/kind.schema";
import { splitDomains } from "./use-save";

it("reads domains in the server's form", () => {
  const domains = splitDomains(" One.Example\nTWO.example, three.example\n\n");
  expect(domains).toEqual(["one.example", "two.example", "three.example"]);
  expect(EmailDomains.parse(domains)).toEqual(domains);
});
