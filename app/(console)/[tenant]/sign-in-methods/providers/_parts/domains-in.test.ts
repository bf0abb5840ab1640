import { expect, it } from "vitest";
import { LdapSettings } from "@/server/domain/federation/federation.schema";
import { domainsIn } from "./domains-in";

it("reads domains in the server's form", () => {
  const domains = domainsIn(" One.Example\nTWO.example, three.example\n\n");
  expect(domains).toEqual(["one.example", "two.example", "three.example"]);
  expect(LdapSettings.shape.emailDomains.parse(domains)).toEqual(domains);
});
