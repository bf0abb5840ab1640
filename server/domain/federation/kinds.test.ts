import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Configuration, kinds } from "./federation.schema";
import { defineKind } from "./kind.schema";
import { providerKinds } from "./kinds.schema";
import { configurationOf } from "./provider-records";
import { saml } from "./saml/saml.schema";

const foldersIn = (url: URL) =>
  readdirSync(url, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

it("every folder of a kind belongs to a kind in the registry, in both halves", () => {
  for (const half of [new URL(".", import.meta.url), new URL("../../auth/federation", import.meta.url)])
    expect(foldersIn(half).sort()).toEqual([...providerKinds].sort());
});

it("a kind does not compile without its secret, words or generator", () => {
  const { secret, words, generate, ...others } = saml;
  // @ts-expect-error A kind must state that it has no secret, because a stored secret must not go to another address.
  void (() => defineKind("saml", { ...others, words, generate }));
  // @ts-expect-error `words` is required.
  void (() => defineKind("saml", { ...others, secret, generate }));
  // @ts-expect-error `generate` is required.
  void (() => defineKind("saml", { ...others, secret, words }));
  // @ts-expect-error The settings that receive the secret must not be empty.
  void (() => defineKind("saml", { ...saml, secret: { use: () => "password", receiver: () => [] } }));
  expect(defineKind("saml", saml).secret).toBeNull();
});

it("a kind without texts of its own is named by its label", () => {
  const { connectorLabel: _own, linked: _fact, ...others } = saml;
  const { connectorLabel, linked } = defineKind("saml", others);
  expect(connectorLabel).toEqual({ code: "connector_label.provider", params: { label: "SAML 2.0" } });
  expect(linked).toEqual({ code: "explanation.has_provider", params: { label: "SAML 2.0" } });
});

describe.each(providerKinds)("the kind %s", (kind) => {
  const { generate, settings, secret, authority, certificates } = kinds[kind];
  const generated = fc
    .sample(generate(fc), 30)
    .map((values) => Configuration.parse({ kind, settings: values }));

  it("generates settings that its schema accepts, and reads them from the database unchanged", () => {
    for (const configuration of generated) {
      const stored = JSON.parse(JSON.stringify(configuration.settings)) as Record<string, unknown>;
      expect(configurationOf({ kind, settings: stored })).toEqual(configuration);
      expect(settings.parse(stored)).toEqual(configuration.settings);
    }
  });

  it("names its own settings", () => {
    for (const configuration of generated) {
      const names = Object.keys(configuration.settings);
      const named = [authority, ...certificates, kinds[kind].requestAddress(configuration.settings)?.field];
      expect(names).toEqual(expect.arrayContaining(named.filter((name) => typeof name === "string")));
    }
  });

  it("sends a secret only to an address that its settings contain", () => {
    for (const configuration of generated) {
      const receiver = secret?.receiver(configuration.settings) ?? null;
      expect(receiver === null).toBe(secret === null);
      // Without a request to the provider, there is nothing to which the server could send a secret.
      if (secret !== null) expect(kinds[kind].requestAddress(configuration.settings)).not.toBeNull();
      const values: readonly unknown[] = Object.values(configuration.settings);
      for (const value of receiver ?? []) expect(values).toContain(value);
    }
  });
});
