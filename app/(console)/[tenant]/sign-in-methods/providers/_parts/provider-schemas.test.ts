import { expect, it } from "vitest";
import type * as z from "zod";
import { APPLE_ISSUER } from "@/server/domain/federation/oidc/presets.schema";
import { plainWords } from "@/server/kernel/strings/plain-words";
import { fieldMessage } from "@/server/kernel/texts/field";
import { SamlSettings } from "@/server/domain/federation/saml/saml.schema";
import { formShape, NewOidcForm, OidcForm } from "./provider-schemas";

const common = { name: "", secret: undefined, withoutSecret: false, emailDomains: "example.org\nnot-one" };
const oidc = { ...common, issuer: APPLE_ISSUER, clientId: "", scopes: "email", teamId: "", keyId: "K1" };

const problems = (schema: z.ZodType, form: object) =>
  schema
    .safeParse(form, { error: plainWords })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${fieldMessage(message).text}`);

it("returns all errors of a form at once, including those across fields", () => {
  expect(problems(NewOidcForm, oidc)).toEqual([
    "emailDomains.1: not-one is not a domain such as example.org",
    "clientId: must not be empty",
    "name: must not be empty",
    "scopes: must hold openid",
    "teamId: must be given together with the other one",
    "secret: must be given",
  ]);
});

it("requires the signing key if none is stored", () => {
  const signing = {
    ...oidc,
    name: "Apple",
    clientId: "org.example",
    scopes: "openid",
    teamId: "T1",
    emailDomains: "",
  };
  expect(problems(NewOidcForm, signing)).toEqual(["secret: must be given"]);
  expect(problems(NewOidcForm, { ...signing, secret: "-----BEGIN PRIVATE KEY-----" })).toBeUndefined();
  expect(problems(OidcForm, signing)).toBeUndefined();
});

it("requires a certificate, in PEM format", () => {
  const saml = { ...common, name: "IdP", emailDomains: "", entityId: "e", ssoUrl: "https://idp.example/" };
  const form = SamlSettings.extend(formShape);
  expect(problems(form, saml)).toEqual(["certificates: must be given"]);
  expect(problems(form, { ...saml, certificates: "none" })).toEqual([
    "certificates: must be one or more certificates in PEM form (-----BEGIN CERTIFICATE-----)",
  ]);
});
